// Graph owned by a Python object, with its receipt and the layouts that searches have prepared, cached for later searches.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "fathom/build.hpp"
#include "fathom/device.hpp"
#include "fathom/distributed/multi_device_graph.hpp"
#include "fathom/error.hpp"
#include "fathom/execution.hpp"
#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/weighted_layout.hpp"

namespace fathom_python {

namespace nb = nanobind;

/// Converts vertex numbers of Python. Throws IndexError that names the argument if one is not below `n`.
[[nodiscard]] fathom::vertex_id vertex_below(std::uint64_t n, std::int64_t v, const char* argument);
[[nodiscard]] std::vector<fathom::vertex_id> vertices_below(std::uint64_t n, const host_array_of<std::int64_t>& list,
                                                            const char* argument);

class held_graph {
 public:
  explicit held_graph(fathom::build_result built) : g(std::move(built.g)), what(std::move(built.what)) {}

  const fathom::graph g;
  const fathom::receipt what;

  /// Returns the cached layout, or prepares it. Called without the GIL.
  [[nodiscard]] std::shared_ptr<const fathom::layout> prepared(fathom::search_kind searches, fathom::device where,
                                                               const fathom::run_control& control);
  /// The same for this number of searches. On a CPU the first few searches of a graph are in the caller's order.
  [[nodiscard]] std::shared_ptr<const fathom::layout> prepared_for(std::size_t searches, fathom::search_kind many,
                                                                   fathom::device where, const fathom::run_control& control);
  [[nodiscard]] std::shared_ptr<const fathom::weighted_layout> prepared_weighted(std::size_t searches, fathom::device where,
                                                                                 const fathom::run_control& control);
  /// Place and layout of searches from many sources at once.
  struct joined_searches {
    fathom::execution place;
    std::shared_ptr<const fathom::layout> prepared;
  };
  /// On the devices of these names, which copy a layout in host memory, or on the one named `device`. Called without the GIL.
  [[nodiscard]] joined_searches joined(std::size_t sources, const std::string& device, const std::vector<std::string>& devices,
                                       const fathom::run_control& control);
  /// Returns the graph with its adjacency rows in the memory of `where`, copied once per device. Called without the GIL.
  [[nodiscard]] fathom::graph on(fathom::device where);
  /// Returns work(g) for the graph partitioned over these devices, with its weights if `weights`. The parts are cached until
  /// another list is used, or a device fails. Called without the GIL.
  template <class Work>
  auto over(const std::vector<std::string>& devices, bool weights, const fathom::run_control& control, const Work& work) {
    const auto parts = partitioned(devices, weights, control);
    try {
      return work(*parts);
    } catch (const fathom::error& e) {
      if (e.category() == fathom::error_category::device) forget_partitioned();
      throw;
    }
  }
  /// Adds a layout that was read with the graph.
  void add_prepared(fathom::layout made);

  [[nodiscard]] fathom::vertex_id vertex(std::int64_t v, const char* argument) const {
    return vertex_below(g.num_vertices(), v, argument);
  }
  [[nodiscard]] std::vector<fathom::vertex_id> vertices(const host_array_of<std::int64_t>& list, const char* argument) const {
    return vertices_below(g.num_vertices(), list, argument);
  }

 private:
  [[nodiscard]] std::shared_ptr<fathom::multi_device_graph> partitioned(const std::vector<std::string>& names, bool weights,
                                                                        const fathom::run_control& control);
  void forget_partitioned();

  using key = std::tuple<std::string, fathom::vertex_order, bool>;  // device, order, whether prepared for pagerank()

  std::recursive_mutex preparing_;  // a progress callback may search the same graph
  std::map<key, std::shared_ptr<const fathom::layout>> layouts_;
  std::uint64_t searches_on_cpu_ = 0, weighted_searches_ = 0;
  std::map<std::string, std::shared_ptr<const fathom::weighted_layout>> weighted_;
  std::map<std::string, fathom::graph> with_rows_;            ///< by device
  std::shared_ptr<fathom::multi_device_graph> over_devices_;  ///< one: it takes the memory of all its devices
};

}  // namespace fathom_python
