#include "options/loaded_graph.hpp"

#include <fmt/format.h>

#include <exception>
#include <system_error>
#include <thread>
#include <vector>

#include "base/timer.hpp"
#include "fathom/generate.hpp"
#include "options/vertex_finder.hpp"

namespace fathom::program {
namespace {

// Starts a GPU while the graph is read: its context, its memory pool and the pinned memory for copies, which take 0.15 s together
// and are made by the first copy.
std::jthread start_early(device where) {
  if (where.kind == device_kind::cpu) return {};
  try {
    return std::jthread([where] {
      try {
        const std::vector<std::byte> some(1 << 20);  // smaller copies take no pinned memory
        static_cast<void>(copy_to_device(where, some.data(), some.size()));
      } catch (const std::exception&) {
        // The first use of the device throws the same error, or has what was missing for a moment.
      }
    });
  } catch (const std::system_error&) {
    return {};  // no more threads are allowed: the first use of the device starts it
  }
}

loaded_graph read_file(const std::string& name, const graph_arguments& arguments, const run_control& control) {
  read_options options = reading_options(arguments);
  options.build = build_settings(arguments, control);
  options.merge_stored = !arguments.parallel.empty();
  read_result read = read_graph(name, options);
  check_trust(name, read.format, arguments);
  return {name,
          std::string(to_string(read.format)),
          std::move(read.g),
          std::move(read.what),
          std::move(read.prepared),
          read.bytes,
          read.seconds_read,
          read.seconds_build,
          thread_count(control),
          std::nullopt};
}

// Replaces the graph by its largest component if the arguments request it.
void cut_to_component(loaded_graph& loaded, const graph_arguments& arguments, const run_control& control) {
  if (arguments.largest_component.empty()) return;
  const timer watch;
  const component_kind kind = arguments.largest_component == "strong" ? component_kind::strong : component_kind::weak;
  component_cut cut{kind, 0, loaded.g.num_vertices(), loaded.g.num_edges(), loaded.g.bytes(), 0};
  components_options options;
  options.control = control;
  largest_component_result largest = largest_component(loaded.g, kind, options);
  cut.components = largest.components;
  if (largest.g.num_vertices() != cut.vertices_before) loaded.prepared.reset();
  loaded.g = std::move(largest.g);
  cut.seconds = watch.seconds();
  loaded.cut = cut;
}

}  // namespace

loaded_graph generate_graph(const std::string& spec, const graph_arguments& arguments, const run_control& control) {
  timer watch;
  edge_list edges = generate(spec, {arguments.seed, control});
  if (arguments.directed) edges.directed = true;
  if (arguments.undirected) edges.directed = false;
  const double seconds = watch.seconds();
  build_options options = build_settings(arguments, control);
  options.parallel = parallel_policy_without_weights(arguments);
  options.loops = loop_policy(arguments, true);
  build_result built = build(std::move(edges), options);
  const double seconds_build = built.what.seconds;
  loaded_graph loaded{
      spec,          std::string(generated_origin), std::move(built.g), std::move(built.what), std::nullopt, 0, seconds,
      seconds_build, thread_count(control),         std::nullopt};
  cut_to_component(loaded, arguments, control);
  return loaded;
}

namespace {

loaded_graph load_checked(const std::string& name, const graph_arguments& arguments, const run_control& control) {
  if (is_generator_name(name)) return generate_graph(name, arguments, control);
  loaded_graph loaded = read_file(name, arguments, control);
  cut_to_component(loaded, arguments, control);
  return loaded;
}

}  // namespace

loaded_graph load_graph(const std::string& name, const graph_arguments& arguments, const run_control& control) {
  check_graph(name, arguments);
  return load_checked(name, arguments, control);
}

loaded_graph load_graph(const graph_arguments& arguments, const run_control& control) {
  const std::string name = graph_name(arguments);
  check_graph(name, arguments);
  const std::jthread starting = start_early(working_device(arguments));
  return load_checked(name, arguments, control);
}

double copy_rows_to(device where, loaded_graph& loaded) {
  const timer watch;
  loaded.g = with_rows_on(loaded.g, where);
  return watch.seconds();
}

void require_undirected(const loaded_graph& loaded, std::string_view what) {
  if (!loaded.g.directed()) return;
  throw error(error_category::usage,
              fmt::format("{}: this graph is directed, but {} need an undirected graph; --undirected ignores the "
                          "directions of edges",
                          loaded.name, what));
}

vertex_id find_vertex(const graph& g, const std::string& text, std::string_view what) {
  if (g.arrays().labels.empty()) return find_by_id(names_of(g), text, what);
  if (const auto labeled = g.find_label(text)) return *labeled;
  unknown_label(names_of(g), text, what);
}

}  // namespace fathom::program
