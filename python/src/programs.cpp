// Loading and running of user programs that were compiled at run time, with conversion of their parameters and results.
#include <dlfcn.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>

#include "bindings.hpp"
#include "call.hpp"
#include "fathom/error.hpp"
#include "fathom_program.hpp"
#include "graphs.hpp"
#include "reports.hpp"

namespace fathom_python {
namespace {

using fathom::vertex_id;

// Result array that a program fills without the GIL.
struct column {
  std::string name;
  char kind;
  std::size_t bytes;
  std::vector<std::size_t> shape;
  fathom::array<std::byte> data;
};
using columns = std::vector<column>;

void* allocate(void* to, const char* name, char kind, std::size_t bytes, std::span<const std::size_t> shape) {
  std::size_t size = bytes;
  for (const std::size_t extent : shape) size *= extent;
  auto& all = *static_cast<columns*>(to);
  all.push_back({name, kind, bytes, {shape.begin(), shape.end()}, fathom::array<std::byte>(size)});
  return all.back().data.data();
}

// Maps names to (bytes, NumPy dtype, shape), from which Python creates views.
nb::dict as_dictionary(columns all) {
  nb::dict results;
  for (column& c : all) {
    nb::list shape;
    for (const std::size_t extent : c.shape) shape.append(extent);
    const std::size_t size = c.data.size();
    auto owner = std::make_shared<fathom::array<std::byte>>(std::move(c.data));
    auto* const data = reinterpret_cast<std::uint8_t*>(owner->data());
    results[c.name.c_str()] = nb::make_tuple(hand_over(fathom::array<std::uint8_t>::adopt(data, size, std::move(owner))),
                                             std::string(1, c.kind) + std::to_string(c.bytes), nb::tuple(shape));
  }
  return results;
}

template <class Entry>
Entry entry_of(const std::string& library, const char* name) {
  void* const loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!loaded) throw std::runtime_error(std::string("the compiled program cannot be loaded: ") + dlerror());
  void* const found = dlsym(loaded, name);
  if (!found) throw std::runtime_error(std::string("the compiled program has no entry: ") + dlerror());
  return reinterpret_cast<Entry>(found);
}

// Each parameter is one number, or one per vertex.
std::vector<fathom_program::parameter> parameters_of(const std::vector<host_array_of<double>>& given) {
  std::vector<fathom_program::parameter> all;
  for (const host_array_of<double>& g : given) all.push_back({{g.data(), g.size()}});
  return all;
}

nb::tuple run_search_program(held_graph& held, const std::string& library, const host_array_of<std::int64_t>& sources,
                             const std::vector<host_array_of<double>>& parameters, std::int64_t depth_limit,
                             const std::string& device, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::multi_search_options options;
  // Checked before the program is loaded, which without CUDA would fail with a less helpful message.
  options.where = fathom::choose_device(device);
  const auto run = entry_of<void (*)(const fathom_program::search_call&)>(library, "fathom_run_searches");
  const std::vector<vertex_id> from = held.vertices(sources, "sources");
  const std::vector<fathom_program::parameter> values = parameters_of(parameters);
  columns searches, totals;
  fathom::multi_search_report report;
  c.run([&] {
    if (depth_limit >= 0 && depth_limit < options.depth_limit) options.depth_limit = static_cast<fathom::hop_count>(depth_limit);
    options.control = c.control;
    // The layout is in host memory; a GPU program copies it.
    const auto prepared = held.prepared(fathom::search_kind::single, {}, c.control);
    run({held.g, *prepared, from, options, values, {&searches, allocate}, {&totals, allocate}, report});
  });
  return nb::make_tuple(as_dictionary(std::move(searches)), as_dictionary(std::move(totals)), unread(std::move(report)));
}

nb::tuple run_superstep_program(held_graph& held, const std::string& library, const std::vector<host_array_of<double>>& parameters,
                                std::int64_t max_supersteps, const std::string& device, int threads, nb::object progress) {
  call c(threads, std::move(progress));
  fathom::edge_vertex_options options;
  options.where = fathom::choose_device(device);
  const auto run = entry_of<void (*)(const fathom_program::superstep_call&)>(library, "fathom_run_supersteps");
  const std::vector<fathom_program::parameter> values = parameters_of(parameters);
  columns results;
  fathom::edge_vertex_report report;
  c.run([&] {
    if (max_supersteps >= 0) options.max_supersteps = static_cast<std::uint64_t>(max_supersteps);
    options.control = c.control;
    run({held.g, options, values, {&results, allocate}, report});
  });
  return nb::make_tuple(as_dictionary(std::move(results)), unread(std::move(report)));
}

// Returns the path of libfathom, against which user programs are linked.
std::string library_path() {
  Dl_info where{};
  if (dladdr(reinterpret_cast<const void*>(&fathom::available_devices), &where) == 0 || !where.dli_fname) return {};
  return where.dli_fname;
}

}  // namespace

const registered_bindings programs_bindings{[](nb::module_& m) {
  define(m, "run_search_program", run_search_program, "graph", "library", "sources", "parameters", "depth_limit", "device",
         "threads", progress);
  define(m, "run_superstep_program", run_superstep_program, "graph", "library", "parameters", "max_supersteps", "device", "threads",
         progress);
  m.def("library_path", library_path);
}};

}  // namespace fathom_python
