// edge_vertex_on_device(): runs a user program of edge_vertex() on a CUDA device, with all supersteps in one persistent kernel. For
// files that nvcc compiles (C++20). The user program is the same struct, with its functions declared FATHOM_CALLABLE.
//
// In addition to edge_vertex()'s requirements, the user program must be trivially copyable, data it points to must be in device
// memory (see to_device() in array.hpp), and its functions must not throw. Results are identical in every run on a device.
// Floating-point sums differ from the CPU's by rounding, because edges are combined in another order. distributed/edge_vertex.cuh
// runs it on several devices.
#pragma once

#include <type_traits>
#include <vector>

#include "fathom/visitor/device_superstep_gather.cuh"
#include "fathom/visitor/device_superstep_memory.cuh"
#include "fathom/visitor/device_superstep_phases.cuh"
#include "fathom/visitor/edge_vertex.hpp"

namespace fathom {

namespace edge_vertex_engine {

template <class Program, bool Buffered>
__global__ void __launch_bounds__(superstep_threads, 4)
    superstep_kernel(const __grid_constant__ Program program, const __grid_constant__ superstep_job<Program> job) {
  __shared__ superstep_shared<Program> shared;
  shared.begin(job, *job.state);
  device_supersteps<Program, Buffered>(program, job, shared).run();
  if (blockIdx.x == 0 && threadIdx.x == 0) *job.state = shared.state();
}

/// Run of a user program on a whole graph.
template <class Program, bool Buffered>
class device_superstep_run : public device_superstep_memory<Program, Buffered> {
 public:
  device_superstep_run(const Program& program, const edge_vertex_device_graph& g, const edge_vertex_options& options,
                       edge_vertex_report& report)
      : device_superstep_memory<Program, Buffered>(g, options, report, superstep_kernel<Program, Buffered>), program_(program) {
    const std::uint64_t planned = g.bytes + this->memory_for(nullptr);
    require_device_memory(g, planned, options);
    report.planned_bytes = planned;
    this->set_up();
  }

  void run() {
    const edge_vertex_options& options = this->options_;
    const bool limited = options.max_supersteps != edge_vertex_options{}.max_supersteps;
    superstep_state<Program> state;
    do {
      report_progress(options.control, "running supersteps", state.number, limited ? options.max_supersteps : 0);
      const std::uint64_t before = state.number;
      void* arguments[] = {const_cast<Program*>(&program_), &this->job_};
      this->launch(superstep_kernel<Program, Buffered>, arguments);
      this->room_.download(&state, this->job_.state, sizeof state);
      take_list(state.number - before);
    } while (state.now.active > 0 && state.number < options.max_supersteps);
    aggregated_ = state.now.contributed;
    edge_vertex_report& report = this->report_;
    report.supersteps = state.number, report.pushed_supersteps = state.pushed;
    report.active_edges = state.active_edges, report.edges_inspected = state.inspected, report.computed = state.computed;
    report.still_active = state.now.active;
    report.end = state.now.active == 0 ? edge_vertex_end::no_active_vertex : edge_vertex_end::max_supersteps;
  }

  [[nodiscard]] const aggregate_of<Program>& aggregated() const noexcept { return aggregated_; }

 private:
  void take_list(std::uint64_t count) {
    if (!this->options_.list_supersteps) return;
    std::vector<superstep_report> some(count);
    this->room_.download(some.data(), this->job_.list, count * sizeof(superstep_report));
    this->report_.list.insert(this->report_.list.end(), some.begin(), some.end());
  }

  const Program& program_;
  aggregate_of<Program> aggregated_{};
};

/// Fails to compile, with a message, if Program is not a valid user program for a GPU.
template <class Program>
consteval void check_device_program() {
  check_program<Program>();
  static_assert(std::is_trivially_copyable_v<Program>, "edge_vertex: a user program for a GPU must be trivially copyable");
  static_assert(std::is_trivially_copyable_v<aggregate_of<Program>>,
                "edge_vertex: on a GPU the program's `aggregate` must be trivially copyable");
}

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
  check_device_program<Program>();
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
