// Bindings of random walks and sampled neighborhoods.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/sampling.hpp"
#include "graphs.hpp"
#include "reports.hpp"

namespace fathom_python {
namespace {

using fathom::vertex_id;

nb::tuple random_walks(held_graph& held, const host_array_of<std::int64_t>& sources, std::uint32_t length,
                       std::uint32_t walks_per_source, double p, double q, bool weighted, std::uint64_t seed, bool keep_on_device,
                       const std::string& device, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  fathom::random_walk_result r = c.run([&] {
    const fathom::device where = fathom::choose_device(device);
    const fathom::random_walk_options options{.length = length,
                                              .walks_per_source = walks_per_source,
                                              .p = p,
                                              .q = q,
                                              .weighted = weighted,
                                              .seed = seed,
                                              .keep_on_device = keep_on_device && where.kind == fathom::device_kind::cuda};
    return fathom::random_walks(held.on(where), from, options, {.where = where, .control = c.control});
  });
  return nb::make_tuple(hand_over(std::move(r.vertices), {r.walks, r.length + std::size_t{1}}), unread(std::move(r.report)));
}

// Counts and positions are below 2^63, so that they are the same signed.
nb::object hand_over_signed(std::vector<std::uint64_t> values) {
  const auto kept = std::make_shared<std::vector<std::uint64_t>>(std::move(values));
  return hand_over(fathom::array<std::int64_t>::adopt(reinterpret_cast<std::int64_t*>(kept->data()), kept->size(), kept));
}

nb::tuple sample_neighbors(held_graph& held, const host_array_of<std::int64_t>& sources, const host_array_of<std::int64_t>& fanouts,
                           bool replace, std::uint64_t seed, bool keep_on_device, const std::string& device, int threads,
                           nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  bool kept = false;
  fathom::sampled_neighbors_result r = c.run([&] {
    const fathom::device where = fathom::choose_device(device);
    kept = keep_on_device && where.kind == fathom::device_kind::cuda;
    return fathom::sample_neighbors(held.on(where), from, {fanouts.data(), fanouts.size()},
                                    {.replace = replace, .seed = seed, .keep_on_device = kept},
                                    {.where = where, .control = c.control});
  });
  const nb::object nodes_per_hop = hand_over_signed(std::move(r.nodes_per_hop));
  const nb::object edges_per_hop = hand_over_signed(std::move(r.edges_per_hop));
  const nb::object report = unread(std::move(r.report));
  if (kept) {
    fathom::sampled_neighbors_on_device& on = r.on_device;
    return nb::make_tuple(hand_over(std::move(on.nodes)), hand_over(std::move(on.rows)), hand_over(std::move(on.columns)),
                          hand_over(as_signed(std::move(on.edges))), nodes_per_hop, edges_per_hop, report);
  }
  return nb::make_tuple(hand_over(std::move(r.nodes)), hand_over(std::move(r.rows)), hand_over(std::move(r.columns)),
                        hand_over_signed(std::move(r.edges)), nodes_per_hop, edges_per_hop, report);
}

}  // namespace

const registered_bindings sampling_bindings{[](nb::module_& m) {
  define(m, "random_walks", random_walks, "graph", "sources", "length", "walks_per_source", "p", "q", "weighted", "seed",
         "keep_on_device", "device", "threads", progress);
  define(m, "sample_neighbors", sample_neighbors, "graph", "sources", "fanouts", "replace", "seed", "keep_on_device", "device",
         "threads", progress);
}};

}  // namespace fathom_python
