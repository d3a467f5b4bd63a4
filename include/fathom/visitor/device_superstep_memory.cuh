// Device memory of a run of edge_vertex_on_device(): what its kernels work on, and the values that it returns.
#pragma once

#include <algorithm>
#include <utility>

#include "fathom/array.hpp"
#include "fathom/visitor/device_supersteps.cuh"

namespace fathom::edge_vertex_engine {

template <class T>
__global__ void to_caller_kernel(const T* from, const vertex_id* to_caller, vertex_id n, T* to) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t v = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; v < n; v += threads) to[to_caller[v]] = from[v];
}

template <class Program, bool Buffered>
class device_superstep_memory {
 public:
  using value = typename Program::value;
  using edge_value = edge_value_of<Program>;

  [[nodiscard]] array<value> take_values() {
    const value* from = job_.values;
    if (sorts()) {
      const unsigned blocks = std::min(1u << 16, (g_.num_vertices + superstep_threads - 1) / superstep_threads);
      to_caller_kernel<<<std::max(1u, blocks), superstep_threads, 0, static_cast<cudaStream_t>(room_.stream())>>>(
          job_.values, g_.to_caller, g_.num_vertices, in_caller_order_);
      room_.check(cudaGetLastError(), "writing values");
      from = in_caller_order_;
    }
    array<value> values(job_.own_vertices);
    room_.download(values.data(), from, values.bytes());
    return values;
  }

  /// By position in the graph's out-edges, of a part in those of its own vertices.
  [[nodiscard]] array<edge_value> take_edge_values() {
    array<edge_value> values(g_.num_edges);
    room_.download(values.data(), job_.edge_values, values.bytes());
    if (!sorts()) return values;
    // Rows of the run one after another, each to its place in the caller's order.
    const array<edge_value> sorted = std::move(values);
    values = array<edge_value>(g_.num_edges);
    array<vertex_id> to_caller(g_.num_vertices);
    room_.download(to_caller.data(), g_.to_caller, to_caller.bytes());
    const edge_offset* const offsets = g_.source.out.offsets;
    const edge_value* from = sorted.data();
    for (const vertex_id v : to_caller) {
      const edge_offset degree = offsets[v + 1] - offsets[v];
      std::copy_n(from, degree, values.data() + offsets[v]);
      from += degree;
    }
    return values;
  }

 protected:
  using steps = device_supersteps<Program, Buffered>;
  using word = typename steps::word;

  // Limits of one launch, after which the host polls the stop token.
  static constexpr std::uint64_t most_supersteps = 4096, most_nanoseconds = 50'000'000;

  /// Allocates nothing. Of a part of a graph, the first `own_vertices` rows have values.
  template <class... Arguments>
  device_superstep_memory(const edge_vertex_device_graph& g, const edge_vertex_options& options, edge_vertex_report& report,
                          void (*kernel)(Arguments...), const vertex_id* own_vertices = nullptr)
      : g_(g), options_(options), report_(report), is_part_(own_vertices != nullptr), room_(g.where) {
    job_.num_ids = g.num_vertices, job_.own_vertices = is_part_ ? *own_vertices : g.num_vertices;
    blocks_ = most_blocks(reinterpret_cast<const void*>(kernel));
  }
  device_superstep_memory(const device_superstep_memory&) = delete;
  device_superstep_memory& operator=(const device_superstep_memory&) = delete;
  ~device_superstep_memory() = default;

