// edge_vertex_on_device() on several CUDA devices: the user programs of visitor/edge_vertex.cuh on devices of one process or of the
// processes of an MPI job, each of which has a part of the graph. For files that nvcc compiles.
#pragma once

#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

#include "fathom/distributed/edge_vertex.hpp"
#include "fathom/distributed/over_devices.hpp"
#include "fathom/visitor/device_superstep_part.cuh"
#include "fathom/visitor/device_superstep_ranks.hpp"
#include "fathom/visitor/edge_vertex.cuh"

namespace fathom {

namespace edge_vertex_engine {

/// Run of a user program on one device of several.
template <class Program>
class device_superstep_part_run : public device_superstep_memory<Program, false> {
 public:
  using counts = superstep_counts<Program>;

  /// Not collective. The current device becomes that of the graph.
  device_superstep_part_run(const Program& program, const rank_edge_vertex_device_graph& g, const edge_vertex_options& options,
                            edge_vertex_report& report, device_superstep_ranks& ranks)
      : device_superstep_memory<Program, false>(g.rows, options, report, superstep_part_kernel<Program>, &g.part.own_vertices),
        program_(program),
        whole_(g.part),
        ranks_(ranks) {
    report.planned_bytes = g.rows.bytes + this->memory_for(nullptr) + bytes_of_messages();
    require_device_memory(g.rows, report.planned_bytes, options);
    this->set_up();
    superstep_job<Program>& job = this->job_;
    job.view.num_vertices = whole_.num_vertices, job.view.in_offsets = g.in_offsets;
    job.num_edges = whole_.num_edges, job.united_rows = true;
    device_room& room = this->room_;
    part_.ranks = static_cast<unsigned>(whole_.mirrors.size()) - 1, part_.first_vertex = whole_.first_vertex;
    part_.mirrors = room.upload_copy(whole_.mirrors.data(), whole_.mirrors.size());
    part_.sent = room.template allocate_for<unsigned long long>(part_.ranks);
    part_.placed = room.template allocate_for<unsigned long long>(part_.ranks);
    part_.outgoing = room.template allocate_for<part_message<Program>>(mirrors());
    part_.incoming = incoming_ = room.template allocate_for<part_message<Program>>(whole_.mirrored);
    part_.incoming_ends = incoming_ends_ = room.template allocate_for<std::uint64_t>(part_.ranks);
  }

  void run() {
    const edge_vertex_options& options = this->options_;
    edge_vertex_report& report = this->report_;
    ranks_.together([this] { launch(part_phase::begin); });
    counts now = sum_of_all();
    for (; now.active > 0 && part_.state.number < options.max_supersteps; ++part_.state.number) {
      const double begin = options.list_supersteps ? seconds_now() : 0;
      const counts before = now;
      part_.along_active = options.way == superstep_way::automatic ? goes_along_active(now, whole_.num_vertices, whole_.num_edges)
                                                                   : options.way == superstep_way::push;
      advance(now);
      now = sum_of_all();
      report.active_edges += before.active_edges, report.edges_inspected += now.inspected, report.computed += now.computed;
      report.pushed_supersteps += part_.along_active;
      if (!options.list_supersteps) continue;
      report.list.push_back(
          {before.active, before.active_edges, now.inspected, now.computed, part_.along_active, seconds_now() - begin});
    }
    report.supersteps = part_.state.number;
    report.still_active = now.active;
    report.end = now.active == 0 ? edge_vertex_end::no_active_vertex : edge_vertex_end::max_supersteps;
    aggregated_ = now.contributed;
  }

  [[nodiscard]] const aggregate_of<Program>& aggregated() const noexcept { return aggregated_; }

 private:
  [[nodiscard]] std::uint64_t mirrors() const { return whole_.mirrors.back() - whole_.mirrors.front(); }
  [[nodiscard]] std::uint64_t bytes_of_messages() const {
    return (mirrors() + whole_.mirrored) * sizeof(part_message<Program>) +
           whole_.mirrors.size() * (sizeof(vertex_id) + 3 * sizeof(std::uint64_t));
  }

  /// Runs a phase and adds its counts to those of this device.
  void launch(part_phase phase) {
    part_.phase = phase;
    void* arguments[] = {const_cast<Program*>(&program_), &this->job_, &part_};
    device_superstep_memory<Program, false>::launch(superstep_part_kernel<Program>, arguments);
    superstep_state<Program> state;
    this->room_.download(&state, this->job_.state, sizeof state);
    own_.combine(state.now);
  }

