// Engine of a Graph500 benchmark, which graph500.cpp drives: one process with build() and bfs(), or a partitioned graph.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fathom/graph500.hpp"
#include "graph/partition/vertex_blocks.hpp"

namespace fathom {

/// Searches of kernel 2 or 3. All functions are collective.
class graph500_kernel {
 public:
  struct outcome {
    std::uint64_t reached = 0;
    hop_count depth = 0;  ///< of kernel 2
  };
  struct verdict {
    bool valid = false;
    std::string message;
    std::uint64_t reached = 0;
  };

  graph500_kernel() = default;
  graph500_kernel(const graph500_kernel&) = delete;
  graph500_kernel& operator=(const graph500_kernel&) = delete;
  virtual ~graph500_kernel() = default;

  /// Untimed search, as in the reference code.
  virtual void warm_up(global_vertex root) { static_cast<void>(search(root)); }
  /// Call before a timed search.
  virtual void wake() {}
  virtual outcome search(global_vertex root) = 0;
  /// Passes the predecessors of the latest search to `on_result` of the options, if it is set.
  virtual void hand_out(global_vertex root) = 0;
  [[nodiscard]] virtual verdict validate(global_vertex root) = 0;
  /// Generated edges in the component of the root that was validated last.
  [[nodiscard]] virtual std::uint64_t edges_around(global_vertex root) = 0;
  /// Adds the latest search, which is valid, to the engine's report.
  virtual void keep() {}
  /// Repeats the search with number `kept` for the levels in the engine's report.
  virtual void explain(std::size_t /*kept*/, global_vertex /*root*/) {}
};

/// All functions are collective and must be called in this order.
class graph500_engine {
 public:
  graph500_engine() = default;
  graph500_engine(const graph500_engine&) = delete;
  graph500_engine& operator=(const graph500_engine&) = delete;
  virtual ~graph500_engine() = default;

  virtual void generate() = 0;
  /// Kernel 1. Returns its seconds.
  [[nodiscard]] virtual double construct() = 0;
  /// Describes the constructed graph. Returns why it is wrong, or an empty text.
  [[nodiscard]] virtual std::string describe_graph(graph500_result& result) = 0;
  [[nodiscard]] virtual std::vector<global_vertex> roots() = 0;
  /// For kernel 2. Call at most once, and describe_transport() after it.
  [[nodiscard]] virtual std::unique_ptr<graph500_kernel> make_searches() = 0;
  virtual void describe_transport(graph500_result& result) const = 0;
  /// For kernel 3. Call at most once.
  [[nodiscard]] virtual std::unique_ptr<graph500_kernel> make_paths() = 0;
  /// Fills by_rank, and `slowest` with the levels of the slowest search.
  virtual void report(graph500_result& result) = 0;
};

}  // namespace fathom
