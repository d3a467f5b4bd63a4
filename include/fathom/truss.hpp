// Truss numbers and k-trusses of an undirected graph. Cohen, "Trusses: cohesive subgraphs for social network analysis", 2008.
//
// The k-truss is the largest subgraph in which each edge is in at least k - 2 triangles. The truss number of an edge is the largest
// k such that the edge is in the k-truss; it is 2 for an edge in no triangle. Self-loops have the truss number 0. Parallel edges
// count as one, and all have its number.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "fathom/array.hpp"
#include "fathom/control.hpp"
#include "fathom/device.hpp"
#include "fathom/graph.hpp"
#include "fathom/types.hpp"

namespace fathom {

struct truss_options {
  run_control control{};
};

struct truss_report {
  std::string engine;           ///< name of the implementation that ran
  device where;                 ///< the CPU
  int threads = 1;              ///< CPU threads that ran
  std::uint64_t triangles = 0;  ///< triangles of the graph
  std::uint64_t levels = 0;     ///< number of distinct truss numbers above 0
  double seconds_prepare = 0;   ///< numbering the edges of the graph without its parallel edges and self-loops
  double seconds_count = 0;     ///< counting the triangles of each edge
  double seconds_peel = 0;      ///< removing edges level by level, and writing the truss numbers
  std::uint64_t peak_memory_bytes = 0;

  [[nodiscard]] double seconds() const noexcept { return seconds_prepare + seconds_count + seconds_peel; }
};

/// The same on any number of threads.
struct truss_result {
  array<vertex_id> truss_numbers;  ///< m entries, one per stored directed edge, equal in both directions
  vertex_id largest = 0;           ///< largest truss number; 0 without edges
  edge_offset innermost = 0;       ///< number of undirected edges that have it, parallel edges counted once
  truss_report report;
};

/// Truss numbers of all edges. Throws error_category::usage for a directed graph, one whose adjacency rows are not ascending, or
/// one of 2^32 - 1 or more undirected edges; ::memory, ::cancelled.
[[nodiscard]] truss_result truss_numbers(const graph& g, const truss_options& options = {});

/// The k-truss: the edges whose truss number is at least k, and the vertices that have such an edge, with their original ids,
/// labels and weights. Throws error_category::usage unless there is a number per stored edge; ::memory, ::cancelled.
[[nodiscard]] graph k_truss(const graph& g, vertex_id k, std::span<const vertex_id> truss_numbers, const run_control& control = {});

/// Rules that valid truss numbers satisfy.
enum class truss_rule {
  none = 0,
  numbers_agree = 1,          ///< both directions of an edge, and its parallel edges, have one number, 2 or more; self-loops have 0
  truss_is_large_enough = 2,  ///< every edge of truss number k is in at least k - 2 triangles of edges of number k or more
  truss_is_not_larger = 3,    ///< removing edges in at most k - 2 such triangles one after another removes all of number k
};

/// The rule in words, for messages.
[[nodiscard]] std::string_view to_string(truss_rule rule);

struct truss_validation {
  bool valid = false;
  truss_rule violated = truss_rule::none;      ///< the violated rule with the lowest number
  vertex_id from = no_vertex, to = no_vertex;  ///< the first edge that violates it
  std::string message;                         ///< uses the graph's vertex names; empty if valid
  double seconds = 0;
};

/// Validates the truss numbers of all stored edges on one CPU thread. The second rule bounds them from below, the third from above,
/// so that only the true truss numbers satisfy both. Shares no code with the engine. Throws error_category::usage as
/// truss_numbers() does, and unless there is a number per stored edge; ::memory, ::cancelled.
[[nodiscard]] truss_validation validate_truss(const graph& g, std::span<const vertex_id> truss_numbers,
                                              const run_control& control = {});

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const truss_report& r, Field&& field) {
  field("algorithm", std::string_view("truss"), "text", "truss");
  field("engine", r.engine, "text", "implementation that ran");
  field("device", r.where, "text", "device that did the work");
  field("threads", r.threads, "threads", "CPU threads that ran");
  field("triangles", r.triangles, "triangles", "triangles of the graph");
  field("distinct_truss_numbers", r.levels, "levels", "number of distinct truss numbers above 0");
  field("seconds", r.seconds(), "s", "whole call");
  field("seconds_prepare", r.seconds_prepare, "s", "numbering the edges");
  field("seconds_count", r.seconds_count, "s", "counting the triangles of each edge");
  field("seconds_peel", r.seconds_peel, "s", "removing edges level by level");
  field("peak_memory_bytes", r.peak_memory_bytes, "bytes", "peak memory of the process so far");
}

}  // namespace fathom
