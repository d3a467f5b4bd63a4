// Supersteps of edge_vertex_on_device() within one cooperative kernel: common state and the sequence of phases. The phases are in
// device_superstep_phases.cuh, the gathering ones in device_superstep_gather.cuh.
//
// A superstep along active vertices first marks their targets; then marked vertices gather along their in-edges. So messages are
// combined without atomics, may have any type, and are always combined in the order of the in-edges: results on a device are
// identical in every run.
#pragma once

#include <cooperative_groups.h>

#include <cstddef>

#include "fathom/visitor/device_superstep_job.hpp"
#include "fathom/visitor/device_superstep_rows.cuh"

namespace fathom::edge_vertex_engine {

inline constexpr unsigned superstep_threads = 256;

/// Shared memory of a thread block: bytes, because it cannot hold objects with constructors.
template <class Program>
struct superstep_shared {
  alignas(16) std::byte state_bytes[sizeof(superstep_state<Program>)];
  alignas(16) std::byte view_bytes[sizeof(superstep_view<Program>)];
  alignas(16) std::byte parts_bytes[superstep_threads / warp_lanes * sizeof(superstep_counts<Program>)];

  [[nodiscard]] __device__ superstep_state<Program>& state() { return *reinterpret_cast<superstep_state<Program>*>(state_bytes); }
  [[nodiscard]] __device__ superstep_view<Program>& view() { return *reinterpret_cast<superstep_view<Program>*>(view_bytes); }
  [[nodiscard]] __device__ superstep_counts<Program>* parts() { return reinterpret_cast<superstep_counts<Program>*>(parts_bytes); }
  /// All threads of the block must call this.
  __device__ void begin(const superstep_job<Program>& job, const superstep_state<Program>& from) {
    if (threadIdx.x == 0) {
      state() = from;
      view() = job.view;
      view().number = from.number, view().aggregated = from.now.contributed;
    }
    __syncthreads();
  }
};

template <class Program, bool Buffered>
class device_supersteps {
 public:
  using value = typename Program::value;
  using message = typename Program::message;
  using combined = combined_of<Program>;
  using edge_value = edge_value_of<Program>;
  using counts = superstep_counts<Program>;
  using state = superstep_state<Program>;
  using word = std::uint32_t;

  // As in cpu_supersteps: the message depends only on the source and is stored for all its edges.
  static constexpr bool same_message = same_for_all_edges<Program>() && !Buffered;
  // Values of edges are stored by position in the out-edges, where they are written.
  static constexpr bool values_by_out_edge = Buffered || changes_edges<Program>;

  __device__ device_supersteps(const Program& program, const superstep_job<Program>& job, superstep_shared<Program>& shared)
      : program_(program), job_(job), now_(shared.state()), view_(shared.view()), parts_(shared.parts()), n_(job.num_ids) {}

  /// Runs supersteps until the run or this launch ends. All threads of the grid must call this.
  __device__ void run() {
    if (!now_.begun) {
      begin();
      reduce_counts();
      __syncthreads();
      if (threadIdx.x == 0) now_.begun = true;
      __syncthreads();
    }
    const std::uint64_t began = now_.clock;
    for (std::uint64_t done = 0; done < job_.most_supersteps; ++done) {
      if (now_.now.active == 0 || now_.number >= job_.max_supersteps) break;
      if (done > 0 && now_.clock - began > job_.most_nanoseconds) break;
      one(done);
    }
  }

 protected:
  // Phases, in order of execution.
  __device__ void begin();
  __device__ void begin_word(vertex_id base);
  __device__ void make_edge_values(const device_rows& rows, bool rows_of_targets);
  template <bool Marks>
  __device__ void spread();
  template <bool All>
  __device__ void gather();
  __device__ void compute_received();
  __device__ void update_edges();
  __device__ void gather_and_compute();
  __device__ void compute_long_rows();

