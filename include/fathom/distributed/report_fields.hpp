// Fields of the reports of MPI jobs; see fathom/report_fields.hpp.
#pragma once

#include <optional>
#include <string_view>

#include "fathom/distributed/bfs.hpp"
#include "fathom/distributed/components.hpp"
#include "fathom/distributed/energy.hpp"
#include "fathom/distributed/graph.hpp"
#include "fathom/distributed/multi_bfs.hpp"
#include "fathom/graph500.hpp"
#include "fathom/report_fields.hpp"

namespace fathom {

template <class Field>
void describe_fields(const rank_work& w, Field&& field) {
  field("vertices", w.vertices, "vertices", "owned vertices");
  field("edges", w.edges, "edges", "directed edges in the process's part");
  field("bytes_sent", w.bytes_sent, "bytes", "sent to other processes");
  field("seconds_own_part", w.seconds_compute, "s", "computing on the process's own part");
  field("seconds_exchange", w.seconds_exchange, "s", "sending, receiving and unpacking");
  field("seconds_wait", w.seconds_wait, "s", "waiting for other processes");
  field("peak_memory_bytes", w.peak_memory_bytes, "bytes", "peak memory of the process");
}

/// Fields that levels of single searches and of batches share.
template <class Level, class Field>
void describe_exchange(const Level& l, Field&& field) {
  field("bytes_sent", l.bytes_sent, "bytes", "sent to other processes");
  field("seconds", l.seconds, "s", "time of the level in the slowest process");
  field("seconds_own_part", l.seconds_search, "s", "searching the process's own part, mean over processes");
  field("seconds_exchange", l.seconds_exchange, "s", "exchanging data, mean over processes");
  field("seconds_wait", l.seconds_wait, "s", "waiting for the slowest process, mean over processes");
  field("imbalance", l.imbalance, "ratio", "largest seconds_own_part divided by the mean");
}

template <class Field>
void describe_fields(const rank_level_report& l, Field&& field) {
  field("level", l.level, "hops", "distance of the frontier's vertices from the source");
  field("direction", l.way, "text", "top-down or bottom-up");
  field("frontier", l.frontier, "vertices", "vertices in the frontier");
  field("edges_inspected", l.inspected, "edges", "adjacency entries inspected");
  describe_exchange(l, field);
}

// The joint frontier of a batch is the frontier of its level.
template <class Field>
void describe_fields(const rank_batch_level& l, Field&& field) {
  field("level", l.level, "hops", "distance of the frontiers' vertices from their sources");
  field("direction", l.way, "text", "top-down or bottom-up");
  field("joint_frontier", l.frontier, "vertices", "vertices in any of the batch's frontiers");
  field("separate_frontiers", l.separate, "vertices", "the same, once per search that has the vertex in its frontier");
  field("edges_inspected", l.inspected, "edges", "adjacency entries inspected");
  field("found", l.found, "vertices", "discovered vertices, once per search");
  describe_exchange(l, field);
}

template <class Field>
void describe_fields(const rank_batch_report& b, Field&& field) {
  field("searches", b.searches, "searches", "distinct sources of the batch");
  field("depth", b.depth, "hops", "largest distance");
  field("edges_traversed", b.edges_traversed, "edges", "directed edges out of the reached vertices, summed over the searches");
  field("seconds", b.seconds, "s", "search time of the slowest process");
  field("levels", b.levels, "list", "reports of the levels");
}

template <class Field>
void describe_fields(const rank_multi_bfs_report& r, Field&& field) {
  field("algorithm", std::string_view("multi_bfs"), "text", "multi_bfs");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", device{}, "text", "the CPU, the only device of this search");
  field("ranks", r.by_rank.size(), "processes", "number of processes");
  field("threads", r.threads, "threads", "CPU threads per process");
  field("width", r.width, "searches", "capacity of a batch");
  field("sources", r.sources, "sources", "sources given");
  field("searches", r.searches, "searches", "searches run: distinct sources");
  field("edges_traversed", r.edges_traversed, "edges", "directed edges out of the reached vertices, summed over the searches");
  field("seconds", r.seconds(), "s", "whole call: the sum of the parts below");
  field("seconds_search", r.seconds_search, "s", "searching, slowest process");
  field("seconds_gather", r.seconds_gather, "s", "gathering distances on all processes, slowest process");
  field("seconds_sink", r.seconds_sink, "s", "passing results on, slowest process");
  field("teps", r.teps(), "edges/s", "edges_traversed per second");
  field("planned_bytes", r.planned_bytes, "bytes", "predicted memory of the searches, largest process");
  field("groups", r.batches, "list", "reports of the batches");
  field("by_rank", r.by_rank, "list", "size and work of each process");
}

template <class Field>
void describe_fields(const rank_components_report& r, Field&& field) {
  field("algorithm", std::string_view("components"), "text", "components");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device of this process");
  field("threads", r.threads, "threads", "CPU threads per process");
  field("rounds", r.rounds, "rounds", "rounds of communication; on devices, mergers of forests");
  field("seconds", r.seconds(), "s", "whole call: the sum of the parts below");
  field("seconds_search", r.seconds_search, "s", "finding each vertex's component, slowest process");
  field("seconds_count", r.seconds_count, "s", "computing the components' sizes");
  field("seconds_gather", r.seconds_gather, "s", "gathering labels on all processes");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds_search: from edges to labels in device memory");
  field("by_rank", r.by_rank, "list", "size and work of each process");
}

template <class Field>
void describe_fields(const search_energy& s, Field&& field) {
  const rank_energy& e = s.energy;
  const auto known = [&](double value) { return e.devices > 0 ? std::optional(value) : std::nullopt; };
  field("measured_devices", e.devices, "devices", "devices measured");
  field("unmeasured_devices", e.unmeasured, "devices", "devices that could not be read");
  field("why_not", e.unmeasured > 0 ? &e.why_not : nullptr, "text", "reason for the first of those");
  field("joules", known(e.joules), "J", "energy of the measured devices, including use by other programs");
  field("uncertainty_joules", known(e.uncertainty_joules), "J", "plus or minus, summed over the devices");
  field("seconds", known(e.seconds), "s", "length of the longest window");
  field("average_watts", known(e.average_watts()), "W", "joules per second of the window");
  field("searches", s.searches, "searches", "searches in the window");
  field("edges_traversed", s.edges, "edges", "edges traversed in the window, as counted in the searches' report");
  field("teps_per_watt", known(s.teps_per_watt()), "edges/J", "edges_traversed per joule");
}

template <class Field>
void describe_fields(const graph500_search& s, Field&& field) {
  field("source", s.root, "vertex", "root of the search");
  field("reached", s.reached, "vertices", "reached vertices, including the root");
  field("depth", s.depth, "hops", "largest distance of a breadth-first search");
  field("input_edges", s.edges, "edges", "generated edges in the root's component, as the specification counts");
  field("seconds", s.seconds, "s", "until the last process has its predecessors");
  field("seconds_validate", s.seconds_validate, "s", "validating the result");
  field("teps_graph500", s.teps(), "edges/s", "input_edges per second");
}

template <class Field>
void describe_fields(const graph500_rank& r, Field&& field) {
  field("vertices", r.vertices, "vertices", "owned vertices that have an edge");
  field("edges", r.edges, "edges", "directed edges in the process's matrix block");
  field("bytes_construction", r.bytes_construction, "bytes", "sent to other processes during construction");
  field("bytes_searches", r.bytes_searches, "bytes", "sent to other processes during breadth-first searches");
  field("seconds_own_part", r.seconds_search, "s", "searching the process's own part");
  field("seconds_exchange", r.seconds_exchange, "s", "sending, receiving and unpacking");
  field("seconds_wait", r.seconds_wait, "s", "waiting for other processes");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process");
}

}  // namespace fathom
