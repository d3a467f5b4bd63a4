// Fields of all reports: describe_fields() passes each field of a report to a function as (key, value, unit, meaning). JSON
// objects, Python dictionaries and docs/json.md are made from these descriptions.
//
// A value is a number, a text, a device, an enumeration with to_string(), a described report, or a vector or array of these. A
// pointer or std::optional is empty if the field does not apply. The unit "vertex" marks a vertex_id, which may be no_vertex.
#pragma once

#include <string_view>

#include "fathom/build.hpp"
#include "fathom/components.hpp"
#include "fathom/cores.hpp"
#include "fathom/device.hpp"
#include "fathom/diameter.hpp"
#include "fathom/energy.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/pagerank.hpp"
#include "fathom/report.hpp"
#include "fathom/sssp.hpp"
#include "fathom/triangles.hpp"
#include "fathom/visitor/searches.hpp"
#include "fathom/visitor/supersteps.hpp"
#include "fathom/weighted_layout.hpp"

namespace fathom {

/// A type with a describe_fields().
template <class T>
concept described = requires(const T& t) {
  describe_fields(t, [](const char*, const auto&, const char*, const char*) {});
};

template <class Field>
void describe_fields(const graph_properties& p, Field&& field) {
  field("directed", p.directed, "flag", "whether an edge may lack its reverse");
  field("self_loops", p.self_loops, "edges", "stored edges from a vertex to itself");
  field("duplicates", p.duplicates, "edges", "stored edges equal to the one before them in the adjacency row");
  field("isolated", p.isolated, "vertices", "vertices without edges other than self-loops");
  field("max_out_degree", p.max_out_degree, "edges", "largest out-degree");
  field("max_out_degree_vertex", p.max_out_degree_vertex, "vertex", "the first vertex with that out-degree");
  field("max_in_degree", p.max_in_degree, "edges", "largest in-degree; 0 without in-edges");
  field("sorted", p.sorted, "flag", "whether every adjacency row is in ascending order");
  field("out_degree_histogram", p.out_degree_histogram, "list",
        "numbers of vertices: entry 0 of out-degree 0, entry b of out-degree 2^(b-1) to 2^b - 1");
}

template <class Field>
void describe_fields(const receipt& r, Field&& field) {
  field("edges_read", r.edges_read, "edges", "edges of the input, as given");
  field("reverse_edges_added", r.reverse_edges_added, "edges", "added because the graph is undirected or symmetrized");
  field("self_loops_removed", r.self_loops_removed, "edges", "self-loops removed, counted as given");
  field("duplicates_removed", r.duplicates_removed, "edges", "parallel directed edges that were merged");
  field("parallel_edges", r.parallel, "text", "policy by which they were merged");
  field("edges_stored", r.edges_stored, "edges", "directed edges of the graph");
  field("vertices", r.vertices, "vertices", "number of vertices of the graph");
  field("isolated", r.isolated, "vertices", "vertices without edges");
  field("renumbered", r.renumbered, "flag", "whether ids of the input differ from the graph's ids");
  field("largest_original_id", r.renumbered ? &r.largest_original_id : nullptr, "id", "largest id of the input, if renumbered");
  field("seconds_build", r.seconds, "s", "building the graph, without reading");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds_build: work on a CUDA device");
  field("notes", r.notes, "list", "decisions about the input, with reasons");
}

template <class Field>
void describe_fields(const layout& l, Field&& field) {
  field("device", l.where, "text", "device whose memory holds the layout");
  field("order", l.order, "text", "vertex order: caller or degree");
  field("order_reason", l.reason, "text", "vertex order in words, with the reason");
  field("seconds", l.seconds, "s", "preparing the layout");
  field("seconds_on_device", l.seconds_on_device, "s", "part of seconds: work on a CUDA device");
  field("bytes", l.bytes, "bytes", "memory in addition to the graph's");
}

template <class Field>
void describe_fields(const weighted_layout& l, Field&& field) {
  field("order", l.order, "text", "vertex order: caller or degree");
  field("order_reason", l.reason, "text", "vertex order in words, with the reason");
  field("weights", l.weights, "text", "unit (no weights), whole or real");
  field("smallest_weight", l.smallest_weight, "weight", "smallest weight of an edge");
  field("largest_weight", l.largest_weight, "weight", "largest weight of an edge");
  field("mean_weight", l.mean_weight, "weight", "mean weight of the edges");
  field("seconds", l.seconds, "s", "preparing the layout");
  field("bytes", l.bytes, "bytes", "memory in addition to the graph's");
}

template <class Field>
void describe_fields(const level_report& l, Field&& field) {
  field("level", l.level, "hops", "distance of the frontier's vertices from the source");
  field("direction", l.way, "text", "top-down or bottom-up");
  field("frontier", l.frontier, "vertices", "vertices in the frontier");
  field("edges_inspected", l.edges_inspected, "edges", "adjacency entries inspected; an upper bound where they are not counted");
  field("found", l.found, "vertices", "discovered vertices");
  field("seconds", l.seconds, "s", "time of the level");
  field("reason", l.reason, "text", "why the direction changed; empty if it did not");
}

template <class Field>
void describe_fields(const hub_cache_report& h, Field&& field) {
  field("status_reads", h.status_reads, "reads", "reads of a neighbor's status from device memory");
  field("status_reads_saved", h.status_reads_saved, "reads", "additional reads that would have been needed without the cache");
  field("share_saved", h.share_saved(), "fraction", "reads saved, of all that would have been needed");
}

template <class Field>
void describe_fields(const run_report& r, Field&& field) {
  field("algorithm", r.algorithm, "text", "bfs");
  field("engine", r.engine, "text", "implementation that ran, with its choices");
  field("order_reason", r.order, "text", "vertex order of the layout, with the reason");
  field("device", r.where, "text", "device that searched");
  field("threads", r.threads, "threads", "CPU threads of the search");
  field("source", r.source, "vertex", "source of the search");
  field("reached", r.reached, "vertices", "reached vertices, including the source");
  field("depth", r.depth, "hops", "largest distance");
  field("edges_traversed", r.edges_traversed, "edges", "stored directed edges out of the reached vertices");
  field("seconds", r.seconds(), "s", "whole search: the sum of search, map_back and host");
  field("seconds_search", r.seconds_search, "s", "searching in the layout's ids, including initialization");
  field("seconds_map_back", r.seconds_map_back, "s", "writing the results in the caller's ids");
  field("seconds_host", r.seconds_host, "s", "with a CUDA device: launching, waiting, copying results; else 0");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds: work on a CUDA device");
  field("teps", r.teps(), "edges/s", "edges_traversed per second of seconds_search and seconds_map_back");
  field("teps_graph500", r.teps_graph500(), "edges/s", "the same as Graph500 counts: each undirected edge once");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
  field("device_memory_bytes", r.device_memory_bytes, "bytes", "predicted device memory of the searches; 0 on the CPU");
  field("levels", r.levels, "list", "reports of the levels; empty unless requested");
  field("hub_cache", r.hub_cache.status_reads_saved > 0 ? &r.hub_cache : nullptr, "object",
        "effect of Enterprise's hub cache, if levels were requested");
}

template <class Field>
void describe_fields(const joint_level_report& l, Field&& field) {
  field("level", l.level, "hops", "distance of the frontiers' vertices from their sources");
  field("direction", l.way, "text", "top-down or bottom-up");
  field("joint_frontier", l.joint, "vertices", "vertices in any of the group's frontiers");
  field("separate_frontiers", l.separate, "vertices", "the same, once per search that has the vertex in its frontier");
  field("edges_inspected", l.edges_inspected, "edges", "adjacency entries inspected");
  field("found", l.found, "vertices", "discovered vertices, once per search");
  field("seconds", l.seconds, "s", "time of the level");
}

template <class Field>
void describe_fields(const group_report& g, Field&& field) {
  field("searches", g.searches, "searches", "distinct sources of the group");
  field("rank", g.rank, "rank", "process that searched");
  field("device", g.where, "text", "device that searched");
  field("depth", g.depth, "hops", "largest distance");
  field("edges_traversed", g.edges_traversed, "edges", "directed edges out of the reached vertices, summed over the searches");
  field("seconds", g.seconds, "s", "search time, including initialization");
  field("sharing_degree", g.sharing_degree(), "searches", "searches that share a frontier vertex, on average; 0 without levels");
  field("sharing_ratio", g.sharing_ratio(), "fraction", "sharing_degree per search of the group");
  field("levels", g.levels, "list", "reports of the levels; empty unless requested");
}

template <class Field>
void describe_fields(const multi_bfs_report& r, Field&& field) {
  field("algorithm", std::string_view("multi_bfs"), "text", "multi_bfs");
  field("engine", r.engine, "text", "implementation that ran, with the reason");
  field("grouping", r.grouping, "text", "how sources were grouped, with the reason");
  field("order_reason", r.order, "text", "vertex order of the layout, with the reason");
  field("device", r.where, "text", "first of the devices");
  field("devices", r.devices, "list", "devices on which this process searched");
  field("ranks", r.ranks, "processes", "number of processes");
  field("threads", r.threads, "threads", "CPU threads of this process");
  field("width", r.width, "searches", "capacity of a group");
  field("sources", r.sources, "sources", "sources given");
  field("searches", r.searches, "searches", "searches run: distinct sources");
  field("edges_traversed", r.edges_traversed, "edges", "directed edges out of the reached vertices, summed over the searches");
  field("seconds", r.seconds(), "s", "whole call: the sum of the parts below");
  field("seconds_prepare", r.seconds_prepare, "s", "preparing layouts, if the call does; else 0");
  field("seconds_group", r.seconds_group, "s", "grouping the sources");
  field("seconds_search", r.seconds_search, "s", "searching in the layout's ids");
  field("seconds_sink", r.seconds_sink, "s", "passing results on, in the caller's ids");
  field("teps", r.teps(), "edges/s", "edges_traversed per second, without preparing");
  field("planned_bytes", r.planned_bytes, "bytes", "predicted memory of the searches");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of a process so far; the largest of all processes");
  field("groups", r.groups, "list", "reports of the groups");
}

template <class Field>
void describe_fields(const multi_search_report& r, Field&& field) {
  field("algorithm", std::string_view("multi_search"), "text", "multi_search");
  field("engine", r.engine, "text", "implementation that ran, with its choices");
  field("order_reason", r.order, "text", "vertex order of the layout, with the reason");
  field("device", r.where, "text", "device that searched");
  field("method", r.method, "text", "method on a CUDA device");
  field("threshold", r.threshold, "edges", "degree from which the method expands a vertex by several threads; 0 if it has none");
  field("batch", r.batch, "searches", "searches per kernel launch");
  field("searches", r.searches, "searches", "searches run");
  field("at_once", r.at_once, "searches", "concurrent searches");
  field("stopped", r.stopped, "searches", "searches that a callback ended");
  field("reached", r.reached, "vertices", "vertices that joined, summed over the searches");
  field("depth", r.depth, "hops", "largest distance at which a search discovered a vertex");
  field("edges_inspected", r.edges_inspected, "edges", "adjacency entries inspected");
  field("edges_traversed", r.edges_traversed, "edges", "directed edges out of the vertices that joined, summed over the searches");
  field("seconds", r.seconds(), "s", "whole call: preparing, searching and combining");
  field("seconds_prepare", r.seconds_prepare, "s", "preparing a layout, if the call does; else 0");
  field("seconds_search", r.seconds_search, "s", "searching");
  field("seconds_combine", r.seconds_combine, "s", "combining totals and writing them in the caller's ids");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds_search: in kernels");
  field("teps", r.teps(), "edges/s", "edges_traversed per second, without preparing");
  field("planned_bytes", r.planned_bytes, "bytes", "predicted memory");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

template <class Field>
void describe_fields(const superstep_report& s, Field&& field) {
  field("active", s.active, "vertices", "active vertices at the beginning");
  field("active_edges", s.active_edges, "edges", "their out-edges");
  field("edges_inspected", s.edges_inspected, "edges", "edges inspected");
  field("computed", s.computed, "calls", "calls of vertex_compute()");
  field("pushed", s.pushed, "flag", "whether active vertices pushed; otherwise all vertices pulled");
  field("seconds", s.seconds, "s", "time of the superstep");
}

template <class Field>
void describe_fields(const edge_vertex_report& r, Field&& field) {
  field("algorithm", std::string_view("edge_vertex"), "text", "edge_vertex");
  field("engine", r.engine, "text", "implementation that ran, with its choices");
  field("order_reason", r.order, "text", "vertex order, with the reason");
  field("device", r.where, "text", "device that ran the program");
  field("threads", r.threads, "threads", "CPU threads");
  field("end", r.end, "text", "reason for the end: no-active-vertex or max-supersteps");
  field("supersteps", r.supersteps, "supersteps", "supersteps run");
  field("pushed_supersteps", r.pushed_supersteps, "supersteps", "those in which active vertices pushed");
  field("active_edges", r.active_edges, "edges", "out-edges of active vertices, summed over the supersteps");
  field("edges_inspected", r.edges_inspected, "edges", "edges inspected, summed over the supersteps");
  field("computed", r.computed, "calls", "calls of vertex_compute(), summed over the supersteps");
  field("still_active", r.still_active, "vertices", "active vertices at the end");
  field("seconds", r.seconds(), "s", "whole call: preparing, supersteps and mapping back");
  field("seconds_prepare", r.seconds_prepare, "s", "building rows, missing in-edges and message slots");
  field("seconds_sort", r.seconds_sort, "s", "part of seconds_prepare: ordering the vertices");
  field("seconds_copy", r.seconds_copy, "s", "part of seconds_prepare: copying the graph to a device");
  field("seconds_supersteps", r.seconds_supersteps, "s", "initial values and all supersteps");
  field("seconds_map_back", r.seconds_map_back, "s", "writing values in the caller's order");
  field("buffer_slots", r.buffer_slots, "slots", "slots of the message buffer, including empty ones; 0 without one");
  field("planned_bytes", r.planned_bytes, "bytes", "predicted memory");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
  field("list", r.list, "list", "reports of the supersteps; empty unless requested");
}

template <class Field>
void describe_fields(const sssp_report& r, Field&& field) {
  field("algorithm", std::string_view("sssp"), "text", "sssp");
  field("engine", r.engine, "text", "implementation that ran, with its choices");
  field("order_reason", r.order, "text", "vertex order of the layout, with the reason");
  field("device", r.where, "text", "device that searched");
  field("threads", r.threads, "threads", "CPU threads of the search");
  field("weights", r.weights, "text", "unit (no weights), whole or real");
  field("source", r.source, "vertex", "source of the search");
  field("reached", r.reached, "vertices", "reached vertices, including the source");
  field("farthest", r.farthest, "weight", "largest distance of a reached vertex");
  field("edges_traversed", r.edges_traversed, "edges", "stored directed edges out of the reached vertices");
  field("edges_relaxed", r.edges_relaxed, "edges", "adjacency entries inspected, again each time a distance decreased");
  field("windows", r.windows, "windows", "distance windows, each of which is finished before the next");
  field("delta", r.delta, "weight", "width of the first window");
  field("seconds", r.seconds(), "s", "whole search: the sum of the parts below");
  field("seconds_search", r.seconds_search, "s", "searching in the layout's ids, including initialization");
  field("seconds_predecessors", r.seconds_predecessors, "s", "finding predecessors after the search");
  field("seconds_map_back", r.seconds_map_back, "s", "writing the results in the caller's ids");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds_search: work on a CUDA device");
  field("teps", r.teps(), "edges/s", "edges_traversed per second");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

template <class Field>
void describe_fields(const components_report& r, Field&& field) {
  field("algorithm", std::string_view("components"), "text", "components");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("threads", r.threads, "threads", "CPU threads");
  field("seconds", r.seconds(), "s", "whole call: finding and counting");
  field("seconds_search", r.seconds_search, "s", "finding each vertex's component");
  field("seconds_count", r.seconds_count, "s", "computing the components' sizes");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds_search: work on a CUDA device");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

template <class Field>
void describe_fields(const triangles_report& r, Field&& field) {
  field("algorithm", std::string_view("triangles"), "text", "triangles");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("threads", r.threads, "threads", "CPU threads");
  field("seconds", r.seconds(), "s", "whole call: copying, preparing and counting");
  field("seconds_copy", r.seconds_copy, "s", "copying the adjacency rows to a device");
  field("seconds_prepare", r.seconds_prepare, "s", "orienting each edge toward its endpoint of higher degree");
  field("seconds_count", r.seconds_count, "s", "counting triangles, and copying the counts from a device");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds: work on a CUDA device");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

template <class Field>
void describe_fields(const cores_report& r, Field&& field) {
  field("algorithm", std::string_view("cores"), "text", "cores");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("threads", r.threads, "threads", "CPU threads");
  field("seconds", r.seconds(), "s", "whole call, without copying the adjacency rows to a device");
  field("seconds_search", r.seconds_search, "s", "finding the core numbers, and copying them from a device");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds: work on a CUDA device");
  field("distinct_core_numbers", r.levels, "levels", "number of distinct core numbers above 0");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

template <class Field>
void describe_fields(const pagerank_report& r, Field&& field) {
  field("algorithm", std::string_view("pagerank"), "text", "pagerank");
  field("engine", r.engine, "text", "implementation that ran, with its choices");
  field("order_reason", r.order, "text", "vertex order during the iterations, with the reason");
  field("device", r.where, "text", "device that iterated");
  field("threads", r.threads, "threads", "CPU threads");
  field("method", r.method, "text", "power or gauss-seidel");
  field("iterations", r.iterations, "iterations", "iterations run");
  field("single_iterations", r.single_iterations, "iterations", "those with single-precision contributions");
  field("converged", r.converged, "flag", "whether the last change is below the tolerance; false if that is 0");
  field("change", r.change, "score", "sum of |new - old| in the last iteration");
  field("seconds", r.seconds(), "s", "whole call: preparing and iterating");
  field("seconds_prepare", r.seconds_prepare, "s", "building missing in-edges, summing weights, mapping to the layout's ids");
  field("seconds_iterate", r.seconds_iterate, "s", "iterating and mapping back, including copies to and from a device");
  field("seconds_on_device", r.seconds_on_device, "s", "part of seconds_iterate: work on a CUDA device");
  field("bytes_moved", r.bytes, "bytes", "lower bound on memory traffic: each array once per iteration");
  field("neighbors_read", r.gathered, "edges", "contributions read: one per edge and iteration");
  field("planned_bytes", r.planned_bytes, "bytes", "predicted memory");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

template <class Field>
void describe_fields(const bounding_report& r, Field&& field) {
  field("algorithm", std::string_view("bounding"), "text", "bounding");
  field("engine", r.engine, "text", "implementation of the round with most searches");
  field("order_reason", r.order, "text", "vertex order of the layout, with the reason");
  field("device", r.where, "text", "device that searched");
  field("threads", r.threads, "threads", "CPU threads");
  field("searches", r.searches, "searches", "breadth-first searches; two per vertex of a directed graph");
  field("rounds", r.rounds, "rounds", "rounds of concurrent searches");
  field("seconds", r.seconds(), "s", "whole call: the sum of the parts below");
  field("seconds_prepare", r.seconds_prepare, "s", "preparing layouts and finding components");
  field("seconds_search", r.seconds_search, "s", "searching");
  field("seconds_bound", r.seconds_bound, "s", "tightening bounds and choosing sources");
}

template <class Field>
void describe_fields(const summary_statistics& s, Field&& field) {
  constexpr const char* same = "as the values";
  field("min", s.min, same, "smallest value");
  field("first_quartile", s.first_quartile, same, "first quartile, interpolated");
  field("median", s.median, same, "median, interpolated");
  field("third_quartile", s.third_quartile, same, "third quartile, interpolated");
  field("max", s.max, same, "largest value");
  field("mean", s.mean, same, "arithmetic mean");
  field("harmonic_mean", s.harmonic_mean, same, "harmonic mean; 0 if a value is not positive");
}

template <class Field>
void describe_fields(const device_description& d, Field&& field) {
  field("device", d.where, "text", "cpu or cuda:N");
  field("name", d.name, "text", "vendor's name");
  field("memory_bytes", d.memory_bytes, "bytes", "total memory");
  field("parallelism", d.parallelism, "units", "hardware threads or streaming multiprocessors");
  field("compute_capability", d.compute_capability, "number", "90 for sm_90; 0 for the CPU");
}

template <class Field>
void describe_fields(const energy_reading& r, Field&& field) {
  field("method", r.method, "text", "source of the reading");
  field("joules", r.joules, "J", "energy that the device consumed, including use by other programs");
  field("uncertainty_joules", r.uncertainty_joules, "J", "plus or minus, worst case");
  field("seconds", r.seconds, "s", "length of the window");
  field("average_watts", r.average_watts, "W", "joules per second of the window");
  field("min_watts", r.min_watts, "W", "smallest power sample; 0 if the device does not report power");
  field("max_watts", r.max_watts, "W", "largest power sample");
  field("seconds_between_updates", r.update_seconds, "s", "longest time between updates of the counter or power samples");
  field("samples", r.samples, "samples", "number of samples");
}

}  // namespace fathom
