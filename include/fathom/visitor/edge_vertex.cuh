// edge_vertex_on_device(): runs a user program of edge_vertex() on a CUDA device, with all supersteps in one persistent kernel. For
// files that nvcc compiles (C++20). The user program is the same struct, with its functions declared FATHOM_CALLABLE.
//
// In addition to edge_vertex()'s requirements, the user program must be trivially copyable, data it points to must be in device
// memory (see to_device() in array.hpp), and its functions must not throw. Results are identical in every run on a device.
// Floating-point sums differ from the CPU's by rounding, because edges are combined in another order.
#pragma once

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

#include "fathom/visitor/device_superstep_gather.cuh"
#include "fathom/visitor/device_superstep_phases.cuh"
#include "fathom/visitor/edge_vertex.hpp"

namespace fathom {

namespace edge_vertex_engine {

template <class Program, bool Buffered>
__global__ void __launch_bounds__(superstep_threads, 4)
    superstep_kernel(const __grid_constant__ Program program, const __grid_constant__ superstep_job<Program> job) {
  // Bytes, because shared memory cannot hold objects with constructors.
  __shared__ alignas(16) std::byte state_memory[sizeof(superstep_state<Program>)];
  __shared__ alignas(16) std::byte view_memory[sizeof(superstep_view<Program>)];
  __shared__ alignas(16) std::byte parts_memory[superstep_threads / warp_lanes * sizeof(superstep_counts<Program>)];
  auto& state = *reinterpret_cast<superstep_state<Program>*>(state_memory);
  auto& view = *reinterpret_cast<superstep_view<Program>*>(view_memory);
  if (threadIdx.x == 0) {
    state = *job.state;
    view = job.view;
    view.number = state.number, view.aggregated = state.now.contributed;
  }
  __syncthreads();
  device_supersteps<Program, Buffered> steps(program, job, state, view, reinterpret_cast<superstep_counts<Program>*>(parts_memory));
  steps.run();
  if (blockIdx.x == 0 && threadIdx.x == 0) *job.state = state;
}

template <class T>
__global__ void to_caller_kernel(const T* from, const vertex_id* to_caller, vertex_id n, T* to) {
  const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
  for (std::uint64_t v = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; v < n; v += threads) to[to_caller[v]] = from[v];
}

/// Run of a user program: its device memory and kernel launches.
template <class Program, bool Buffered>
class device_superstep_run {
 public:
  using value = typename Program::value;
  using message = typename Program::message;
  using combined = combined_of<Program>;
  using steps = device_supersteps<Program, Buffered>;
  using word = typename steps::word;

  device_superstep_run(const Program& program, const edge_vertex_device_graph& g, const edge_vertex_options& options,
                       edge_vertex_report& report)
      : program_(program), g_(g), options_(options), report_(report), room_(g.where) {
    const std::uint64_t planned = g.bytes + memory_for(nullptr);
    require_device_memory(g, planned, options);
    report.planned_bytes = planned;
    job_.view.num_vertices = g.num_vertices;
    job_.view.out_offsets = g.out.offsets, job_.view.in_offsets = g.in.offsets, job_.view.to_caller = g.to_caller;
    job_.out = g.out, job_.in = g.in, job_.num_edges = g.num_edges, job_.with_out_edges = g.with_out_edges;
    job_.max_supersteps = options.max_supersteps, job_.way = options.way;
    job_.most_supersteps = most_supersteps, job_.most_nanoseconds = most_nanoseconds;
    memory_for(&room_);
    if constexpr (changes_edges<Program> && !Buffered) job_.out_positions = make_device_out_positions(g, room_, options.control);
    if constexpr (Buffered) {
      job_.slots = make_device_slots(g, options.group_size, room_, options.control);
      report.buffer_slots = job_.slots.count;
      job_.buffer = room_.allocate_for<message_slot<Program>>(job_.slots.count);
      room_.clear(job_.buffer, job_.slots.count * sizeof(message_slot<Program>));
    }
    const superstep_state<Program> nothing_yet{};
    room_.upload(job_.state, &nothing_yet, sizeof nothing_yet);
  }