  // Parts of the phases.
  template <class Take>
  __device__ void each_edge(const device_rows& rows, vertex_id base, unsigned mask, Take&& take);
  template <class Words, class Visit>
  __device__ void each_word(Words&& words, Visit&& visit) const;
  __device__ void gather_word(const row_walk& walk, combined& c, bool& received);
  template <class Visit>
  __device__ void each_part(Visit&& visit) const;
  template <class Marked>
  __device__ void gather_pieces(Marked&& marked);
  __device__ void gather_edges(vertex_id v, edge_offset first, unsigned size, unsigned lane, unsigned lanes, combined& c,
                               bool& received) const;
  __device__ void gather_same(edge_offset first, unsigned size, unsigned lane, unsigned lanes, combined& c, bool& received) const;
  __device__ void gather_slots(vertex_id v, edge_offset first, unsigned size, unsigned lane, unsigned lanes, combined& c,
                               bool& received) const;
  __device__ void gather_row(vertex_id v, edge_offset first, unsigned size, unsigned lane, unsigned lanes, combined& c,
                             bool& received) const;
  __device__ void combine_lanes(unsigned lanes, combined& c, bool& received) const;
  [[nodiscard]] __device__ unsigned take_piece() const;
  __device__ bool combine_pieces(const long_row& row, unsigned lane, unsigned lanes, combined& c) const;
  [[nodiscard]] __device__ const long_row& find_long(vertex_id v) const;
  __device__ bool compute(vertex_id v, const combined& c, bool received, bool& updates);
  __device__ bool stays_active(vertex_id v, bool active);
  __device__ bool make_message(vertex_id v, std::uint64_t superstep, message* messages);

  [[nodiscard]] __device__ static combined identity() { return Program::combine.template identity<combined>(); }
  __device__ static void combine(combined& into, const combined& from) { Program::combine.combine(into, from); }
  [[nodiscard]] __device__ static bool test(const word* bits, vertex_id v) { return (bits[v / 32] >> (v % 32)) & 1; }
  __device__ static void set(word* bits, vertex_id v) { atomicOr(&bits[v / 32], word{1} << (v % 32)); }
  __device__ static void clear(word* bits, vertex_id v) { atomicAnd(&bits[v / 32], ~(word{1} << (v % 32))); }
  [[nodiscard]] __device__ vertex_id words() const { return n_ / 32 + (n_ % 32 != 0); }
  [[nodiscard]] __device__ word valid(vertex_id base) const { return n_ - base >= 32 ? all_lanes : (word{1} << (n_ - base)) - 1; }
  [[nodiscard]] __device__ static unsigned warp() { return (blockIdx.x * superstep_threads + threadIdx.x) / warp_lanes; }
  [[nodiscard]] __device__ static unsigned thread() { return blockIdx.x * superstep_threads + threadIdx.x; }
  [[nodiscard]] __device__ static unsigned threads() { return gridDim.x * superstep_threads; }
  [[nodiscard]] __device__ static unsigned warps() { return gridDim.x * (superstep_threads / warp_lanes); }
  __device__ static void sync_grid() { cooperative_groups::this_grid().sync(); }

  // Runs the phases of one superstep, which are the same in all thread blocks.
  __device__ void one(std::uint64_t at) {
    const bool along_active = goes_along_active();
    if constexpr (changes_edges<Program>) {  // before compute_received(), from which a grid barrier separates this
      for (std::uint64_t w = thread(); w < words(); w += threads()) job_.updates[w] = 0;
    }
    if constexpr (same_message) {
      if (along_active)
        mark_gather_compute();
      else
        gather_and_compute();
    } else if (along_active) {
      mark_gather_compute();
    } else {
      if constexpr (Buffered) spread<false>(), sync_grid();
      gather<true>();
      sync_grid();
      compute_received();
    }
    if constexpr (changes_edges<Program>) {
      sync_grid();
      update_edges();
    }
    finish(along_active, at);
  }

  __device__ void mark_gather_compute() {
    spread<true>();
    sync_grid();
    gather<false>();
    sync_grid();
    compute_received();
  }

