// Conversion of receipts and reports to dictionaries.
#include "reports.hpp"

#include <string>
#include <string_view>

#include "bindings.hpp"

namespace fathom_python {
namespace {

using fathom::to_string;

nb::str text(std::string_view s) { return nb::str(s.data(), s.size()); }

// no_vertex is -1, as in arrays.
nb::object vertex(fathom::vertex_id v) {
  if (v == fathom::no_vertex) return nb::int_(-1);
  return nb::int_(v);
}

nb::list notes_of(const std::vector<std::string>& notes) {
  nb::list list;
  for (const std::string& note : notes) list.append(text(note));
  return list;
}

nb::dict level_fields(const fathom::level_report& l) {
  nb::dict d;
  d["level"] = l.level;
  d["direction"] = text(to_string(l.way));
  d["frontier"] = l.frontier;
  d["edges_inspected"] = l.edges_inspected;
  d["found"] = l.found;
  d["seconds"] = l.seconds;
  d["reason"] = text(l.reason);
  return d;
}

nb::dict joint_level_fields(const fathom::joint_level_report& l) {
  nb::dict d;
  d["level"] = l.level;
  d["direction"] = text(to_string(l.way));
  d["joint_frontier"] = l.joint;
  d["separate_frontier"] = l.separate;
  d["edges_inspected"] = l.edges_inspected;
  d["found"] = l.found;
  d["seconds"] = l.seconds;
  return d;
}

nb::dict group_fields(const fathom::group_report& g) {
  nb::dict d;
  d["searches"] = g.searches;
  d["device"] = text(to_string(g.where));
  d["depth"] = g.depth;
  d["seconds"] = g.seconds;
  d["edges_traversed"] = g.edges_traversed;
  nb::list levels;
  for (const fathom::joint_level_report& l : g.levels) levels.append(joint_level_fields(l));
  d["levels"] = levels;
  if (!g.levels.empty()) d["sharing_degree"] = g.sharing_degree();
  return d;
}

}  // namespace

nb::dict fields(const fathom::graph_properties& p) {
  nb::dict d;
  d["directed"] = p.directed;
  d["self_loops"] = p.self_loops;
  d["duplicates"] = p.duplicates;
  d["isolated"] = p.isolated;
  d["max_out_degree"] = p.max_out_degree;
  d["max_out_degree_vertex"] = vertex(p.max_out_degree_vertex);
  d["max_in_degree"] = p.max_in_degree;
  d["sorted"] = p.sorted;
  nb::list histogram;
  for (const std::uint64_t count : p.out_degree_histogram) histogram.append(count);
  d["out_degree_histogram"] = histogram;
  return d;
}

nb::dict fields(const fathom::receipt& r) {
  nb::dict d;
  d["edges_read"] = r.edges_read;
  d["reverse_edges_added"] = r.reverse_edges_added;
  d["self_loops_removed"] = r.self_loops_removed;
  d["duplicates_removed"] = r.duplicates_removed;
  d["parallel_edges"] = text(to_string(r.parallel));
  d["edges_stored"] = r.edges_stored;
  d["vertices"] = r.vertices;
  d["isolated"] = r.isolated;
  d["renumbered"] = r.renumbered;
  d["seconds"] = r.seconds;
  d["notes"] = notes_of(r.notes);
  return d;
}

nb::dict fields(const fathom::layout& l) {
  nb::dict d;
  d["device"] = text(to_string(l.where));
  d["order"] = l.order == fathom::vertex_order::degree ? "degree" : "caller";
  d["reason"] = text(l.reason);
  d["seconds"] = l.seconds;
  d["bytes"] = l.bytes;
  return d;
}

nb::dict fields(const fathom::run_report& r) {
  nb::dict d;
  d["algorithm"] = text(r.algorithm);
  d["engine"] = text(r.engine);
  d["device"] = text(to_string(r.where));
  d["threads"] = r.threads;
  d["source"] = vertex(r.source);
  d["reached"] = r.reached;
  d["depth"] = r.depth;
  d["edges_traversed"] = r.edges_traversed;
  d["seconds"] = r.seconds();
  d["seconds_search"] = r.seconds_search;
  d["seconds_map_back"] = r.seconds_map_back;
  d["peak_memory_bytes"] = r.peak_memory_bytes;
  d["device_memory_bytes"] = r.device_memory_bytes;
  d["order"] = text(r.order);
  nb::list levels;
  for (const fathom::level_report& l : r.levels) levels.append(level_fields(l));
  d["levels"] = levels;
  return d;
}

nb::dict fields(const fathom::multi_bfs_report& r) {
  nb::dict d;
  d["algorithm"] = "multi_bfs";
  d["engine"] = text(r.engine);
  d["grouping"] = text(r.grouping);
  d["order"] = text(r.order);
  d["device"] = text(to_string(r.where));
  d["threads"] = r.threads;
  d["width"] = r.width;
  d["sources"] = r.sources;
  d["searches"] = r.searches;
  d["edges_traversed"] = r.edges_traversed;
  d["seconds"] = r.seconds();
  d["seconds_group"] = r.seconds_group;
  d["seconds_search"] = r.seconds_search;
  d["seconds_sink"] = r.seconds_sink;
  d["planned_bytes"] = r.planned_bytes;
  d["peak_memory_bytes"] = r.peak_memory_bytes;
  nb::list groups;
  for (const fathom::group_report& g : r.groups) groups.append(group_fields(g));
  d["groups"] = groups;
  return d;
}

nb::dict fields(const fathom::multi_search_report& r) {
  nb::dict d;
  d["algorithm"] = "multi_search";
  d["engine"] = text(r.engine);
  d["order"] = text(r.order);
  d["device"] = text(to_string(r.where));
  d["searches"] = r.searches;
  d["at_once"] = r.at_once;
  d["stopped"] = r.stopped;
  d["reached"] = r.reached;
  d["edges_inspected"] = r.edges_inspected;
  d["edges_traversed"] = r.edges_traversed;
  d["depth"] = r.depth;
  d["method"] = text(r.method);
  d["seconds"] = r.seconds();
  d["seconds_search"] = r.seconds_search;
  d["seconds_combine"] = r.seconds_combine;
  d["planned_bytes"] = r.planned_bytes;
  d["peak_memory_bytes"] = r.peak_memory_bytes;
  return d;
}

nb::dict fields(const fathom::edge_vertex_report& r) {
  nb::dict d;
  d["algorithm"] = "edge_vertex";
  d["engine"] = text(r.engine);
  d["order"] = text(r.order);
  d["device"] = text(to_string(r.where));
  d["threads"] = r.threads;
  d["end"] = r.end == fathom::edge_vertex_end::max_supersteps ? "max_supersteps" : "no_active_vertex";
  d["supersteps"] = r.supersteps;
  d["pushed_supersteps"] = r.pushed_supersteps;
  d["still_active"] = r.still_active;
  d["edges_looked_at"] = r.edges_looked_at;
  d["seconds"] = r.seconds();
  d["seconds_prepare"] = r.seconds_prepare;
  d["seconds_supersteps"] = r.seconds_supersteps;
  d["seconds_map_back"] = r.seconds_map_back;
  d["planned_bytes"] = r.planned_bytes;
  d["peak_memory_bytes"] = r.peak_memory_bytes;
  return d;
}

nb::dict fields(const fathom::sssp_report& r) {
  nb::dict d;
  d["algorithm"] = "sssp";
  d["engine"] = text(r.engine);
  d["device"] = text(to_string(r.where));
  d["threads"] = r.threads;
  d["source"] = vertex(r.source);
  d["reached"] = r.reached;
  d["farthest"] = r.farthest;
  d["edges_traversed"] = r.edges_traversed;
  d["edges_relaxed"] = r.edges_relaxed;
  d["windows"] = r.windows;
  d["delta"] = r.delta;
  d["weights"] = text(to_string(r.weights));
  d["seconds"] = r.seconds();
  d["seconds_search"] = r.seconds_search;
  d["seconds_predecessors"] = r.seconds_predecessors;
  d["seconds_map_back"] = r.seconds_map_back;
  d["peak_memory_bytes"] = r.peak_memory_bytes;
  d["order"] = text(r.order);
  return d;
}

nb::dict fields(const fathom::components_report& r) {
  nb::dict d;
  d["algorithm"] = "components";
  d["engine"] = text(r.engine);
  d["device"] = text(to_string(r.where));
  d["threads"] = r.threads;
  d["seconds"] = r.seconds();
  d["seconds_search"] = r.seconds_search;
  d["seconds_count"] = r.seconds_count;
  d["peak_memory_bytes"] = r.peak_memory_bytes;
  return d;
}

nb::dict fields(const fathom::triangles_report& r) {
  nb::dict d;
  d["algorithm"] = "triangles";
  d["engine"] = text(r.engine);
  d["device"] = text(to_string(r.where));
  d["threads"] = r.threads;
  d["seconds"] = r.seconds();
  d["seconds_copy"] = r.seconds_copy;
  d["seconds_prepare"] = r.seconds_prepare;
  d["seconds_count"] = r.seconds_count;
  d["seconds_on_device"] = r.seconds_on_device;
  d["peak_memory_bytes"] = r.peak_memory_bytes;
  return d;
}

nb::dict fields(const fathom::pagerank_report& r) {
  nb::dict d;
  d["algorithm"] = "pagerank";
  d["engine"] = text(r.engine);
  d["order"] = text(r.order);
  d["device"] = text(to_string(r.where));
  d["threads"] = r.threads;
  d["method"] = r.method == fathom::pagerank_method::power ? "power" : "gauss_seidel";
  d["iterations"] = r.iterations;
  d["single_iterations"] = r.single_iterations;
  d["converged"] = r.converged;
  d["change"] = r.change;
  d["seconds"] = r.seconds();
  d["seconds_prepare"] = r.seconds_prepare;
  d["seconds_iterate"] = r.seconds_iterate;
  d["planned_bytes"] = r.planned_bytes;
  d["peak_memory_bytes"] = r.peak_memory_bytes;
  return d;
}

nb::dict fields(const fathom::bounding_report& r) {
  nb::dict d;
  d["algorithm"] = "bounding";
  d["engine"] = text(r.engine);
  d["order"] = text(r.order);
  d["device"] = text(to_string(r.where));
  d["threads"] = r.threads;
  d["searches"] = r.searches;
  d["rounds"] = r.rounds;
  d["seconds"] = r.seconds();
  d["seconds_prepare"] = r.seconds_prepare;
  d["seconds_search"] = r.seconds_search;
  d["seconds_bound"] = r.seconds_bound;
  return d;
}

void bind_reports(nb::module_& m) {
  nb::class_<unread_report>(m, "UnreadReport", "A report that read() converts to a dictionary.")
      .def("read", [](const unread_report& r) { return r.read(); });
}

}  // namespace fathom_python