  void run() {
    const bool limited = options_.max_supersteps != edge_vertex_options{}.max_supersteps;
    superstep_state<Program> state;
    do {
      report_progress(options_.control, "running supersteps", state.number, limited ? options_.max_supersteps : 0);
      const std::uint64_t before = state.number;
      void* arguments[] = {const_cast<Program*>(&program_), &job_};
      room_.check(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(&superstep_kernel<Program, Buffered>), blocks_,
                                              superstep_threads, arguments, 0, static_cast<cudaStream_t>(room_.stream())),
                  "starting supersteps");
      room_.download(&state, job_.state, sizeof state);
      take_list(state.number - before);
    } while (state.now.active > 0 && state.number < options_.max_supersteps);
    aggregated_ = state.now.contributed;
    report_.supersteps = state.number, report_.pushed_supersteps = state.pushed;
    report_.active_edges = state.active_edges, report_.edges_inspected = state.inspected, report_.computed = state.computed;
    report_.still_active = state.now.active;
    report_.end = state.now.active == 0 ? edge_vertex_end::no_active_vertex : edge_vertex_end::max_supersteps;
  }

  [[nodiscard]] array<value> take_values() {
    const value* from = job_.values;
    if (g_.to_caller) {
      const unsigned blocks = std::min(1u << 16, (g_.num_vertices + superstep_threads - 1) / superstep_threads);
      to_caller_kernel<<<std::max(1u, blocks), superstep_threads, 0, static_cast<cudaStream_t>(room_.stream())>>>(
          job_.values, g_.to_caller, g_.num_vertices, in_caller_order_);
      room_.check(cudaGetLastError(), "writing values");
      from = in_caller_order_;
    }
    array<value> values(g_.num_vertices);
    room_.download(values.data(), from, values.bytes());
    return values;
  }

  /// By position in the graph's out-edges.
  [[nodiscard]] array<edge_value_of<Program>> take_edge_values() {
    array<edge_value_of<Program>> values(g_.num_edges);
    room_.download(values.data(), job_.edge_values, values.bytes());
    if (!g_.to_caller) return values;
    // Rows of the run one after another, each to its place in the caller's order.
    const array<edge_value_of<Program>> sorted = std::move(values);
    values = array<edge_value_of<Program>>(g_.num_edges);
    array<vertex_id> to_caller(g_.num_vertices);
    room_.download(to_caller.data(), g_.to_caller, to_caller.bytes());
    const edge_offset* const offsets = g_.source.out.offsets;
    const edge_value_of<Program>* from = sorted.data();
    for (const vertex_id v : to_caller) {
      const edge_offset degree = offsets[v + 1] - offsets[v];
      std::copy_n(from, degree, values.data() + offsets[v]);
      from += degree;
    }
    return values;
  }

  [[nodiscard]] const aggregate_of<Program>& aggregated() const noexcept { return aggregated_; }

 private:
  // Limits of one launch, after which the host polls the stop token.
  static constexpr std::uint64_t most_supersteps = 4096, most_nanoseconds = 50'000'000;

  /// Bytes of everything except the message slots' index arrays; allocates them if `room` is not null.
  std::uint64_t memory_for(device_room* room) {
    std::uint64_t bytes = 0;
    const auto place = [&]<class T>(T*& at, std::uint64_t count) {
      bytes += count * sizeof(T);
      if (room) at = room->allocate_for<T>(count);
    };
    const std::uint64_t n = g_.num_vertices, words = n / 32 + 1;
    blocks_ = most_blocks();
    place(job_.values, n);
    if (g_.to_caller) place(in_caller_order_, n);
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
    if constexpr (steps::same_message) {
      for (int i = 0; i < 2; ++i) place(job_.messages[i], n), place(job_.sends[i], words);
    }
    for (superstep_counts<Program>*& counts : job_.counts) place(counts, blocks_);
    place(job_.clock, 2);
    place(job_.state, 1);
    if (options_.list_supersteps) place(job_.list, most_supersteps);
    if constexpr (Buffered) {
      // The exact number of slots is known only after grouping; it is at least the number of edges.
      if (!room) bytes += g_.num_edges * (sizeof(message_slot<Program>) + sizeof(std::uint64_t)) + n * sizeof(std::uint64_t);
    }
    return bytes;
  }