  /// Bytes of everything except the message slots' index arrays; allocates them if `room` is not null.
  std::uint64_t memory_for(device_room* room) {
    std::uint64_t bytes = 0;
    const auto place = [&]<class T>(T*& at, std::uint64_t count) {
      bytes += count * sizeof(T);
      if (room) at = room->allocate_for<T>(count);
    };
    const std::uint64_t n = g_.num_vertices, own = job_.own_vertices, words = n / 32 + 1;
    place(job_.values, own);
    if (sorts()) place(in_caller_order_, n);
    if constexpr (has_edge_values<Program>) place(job_.edge_values, g_.num_edges);
    if constexpr (changes_edges<Program>) {
      place(job_.updates, words);
      // Positions, and the slots from which they are made.
      if (!Buffered && !room) bytes += 2 * g_.num_edges * sizeof(edge_offset);
    }
    for (word** const bits : {&job_.active, &job_.touched, &job_.received}) place(*bits, words);
    place(job_.arrived, n);
    place(job_.piece_arrived, g_.in.cut.num_pieces);
    place(job_.piece_received, g_.in.cut.num_pieces);
    place(job_.next_piece, 2);
    if constexpr (steps::same_message) {
      const int turns = is_part_ ? 1 : 2;  // parts never make the next messages while they gather
      for (int i = 0; i < turns; ++i) place(job_.messages[i], own), place(job_.sends[i], words);
    }
    for (superstep_counts<Program>*& counts : job_.counts) place(counts, blocks_);
    place(job_.clock, 2);
    place(job_.state, 1);
    if (options_.list_supersteps && !is_part_) place(job_.list, most_supersteps);
    if constexpr (Buffered) {
      // The exact number of slots is known only after grouping; it is at least the number of edges.
      if (!room) bytes += g_.num_edges * (sizeof(message_slot<Program>) + sizeof(std::uint64_t)) + n * sizeof(std::uint64_t);
    }
    return bytes;
  }

  /// Allocates the memory and sets the kernels' arguments.
  void set_up() {
    job_.view.num_vertices = g_.num_vertices;
    job_.view.out_offsets = g_.out.offsets, job_.view.in_offsets = g_.in.offsets, job_.view.to_caller = g_.to_caller;
    job_.out = g_.out, job_.in = g_.in, job_.num_edges = g_.num_edges, job_.with_out_edges = g_.with_out_edges;
    job_.max_supersteps = options_.max_supersteps, job_.way = options_.way;
    job_.most_supersteps = most_supersteps, job_.most_nanoseconds = most_nanoseconds;
    memory_for(&room_);
    if constexpr (changes_edges<Program> && !Buffered) job_.out_positions = make_device_out_positions(g_, room_, options_.control);
    if constexpr (Buffered) {
      job_.slots = make_device_slots(g_, options_.group_size, room_, options_.control);
      report_.buffer_slots = job_.slots.count;
      job_.buffer = room_.allocate_for<message_slot<Program>>(job_.slots.count);
      room_.clear(job_.buffer, job_.slots.count * sizeof(message_slot<Program>));
    }
    room_.clear(job_.next_piece, 2 * sizeof(unsigned));
    const superstep_state<Program> nothing_yet{};
    room_.upload(job_.state, &nothing_yet, sizeof nothing_yet);
  }

  template <class... Arguments>
  void launch(void (*kernel)(Arguments...), void** arguments) {
    room_.check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), blocks_, superstep_threads, arguments, 0,
                                            static_cast<cudaStream_t>(room_.stream())),
                "starting supersteps");
  }

  const edge_vertex_device_graph& g_;
  const edge_vertex_options& options_;
  edge_vertex_report& report_;
  const bool is_part_;
  device_room room_;
  superstep_job<Program> job_;

 private:
  /// Whether values are stored in another order than the caller's.
  [[nodiscard]] bool sorts() const { return g_.to_caller && !is_part_; }

  /// As many thread blocks as can be resident, but no more than have work: a grid barrier is faster with fewer thread blocks.
  [[nodiscard]] unsigned most_blocks(const void* kernel) const {
    int on_one = 0;
    room_.check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_one, kernel, superstep_threads, 0), "querying the occupancy");
    const std::uint64_t resident = std::uint64_t{room_.multiprocessors()} * static_cast<unsigned>(std::max(1, on_one));
    const std::uint64_t warps = g_.num_vertices / 32 + g_.in.cut.num_pieces + 1;
    return static_cast<unsigned>(std::min(resident, warps / (superstep_threads / warp_lanes) + 1));
  }

  value* in_caller_order_ = nullptr;
  unsigned blocks_ = 0;
};

}  // namespace fathom::edge_vertex_engine
