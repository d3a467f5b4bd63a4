// multi_search_on_device(): runs a user program of multi_search() on a CUDA device, one search per thread block. For files that
// nvcc compiles (C++20). The user program is the same struct, with its callbacks declared FATHOM_CALLABLE. See device_search.cuh
// for which code runs in one thread and which in all.
//
// In addition to multi_search()'s requirements, the user program must be trivially copyable, data it points to must be in device
// memory (see in_layout_order(), with the same options), and callbacks must not throw. Programs of lambdas run only on the CPU:
// nvcc accepts no generic lambda for host and device.
#pragma once

#include <cstring>
#include <utility>
#include <vector>

#include "fathom/distributed/multi_search.hpp"
#include "fathom/visitor/device_run.hpp"
#include "fathom/visitor/device_search_run.cuh"
#include "fathom/visitor/device_search_steps.cuh"
#include "fathom/visitor/multi_search.hpp"

namespace fathom {

namespace multi_search_engine {

template <class P>
__global__ void __launch_bounds__(block_threads, blocks_together)
    search_kernel(const __grid_constant__ P program, const __grid_constant__ totals_of<P> totals,
                  const __grid_constant__ device_job job) {
  __shared__ block_state shared;
  __shared__ alignas(16) std::byte state[sizeof(state_of<P>)];
  device_search<P> search(program, totals, job, shared, *reinterpret_cast<state_of<P>*>(state));
  search.run_all();
}

/// Lists a user program's arrays for the device, placed consecutively from byte `next`.
struct array_lister {
  device_arrays& into;
  std::size_t entries, next = 0;
  std::size_t& row;

  template <class T>
  device_array& add(const T& blank) {
    static_assert(sizeof(T) <= most_entry_bytes, "multi_search: on a GPU an array entry must have at most 32 bytes");
    if (into.count == most_device_arrays) device_run::check(1, "listing more than 16 arrays of a program");
    device_array& a = into.list[into.count++];
    a.part = {next, padded_bytes(entries, sizeof(T))}, a.size = sizeof(T);
    std::memcpy(a.blank, &blank, sizeof(T));
    next += a.part.bytes;
    return a;
  }
  template <class T>
  void operator()(vertex_array<T>&, const std::type_identity_t<T>& blank) {
    add<T>(blank);
  }
  template <class T>
  void operator()(vertex_array<T>&, const std::type_identity_t<T>& blank, keep_tag) {
    device_array& a = add<T>(blank);
    a.kept = true, a.row_at = row;
    row += padded_bytes(entries, sizeof(T));
  }
};

/// Lists per-vertex totals if the layout lacks vertices. Totals have the same memory layout on the device as on the host.
template <class Totals>
void list_totals(Totals& host, const total_sizes& sizes, bool lacks_vertices, device_arrays& into, std::size_t& row) {
  std::size_t next = 0;
  for_each_total(host, [&]<class Array, class Combiner>(Array& a, Combiner) {
    using T = typename Array::value_type;
    if constexpr (std::is_same_v<Array, vertex_array<T>>) {
      array_lister lister{into, 0, next, row};
      if (lacks_vertices) lister.add(Combiner::template identity<T>()).row_at = row, row += padded_bytes(1, sizeof(T));
    }
    next += padded_bytes(sizes.of(a), sizeof(T));
  });
}

/// Uploads each thread block's initial state, with pointers to its arrays.
template <class P>
void upload_states(device_run& run) {
  std::vector<std::byte> states(run.blocks() * run.job.state_bytes);
  for (std::size_t b = 0; b < run.blocks(); ++b) {
    state_of<P> fresh{};
    int at = 0;
    for_each_array(fresh, [&]<class T>(vertex_array<T>& a, const std::type_identity_t<T>&, auto...) {
      const block_part& part = run.job.arrays.list[at++].part;
      a.data = reinterpret_cast<T*>(run.job.memory + run.blocks() * part.at + b * part.bytes);
    });
    std::memcpy(states.data() + b * run.job.state_bytes, &fresh, sizeof fresh);
  }
  std::byte* const there = run.allocate(states.size());
  run.upload(there, states.data(), states.size());
  run.job.fresh_states = there;
}

template <class Totals>
[[nodiscard]] Totals upload_totals(device_run& run, total_memory<Totals>& host) {
  Totals there = host.view;
  const std::span<std::byte> bytes = host.bytes();
  run.job.totals_memory = run.allocate(bytes.size());
  run.upload(run.job.totals_memory, bytes.data(), bytes.size());
  for_each_total(there, [&]<class Array, class Combiner>(Array& a, Combiner) {
    using T = typename Array::value_type;
    a.data = reinterpret_cast<T*>(run.job.totals_memory + (reinterpret_cast<std::byte*>(a.data) - bytes.data()));
  });
  return there;
}

/// Copies the results of a batch of searches to the final result.
template <class P>
class batch_taker {
 public:
  batch_taker(device_run& run, kept_rows<P>& kept, total_memory<totals_of<P>>& totals, multi_search_result<P>& result)
      : run_(run), kept_(kept), totals_(totals), result_(result) {}