  /// As many thread blocks as can be resident, but no more than have work: a grid barrier is faster with fewer thread blocks.
  [[nodiscard]] unsigned most_blocks() const {
    int on_one = 0;
    room_.check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&on_one, superstep_kernel<Program, Buffered>, superstep_threads, 0),
                "querying the occupancy");
    const std::uint64_t resident = std::uint64_t{room_.multiprocessors()} * static_cast<unsigned>(std::max(1, on_one));
    const std::uint64_t warps = g_.num_vertices / 32 + g_.in.cut.num_pieces + 1;
    return static_cast<unsigned>(std::min(resident, warps / (superstep_threads / warp_lanes) + 1));
  }

  void take_list(std::uint64_t count) {
    if (!options_.list_supersteps) return;
    std::vector<superstep_report> some(count);
    room_.download(some.data(), job_.list, count * sizeof(superstep_report));
    report_.list.insert(report_.list.end(), some.begin(), some.end());
  }

  const Program& program_;
  const edge_vertex_device_graph& g_;
  const edge_vertex_options& options_;
  edge_vertex_report& report_;
  device_room room_;
  superstep_job<Program> job_;
  value* in_caller_order_ = nullptr;
  unsigned blocks_ = 0;
  aggregate_of<Program> aggregated_{};
};

template <bool Buffered, class Program>
edge_vertex_result<Program> start_on_device(const Program& program, const edge_vertex_device_graph& g,
                                            const edge_vertex_options& options) {
  edge_vertex_result<Program> result;
  result.report = begin_device_report(g, Buffered, same_for_all_edges<Program>(), options);
  const double begin = seconds_now();
  device_superstep_run<Program, Buffered> run(program, g, options, result.report);
  edge_vertex_engine::finish_supersteps(run, begin, result);
  return result;
}

}  // namespace edge_vertex_engine

/// Like edge_vertex(), on a graph prepared on a CUDA device, which must be options.where. Values are returned in host memory.
///
/// Throws as edge_vertex() does; error_category::memory refers to device memory.
template <class Program>
[[nodiscard]] edge_vertex_result<Program> edge_vertex_on_device(const edge_vertex_device_graph& prepared, const Program& program,
                                                                const edge_vertex_options& options) {
  using namespace edge_vertex_engine;
  check_types<Program>();
  check_functions<Program, superstep_place<Program>, superstep_vertex<Program>,
                  std::conditional_t<same_for_all_edges<Program>(), superstep_source<Program>, superstep_edge<Program>>,
                  superstep_first_edge<Program>, superstep_updated_edge<Program>>();
  static_assert(std::is_trivially_copyable_v<Program>, "edge_vertex: a user program for a GPU must be trivially copyable");
  static_assert(std::is_trivially_copyable_v<aggregate_of<Program>>,
                "edge_vertex: on a GPU the program's `aggregate` must be trivially copyable");
  check_device_options(prepared, options);
  return options.messages == message_form::buffered ? start_on_device<true>(program, prepared, options)
                                                    : start_on_device<false>(program, prepared, options);
}

/// Prepares the graph and runs the user program.
template <class Program>
[[nodiscard]] edge_vertex_result<Program> edge_vertex_on_device(const graph& g, const Program& program,
                                                                const edge_vertex_options& options) {
  const edge_vertex_device_graph prepared = prepare_edge_vertex_on_device(g, options);
  edge_vertex_result<Program> result = edge_vertex_on_device(prepared, program, options);
  result.report.seconds_prepare += prepared.seconds;
  result.report.seconds_sort = prepared.seconds_sort, result.report.seconds_copy = prepared.seconds_copy;
  return result;
}

}  // namespace fathom
