// Bindings of communities, local efficiency, and two-colorings.
#include "fathom/communities.hpp"

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/bipartite.hpp"
#include "fathom/leiden.hpp"
#include "fathom/local_efficiency.hpp"
#include "fathom/louvain.hpp"
#include "graphs.hpp"
#include "reports.hpp"

namespace fathom_python {
namespace {

using fathom::vertex_id;

nb::tuple label_propagation(const held_graph& held, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::communities_result found = c.run([&] { return fathom::label_propagation(held.g, {c.control}); });
  const std::uint64_t communities = found.report.communities;
  const double modularity = found.report.modularity;
  return nb::make_tuple(hand_over(std::move(found.labels)), communities, modularity, unread(std::move(found.report)));
}

nb::tuple louvain(const held_graph& held, bool leiden, bool weighted, double resolution, double threshold, std::uint32_t max_levels,
                  std::uint64_t seed, bool all_levels, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const fathom::louvain_options options{.weighted = weighted,
                                        .resolution = resolution,
                                        .threshold = threshold,
                                        .max_levels = max_levels,
                                        .seed = seed,
                                        .all_levels = all_levels,
                                        .control = c.control};
  fathom::louvain_result found = c.run([&] { return leiden ? fathom::leiden(held.g, options) : fathom::louvain(held.g, options); });
  const std::uint64_t communities = found.report.communities;
  const double modularity = found.report.modularity;
  nb::list levels;
  for (fathom::array<vertex_id>& level : found.levels) levels.append(hand_over(std::move(level)));
  return nb::make_tuple(hand_over(std::move(found.labels)), communities, modularity, levels, unread(std::move(found.report)));
}

double modularity(const held_graph& held, const host_array_of<std::int64_t>& labels, bool weighted, double resolution) {
  const std::vector<vertex_id> communities = held.vertices(labels, "labels");  // numbers below n
  call c(0, nb::none());
  return c.run([&] { return fathom::modularity(held.g, communities, {.weighted = weighted, .resolution = resolution}); });
}

nb::tuple local_efficiency(const held_graph& held, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::local_efficiency_result found = c.run([&] { return fathom::local_efficiency(held.g, {c.control}); });
  return nb::make_tuple(hand_over(std::move(found.values)), unread(std::move(found.report)));
}

nb::tuple two_coloring(const held_graph& held, nb::object progress) {
  call c(0, std::move(progress));
  fathom::bipartite_result found = c.run([&] { return fathom::two_coloring(held.g, {c.control}); });
  return nb::make_tuple(hand_over(std::move(found.colors)), hand_over(std::move(found.odd_cycle)), unread(std::move(found.report)));
}

}  // namespace

const registered_bindings community_bindings{[](nb::module_& m) {
  define(m, "label_propagation", label_propagation, "graph", "threads", progress);
  define(m, "louvain", louvain, "graph", "leiden", "weighted", "resolution", "threshold", "max_levels", "seed", "all_levels",
         "threads", progress);
  define(m, "modularity", modularity, "graph", "labels", "weighted", "resolution");
  define(m, "local_efficiency", local_efficiency, "graph", "threads", progress);
  define(m, "two_coloring", two_coloring, "graph", progress);
}};

}  // namespace fathom_python
