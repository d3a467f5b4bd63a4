// Binding of the page about a graph.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/study.hpp"
#include "graphs.hpp"

namespace fathom_python {
namespace {

using named_values = std::vector<std::pair<std::string, std::string>>;

std::string study_page(held_graph& held, const std::string& name, const host_array_of<std::int64_t>& sources,
                       const std::string& sources_text, const std::string& call_text, const named_values& facts,
                       const std::string& device, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::study_options options;
  options.sources = held.vertices(sources, "sources");
  options.sources_text = sources_text;
  options.control = c.control;
  return c.run([&] {
    options.where = fathom::choose_device(device);
    fathom::graph_study study = fathom::study_graph(held.g, options);
    study.phases.insert(study.phases.begin(), {"build", held.what.seconds});
    return fathom::study_page(study, {name, held.what, call_text, facts});
  });
}

}  // namespace

const registered_bindings study_bindings{[](nb::module_& m) {
  define(m, "study_page", study_page, "graph", "name", "sources", "sources_text", "call", "facts", "device", "threads", progress);
}};

}  // namespace fathom_python
