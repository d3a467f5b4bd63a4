// Bindings of topological order, longest paths and transitive reductions.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/dag.hpp"
#include "graphs.hpp"
#include "names.hpp"
#include "reports.hpp"

namespace fathom_python {
namespace {

constexpr named<fathom::path_length> path_lengths[] = {{"hops", fathom::path_length::hops},
                                                       {"weights", fathom::path_length::weights}};

nb::tuple order_of(fathom::topological_order_result found) {
  return nb::make_tuple(hand_over(std::move(found.order)), hand_over(std::move(found.offsets)), hand_over(std::move(found.cycle)),
                        unread(std::move(found.report)));
}

nb::tuple path_of(fathom::longest_path_result found) {
  return nb::make_tuple(found.length, hand_over(std::move(found.vertices)), unread(std::move(found.report)));
}

nb::tuple topological_order(const held_graph& held, nb::object progress) {
  call c(0, std::move(progress));
  return order_of(c.run([&] { return fathom::topological_order(held.g, {c.control}); }));
}

nb::tuple longest_path(const held_graph& held, const std::string& length, nb::object progress) {
  call c(0, std::move(progress));
  const fathom::path_length by = value_named("length", length, path_lengths);
  return path_of(c.run([&] { return fathom::longest_path(held.g, {.length = by, .control = c.control}); }));
}

nb::tuple transitive_reduction(const held_graph& held, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::transitive_reduction_result found = c.run([&] { return fathom::transitive_reduction(held.g, {c.control}); });
  return nb::make_tuple(std::make_unique<held_graph>(fathom::build_result{std::move(found.reduced), held.what}),
                        unread(std::move(found.report)));
}

fathom::graph_arrays directed_rows(const host_array_of<std::int64_t>& offsets, const host_array_of<std::int32_t>& ends) {
  fathom::graph_arrays rows;
  rows.offsets = borrow<fathom::edge_offset>(offsets);
  rows.targets = borrow<fathom::vertex_id>(ends);
  rows.properties.directed = true;
  rows.properties.sorted = false;
  return rows;
}

// For rows in any order, which the result follows. Arguments come from the NetworkX backend and are not checked.
nb::tuple ordered_topological(const host_array_of<std::int64_t>& offsets, const host_array_of<std::int32_t>& ends) {
  call c(0, nb::none());
  const fathom::graph g(directed_rows(offsets, ends));
  return order_of(c.run([&] { return fathom::topological_order(g, {c.control}); }));
}

anything ordered_longest_path(const host_array_of<std::int64_t>& offsets, const host_array_of<std::int32_t>& ends,
                              const host_array_of<std::int64_t>& in_offsets, const host_array_of<std::int32_t>& in_ends,
                              const host_array_of<double>& in_weights) {
  call c(0, nb::none());
  fathom::graph_arrays rows = directed_rows(offsets, ends);
  rows.in_offsets = borrow<fathom::edge_offset>(in_offsets);
  rows.in_targets = borrow<fathom::vertex_id>(in_ends);
  rows.in_wide_weights = borrow<double>(in_weights);
  const fathom::graph g(std::move(rows));
  const fathom::longest_path_options options{.length = fathom::path_length::weights, .control = c.control};
  return hand_over(c.run([&] { return fathom::longest_path(g, options); }).vertices);
}

}  // namespace

const registered_bindings dag_bindings{[](nb::module_& m) {
  define(m, "topological_order", topological_order, "graph", progress);
  define(m, "longest_path", longest_path, "graph", "length", progress);
  define(m, "transitive_reduction", transitive_reduction, "graph", "threads", progress);
  define(m, "ordered_topological", ordered_topological, "offsets", "ends");
  define(m, "ordered_longest_path", ordered_longest_path, "offsets", "ends", "in_offsets", "in_ends", "in_weights");
}};

}  // namespace fathom_python
