// Bindings of the validators of searches.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/sssp.hpp"
#include "fathom/validate.hpp"
#include "graphs.hpp"
#include "search_options.hpp"

namespace fathom_python {
namespace {

using fathom::hop_count;
using fathom::vertex_id;

template <class Verdict>
nb::dict verdict_fields(const Verdict& verdict) {
  nb::dict result;
  result["valid"] = verdict.valid;
  result["rule"] = std::string(to_string(verdict.violated));
  result["message"] = verdict.message;
  result["reached"] = verdict.reached;
  result["edges_traversed"] = verdict.edges_traversed;
  result["seconds"] = verdict.seconds;
  return result;
}

nb::dict validate_bfs(const held_graph& held, std::int64_t source, const std::optional<host_array_of<std::int32_t>>& distances,
                      const std::optional<host_array_of<std::int32_t>>& predecessors, std::int64_t depth_limit, int threads) {
  call c(threads, nb::none());
  const vertex_id from = held.vertex(source, "source");
  std::span<const hop_count> d;
  std::span<const vertex_id> p;
  if (distances) d = {distances->data(), distances->size()};
  if (predecessors) p = {reinterpret_cast<const vertex_id*>(predecessors->data()), predecessors->size()};
  fathom::validate_options options;
  if (depth_limit >= 0) options.depth_limit = limit_of(depth_limit);
  options.control = c.control;
  const fathom::bfs_validation verdict = c.run([&] { return fathom::validate_bfs(held.g, from, d, p, options); });
  return verdict_fields(verdict);
}

nb::dict validate_sssp(const held_graph& held, std::int64_t source, const host_array_of<double>& distances,
                       const std::optional<host_array_of<std::int32_t>>& predecessors, double cutoff, int threads) {
  call c(threads, nb::none());
  const vertex_id from = held.vertex(source, "source");
  std::span<const vertex_id> p;
  if (predecessors) p = {reinterpret_cast<const vertex_id*>(predecessors->data()), predecessors->size()};
  const fathom::sssp_validation verdict = c.run([&] {
    return fathom::validate_sssp(held.g, from, {distances.data(), distances.size()}, p, {.cutoff = cutoff, .control = c.control});
  });
  return verdict_fields(verdict);
}

}  // namespace

const registered_bindings validation_bindings{[](nb::module_& m) {
  define(m, "validate_bfs", validate_bfs, "graph", "source", or_none{"distances"}, or_none{"predecessors"}, "depth_limit",
         "threads");
  define(m, "validate_sssp", validate_sssp, "graph", "source", "distances", or_none{"predecessors"}, "cutoff", "threads");
}};

}  // namespace fathom_python