  void take(std::span<const vertex_id> sources) {
    const device_job& job = run_.job;
    states_.resize(job.count * job.state_bytes), rows_.resize(job.count * job.row_bytes), ids_.resize(job.count);
    run_.download(states_.data(), job.ended_states, states_.size());
    run_.download(rows_.data(), job.rows, rows_.size());
    run_.download(ids_.data(), job.sources, ids_.size() * sizeof(vertex_id));
    for (std::size_t i = 0; i < job.count; ++i) {
      state_of<P> ended;
      std::memcpy(&ended, states_.data() + i * job.state_bytes, sizeof ended);
      std::byte* const row = rows_.data() + i * job.row_bytes;
      int at = 0;
      for_each_array(ended, [&]<class T>(vertex_array<T>& a, const std::type_identity_t<T>&, auto...) {
        const device_array& listed = job.arrays.list[at++];
        a.data = listed.kept ? reinterpret_cast<T*>(row + listed.row_at) : nullptr;
      });
      const std::size_t search = job.first + i;
      result_.searches[search] = kept_.keep_from(ended, search, ids_[i], sources[search]);
      if (ids_[i] >= job.graph.n) take_isolated(row, sources[search]);
    }
  }

 private:
  void take_isolated(const std::byte* row, vertex_id caller) {
    const std::size_t slot = run_.job.graph.n;
    int at = 0;
    for_each_total(totals_.view, [&]<class Array, class Combiner>(Array& a, Combiner) {
      using T = typename Array::value_type;
      if constexpr (std::is_same_v<Array, vertex_array<T>>) {
        std::memcpy(static_cast<void*>(&a.data[slot]), row + run_.job.totals.list[at++].row_at, sizeof(T));
      }
    });
    move_isolated(totals_.view, slot, result_.totals, caller);
  }

  device_run& run_;
  kept_rows<P>& kept_;
  total_memory<totals_of<P>>& totals_;
  multi_search_result<P>& result_;
  std::vector<std::byte> states_, rows_;
  std::vector<vertex_id> ids_;
};

template <class P>
multi_search_result<P> start_on_device(const P& program, const layout& l, const graph* g, std::span<const vertex_id> sources,
                                       const multi_search_options& options, const source_numbers& numbers = {}) {
  using totals = totals_of<P>;
  check_program<P, device_search<P>>();
  static_assert(std::is_trivially_copyable_v<P>, "multi_search: a user program for a GPU must be trivially copyable");
  static_assert(sizeof(state_of<P>) <= most_state_bytes,
                "multi_search: on a GPU the program's `state` must have at most 8192 bytes; put larger data into a vertex_array");
  device_run run(l, sources, options);
  run.job.numbers = numbers;
  const std::size_t slots = slots_for(l, options);
  const total_sizes working{slots, l.num_edges}, combined{l.caller_vertices, l.num_edges};
  state_of<P> state{};
  totals sample{};
  device_needs needs;
  array_lister arrays{run.job.arrays, slots, 0, needs.row};
  for_each_array(state, arrays);
  list_totals(sample, working, l.to_internal != nullptr, run.job.totals, needs.row);
  array_counter kept_bytes{slots};
  total_counter on_device{working}, at_host{combined};
  for_each_array(state, kept_bytes);
  for_each_total(sample, on_device);
  for_each_total(sample, at_host);
  check_graph(l, g, on_device.has_edges);
  needs.state = sizeof(state), needs.state_arrays = arrays.next, needs.totals = on_device.bytes;
  needs.result = sources.size() * (sizeof(state) + kept_bytes.kept_entry_bytes * l.caller_vertices) + at_host.bytes;
  needs.edge_totals = on_device.has_edges;
  int blocks = 0;
  run.check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, search_kernel<P>, block_threads, 0), "querying the occupancy");
  run.plan(needs, blocks);

