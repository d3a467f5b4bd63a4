// Bindings of random walks and sampled neighborhoods.
#include <memory>
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
                       std::uint32_t walks_per_source, double p, double q, bool weighted, std::uint64_t seed, int threads,
                       nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  fathom::random_walk_result r = c.run([&] {
    const fathom::random_walk_options options{
        .length = length, .walks_per_source = walks_per_source, .p = p, .q = q, .weighted = weighted, .seed = seed};
    return fathom::random_walks(held.g, from, options, {.control = c.control});
  });
  return nb::make_tuple(hand_over(std::move(r.vertices), {r.walks, r.length + std::size_t{1}}), unread(std::move(r.report)));
}

// Counts and positions are below 2^63, so that they are the same signed.
nb::object hand_over_signed(std::vector<std::uint64_t> values) {
  const auto kept = std::make_shared<std::vector<std::uint64_t>>(std::move(values));
  return hand_over(fathom::array<std::int64_t>::adopt(reinterpret_cast<std::int64_t*>(kept->data()), kept->size(), kept));
}

nb::tuple sample_neighbors(held_graph& held, const host_array_of<std::int64_t>& sources, const host_array_of<std::int64_t>& fanouts,
                           bool replace, std::uint64_t seed, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  fathom::sampled_neighbors_result r = c.run([&] {
    return fathom::sample_neighbors(held.g, from, {fanouts.data(), fanouts.size()}, {.replace = replace, .seed = seed},
                                    {.control = c.control});
  });
  return nb::make_tuple(hand_over(std::move(r.nodes)), hand_over(std::move(r.rows)), hand_over(std::move(r.columns)),
                        hand_over_signed(std::move(r.edges)), hand_over_signed(std::move(r.nodes_per_hop)),
                        hand_over_signed(std::move(r.edges_per_hop)), unread(std::move(r.report)));
}

}  // namespace

const registered_bindings sampling_bindings{[](nb::module_& m) {
  m.def("random_walks", random_walks, nb::arg("graph"), nb::arg("sources"), nb::arg("length"), nb::arg("walks_per_source"),
        nb::arg("p"), nb::arg("q"), nb::arg("weighted"), nb::arg("seed"), nb::arg("threads"), nb::arg("progress").none());
  m.def("sample_neighbors", sample_neighbors, nb::arg("graph"), nb::arg("sources"), nb::arg("fanouts"), nb::arg("replace"),
        nb::arg("seed"), nb::arg("threads"), nb::arg("progress").none());
}};

}  // namespace fathom_python