  void advance(const counts& now) {
    part_.state.now = now;
    part_.state.now.senders = own_senders_;
    const bool limited = this->options_.max_supersteps != edge_vertex_options{}.max_supersteps;
    std::vector<std::uint64_t> sent(part_.ranks);
    ranks_.together([&] {
      report_progress(this->options_.control, "running supersteps", part_.state.number,
                      limited ? this->options_.max_supersteps : 0);
      launch(part_phase::send);
      this->room_.download(sent.data(), part_.sent, part_.ranks * sizeof(std::uint64_t));
    });
    std::vector<std::uint64_t> received = ranks_.exchange_on_device(part_.outgoing, sent, incoming_, this->room_.in_order());
    std::partial_sum(received.begin(), received.end(), received.begin());
    ranks_.together([&] {
      this->room_.upload(incoming_ends_, received.data(), received.size() * sizeof(std::uint64_t));
      launch(part_phase::receive);
    });
  }

  /// Collective: counts for the next superstep, by ascending rank.
  [[nodiscard]] counts sum_of_all() {
    own_senders_ = own_.senders;
    counts sum;
    for (const counts& one : ranks_.of_all(std::exchange(own_, counts{}))) sum.combine(one);
    return sum;
  }

  const Program& program_;
  const rank_edge_vertex_graph& whole_;
  device_superstep_ranks& ranks_;
  part_job<Program> part_;
  part_message<Program>* incoming_ = nullptr;
  std::uint64_t* incoming_ends_ = nullptr;
  counts own_;  ///< of this device since the last sum
  std::uint64_t own_senders_ = 0;
  aggregate_of<Program> aggregated_{};
};

}  // namespace edge_vertex_engine

/// Collective: like edge_vertex() of a distributed graph, on the CUDA device of each process, which is the report's `where`. A
/// device calls the program's functions for its own vertices and their out-edges. Data that the program points to must be in memory
/// that each device reads.
///
/// Throws, on all processes if any of them does, as edge_vertex() of a distributed graph; error_category::usage if exec.where is a
/// CPU, ::device if the transport is not available; ::memory refers to device memory, too.
template <class Program>
[[nodiscard]] rank_edge_vertex_result<Program> edge_vertex_on_device(const rank_edge_vertex_device_graph& prepared,
                                                                     const Program& program, const edge_vertex_options& options,
                                                                     const execution& exec) {
  using namespace edge_vertex_engine;
  check_device_program<Program>();
  check_on_ranks(*prepared.part.ranks, options, exec, device_kind::cuda, std::hash<std::string_view>{}(typeid(Program).name()));
  edge_vertex_options own = options;
  own.control = exec.control, own.control.threads = prepared.part.threads;
  rank_edge_vertex_result<Program> result;
  std::optional<device_superstep_part_run<Program>> run;  // before `ranks`, which are disconnected on its device
  device_superstep_ranks ranks(prepared);
  const double begin = seconds_now();
  ranks.together([&] {
    result.report = begin_device_report(prepared.rows, false, same_for_all_edges<Program>(), own);
    run.emplace(program, prepared, own, result.report, ranks);
  });
  ranks.connect(sizeof(part_message<Program>), exec.transport);
  finish_supersteps<Program>(*run, begin, result);
  if (const std::string transport = ranks.transport(); !transport.empty()) result.report.engine += ", transport " + transport;
  gather_results(ranks, options, result);
  return result;
}

/// Collective: prepares the graph and runs the user program.
template <class Program>
[[nodiscard]] rank_edge_vertex_result<Program> edge_vertex_on_device(const rank_graph& g, const Program& program,
                                                                     const edge_vertex_options& options, const execution& exec) {
  const rank_edge_vertex_device_graph prepared = prepare_edge_vertex_on_device(g, options, exec);
  rank_edge_vertex_result<Program> result = edge_vertex_on_device(prepared, program, options, exec);
  result.report.seconds_prepare += prepared.rows.seconds;
  result.report.seconds_copy = prepared.rows.seconds_copy;
  return result;
}

/// Runs the user program on several devices of exec.devices, one thread each, or, collective, on the devices of the processes of
/// exec.ranks, which all have the graph: each device gets a part. Values are those of one device, except that floating-point sums
/// are added in another order. With one device, which `exec` names, runs as edge_vertex_on_device() of a graph.
///
/// Throws as edge_vertex_on_device() of a distributed graph; also error_category::usage for a graph with parallel edges or
/// self-loops, which its parts do not have.
template <class Program>
[[nodiscard]] rank_edge_vertex_result<Program> edge_vertex_on_device(const graph& g, const Program& program,
                                                                     const edge_vertex_options& options, const execution& exec) {
  edge_vertex_engine::check_parts_of(g, options, exec);
  return over_devices(exec, [&](const execution& here) {
    if (here.ranks == nullptr || here.ranks->size() == 1) {
      rank_edge_vertex_result<Program> result;
      static_cast<edge_vertex_result<Program>&>(result) =
          edge_vertex_on_device(g, program, edge_vertex_engine::options_on(here, options));
      return result;
    }
    const rank_graph parts(*here.ranks, g, {.control = here.control});
    execution own = here;
    own.ranks = nullptr;
    return edge_vertex_on_device(parts, program, options, own);
  });
}

}  // namespace fathom
