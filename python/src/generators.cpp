// Bindings of the graph generators and of random sources.
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/bfs.hpp"
#include "fathom/generate.hpp"
#include "graphs.hpp"

namespace fathom_python {
namespace {

std::unique_ptr<held_graph> generate(const std::string& spec, std::uint64_t seed, int low, int high, int threads,
                                     nb::object progress) {
  call c(threads, std::move(progress));
  return c.run([&] {
    const fathom::generate_options options{seed, c.control};
    fathom::build_options building;
    building.control = c.control;
    fathom::build_result built = fathom::build(fathom::generate(spec, options), building);
    if (high > 0) {
      built.g = fathom::with_random_weights(built.g, static_cast<std::uint32_t>(std::max(low, 0)), static_cast<std::uint32_t>(high),
                                            options);
    }
    return std::make_unique<held_graph>(std::move(built));
  });
}

std::unique_ptr<held_graph> with_random_weights(const held_graph& held, std::uint32_t low, std::uint32_t high, std::uint64_t seed) {
  call c(0, nb::none());
  return c.run([&] {
    return std::make_unique<held_graph>(
        fathom::build_result{fathom::with_random_weights(held.g, low, high, {seed, c.control}), held.what});
  });
}

anything random_sources(const held_graph& held, std::size_t count, std::uint64_t seed) {
  call c(0, nb::none());
  return hand_over(c.run([&] { return fathom::random_sources(held.g, count, seed, c.control); }));
}

}  // namespace

const registered_bindings generators_bindings{[](nb::module_& m) {
  define(m, "generate", generate, "spec", "seed", "low", "high", "threads", progress);
  define(m, "with_random_weights", with_random_weights, "graph", "low", "high", "seed");
  define(m, "random_sources", random_sources, "graph", "count", "seed");
  m.def(
      "is_generator", [](const std::string& spec) { return fathom::is_generator(spec); }, nb::arg("spec"));
  m.def("generator_names", fathom::generator_names);
}};

}  // namespace fathom_python