  const stopwatch clock;
  multi_search_result<P> result;
  std::vector<total_memory<totals>> copies;
  copies.emplace_back(working);
  total_memory<totals> sums(combined);
  result.totals = sums.view;
  kept_rows<P> kept;
  kept.allocate(sources.size(), l);
  result.searches.resize(sources.size());
  upload_states<P>(run);
  const totals there = upload_totals(run, copies.front());
  batch_taker<P> taker(run, kept, copies.front(), result);
  for (std::size_t first = 0; first < sources.size(); first += run.job.count) {
    run.begin_batch(first);
    search_kernel<P><<<run.blocks(), block_threads, 0, static_cast<cudaStream_t>(run.stream())>>>(program, there, run.job);
    run.check(cudaGetLastError(), "starting searches");
    run.launched();
    run.end_batch();
    taker.take(sources);
  }
  run.add_counts();
  run.report.seconds_search = clock.seconds();
  const std::span<std::byte> bytes = copies.front().bytes();
  run.download(bytes.data(), run.job.totals_memory, bytes.size());
  combine_totals(copies, result.totals, on_device.has_edges ? run.with_host_offsets() : l, g, thread_count(options.control));
  result.memory = kept.take();
  result.memory.push_back(sums.take());
  run.report.seconds_combine = clock.seconds() - run.report.seconds_search;
  result.report = std::move(run.report);
  result.report.peak_memory_bytes = peak_memory_bytes();
  return result;
}

/// Searches of a process on its CUDA device.
struct cuda_engine {
  static void check(const layout& l, std::span<const vertex_id> sources, const multi_search_options& options) {
    check_device_call(l, sources, options);
  }
  template <class Program>
  static multi_search_result<Program> search(const Program& program, const layout& l, const graph* g,
                                             std::span<const vertex_id> sources, const multi_search_options& options,
                                             const source_numbers& numbers) {
    return start_on_device(program, l, g, sources, options, numbers);
  }
};

}  // namespace multi_search_engine

/// Like multi_search(), on the CUDA device options.where. The layout may be on that device or in host memory; then it is copied.
/// Throws as multi_search() does; error_category::memory refers to device memory.
template <class Program>
[[nodiscard]] multi_search_result<Program> multi_search_on_device(const layout& prepared, std::span<const vertex_id> sources,
                                                                  const Program& program, const multi_search_options& options) {
  return multi_search_engine::start_on_device(program, prepared, nullptr, sources, options);
}
template <class Program>
[[nodiscard]] multi_search_result<Program> multi_search_on_device(const graph& g, const layout& prepared,
                                                                  std::span<const vertex_id> sources, const Program& program,
                                                                  const multi_search_options& options) {
  return multi_search_engine::start_on_device(program, prepared, &g, sources, options);
}

/// Collective: the same on the CUDA devices of the processes of exec.ranks, or on several devices of exec.devices, which share the
/// sources as in the overload of multi_search() with an execution (distributed/multi_search.hpp). All devices of one process run
/// copies of `program`, so data that it points to must be in memory that each of them reads.
template <class Program>
[[nodiscard]] multi_search_result<Program> multi_search_on_device(const layout& prepared, std::span<const vertex_id> sources,
                                                                  const Program& program, const multi_search_options& options,
                                                                  const execution& exec) {
  return multi_search_engine::start_shared<multi_search_engine::cuda_engine>(program, &prepared, nullptr, sources, options, exec);
}
template <class Program>
[[nodiscard]] multi_search_result<Program> multi_search_on_device(const graph& g, const layout& prepared,
                                                                  std::span<const vertex_id> sources, const Program& program,
                                                                  const multi_search_options& options, const execution& exec) {
  return multi_search_engine::start_shared<multi_search_engine::cuda_engine>(program, &prepared, &g, sources, options, exec);
}

}  // namespace fathom