  [[nodiscard]] __device__ bool goes_along_active() const {
    if (!Buffered && job_.way != superstep_way::automatic) return job_.way == superstep_way::push;
    return edge_vertex_engine::goes_along_active(now_.now, view_.num_vertices, job_.num_edges);
  }

  /// Combines the counts of all thread blocks for the next superstep.
  __device__ void finish(bool along_active, std::uint64_t at) {
    const superstep_report begun{now_.now.active, now_.now.active_edges, 0, 0, along_active, 0};
    const std::uint64_t clock = now_.clock;
    const bool flips = same_message && !along_active;
    reduce_counts();
    if (threadIdx.x == 0) {
      if (flips) now_.messages_at ^= 1;
      ++now_.number;
      now_.pushed += along_active, now_.active_edges += begun.active_edges;
      now_.inspected += now_.now.inspected, now_.computed += now_.now.computed;
      view_.number = now_.number;
      if (job_.list && blockIdx.x == 0) {
        job_.list[at] = {begun.active,      begun.active_edges, now_.now.inspected,
                         now_.now.computed, along_active,       static_cast<double>(now_.clock - clock) * 1e-9};
      }
    }
    __syncthreads();
  }

  /// Grid-wide reduction in a fixed order: lanes, warps, thread blocks.
  __device__ void reduce_counts() {
    const unsigned turn = now_.number % 2 != now_.begun;
    const counts of_block = sum_of_warps(sum_of_tallies(mine_));
    mine_ = {};
    if (threadIdx.x == 0) job_.counts[turn][blockIdx.x] = of_block;
    if (threadIdx.x == 0 && blockIdx.x == 0) asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(job_.clock[turn]));
    sync_grid();
    counts part{};
    for (unsigned i = threadIdx.x; i < gridDim.x; i += superstep_threads) part.combine(job_.counts[turn][i]);
    const counts sum = sum_of_warps(combined_of_lanes(part, warp_lanes));
    if (threadIdx.x == 0) now_.now = sum, view_.aggregated = sum.contributed, now_.clock = job_.clock[turn];
    __syncthreads();
  }

  /// Combination over the lanes of each group of `lanes`, a power of two.
  template <class T>
  [[nodiscard]] __device__ static T combined_of_lanes(T x, unsigned lanes) {
    for (unsigned by = lanes / 2; by > 0; by /= 2) {
      const T other = from_other_lane(x, by);
      x.combine(other);
    }
    return x;
  }

  /// Sum over the warp. Counts of threads take an instruction for each half of their bits, instead of ten shuffles.
  [[nodiscard]] __device__ static counts sum_of_tallies(const superstep_tally<Program>& mine) {
    const auto sum = [](std::uint32_t x) { return sum_of_lanes(x & 0xFFFF) + (std::uint64_t{sum_of_lanes(x >> 16)} << 16); };
    counts all{};
    if constexpr (has_aggregate<Program>) all.contributed = combined_of_lanes(mine.contributed, warp_lanes);
    all.active = sum(mine.active), all.active_edges = sum(mine.active_edges), all.senders = sum(mine.senders);
    all.computed = sum(mine.computed), all.inspected = sum(mine.inspected);
    return all;
  }

  /// Sum over the thread block, valid in its first warp, of what each warp has.
  [[nodiscard]] __device__ counts sum_of_warps(const counts& of_warp) {
    constexpr unsigned num_warps = superstep_threads / warp_lanes;
    __syncthreads();
    if (lane_of_warp() == 0) parts_[threadIdx.x / warp_lanes] = of_warp;
    __syncthreads();
    if (threadIdx.x >= warp_lanes) return {};
    return combined_of_lanes(parts_[threadIdx.x % num_warps], num_warps);
  }

  const Program& program_;
  const superstep_job<Program>& job_;
  state& now_;
  superstep_view<Program>& view_;
  counts* const parts_;
  const vertex_id n_;
  superstep_tally<Program> mine_{};
};

}  // namespace fathom::edge_vertex_engine
