// One process's part of a distributed multi-source BFS: its matrix block, its bit rows and their exchange with other processes.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "comm/transport_in_use.hpp"
#include "fathom/bfs.hpp"
#include "fathom/types.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

/// Words of the widest bit row.
inline constexpr std::size_t most_joint_words = 8;
/// One bit per search; words beyond the width are zero.
using joint_searches = std::array<std::uint64_t, most_joint_words>;

/// A bit row takes this many times more space in a list than in the array of all rows before the array is sent, because the array
/// is received in place.
inline constexpr std::uint64_t list_gain = 2;

/// Number of distance planes that plans assume: searches that run concurrently are seldom deeper than 15 levels.
inline constexpr std::uint64_t usual_joint_planes = 4;

/// A source that this process owns, or that is a delegate.
struct joint_start {
  local_vertex id = 0;       ///< local id
  std::uint32_t search = 0;  ///< number of the search
};

/// Vertices of one process that a level discovered.
struct joint_discoveries {
  std::uint64_t vertices = 0, found = 0;  ///< each once, and once per search; delegates only on process 0
  std::uint64_t edges = 0;                ///< out-edges of the vertices
  std::uint64_t listed = 0;     ///< length of the discoveries as a list: in bytes on CPUs, in vertices with delegates on devices
  std::uint64_t inspected = 0;  ///< edges that the step before has inspected
  joint_searches active{};      ///< searches that discovered any vertex
};

/// Calls between two levels come in the order of their declaration. Functions are collective where stated, and only those wait for
/// other processes.
class joint_block {
 public:
  joint_block() = default;
  joint_block(const joint_block&) = delete;
  joint_block& operator=(const joint_block&) = delete;
  virtual ~joint_block() = default;

  /// Clears the results of the last group and discovers the sources.
  virtual void start(std::span<const joint_start> sources) = 0;

  /// Clears distance planes from the number in use on, so that there are `planes`. Allocates those that no earlier group had.
  virtual void use_planes(int planes) = 0;

  /// Marks the discoveries visited at this distance. `counts`, unless empty, receives the vertices that each search discovered.
  virtual joint_discoveries record(hop_count distance, std::span<std::uint64_t> counts) = 0;

  /// Collective: makes the discoveries of all processes the frontier. Returns the bytes sent by this process.
  virtual std::uint64_t exchange_frontier(std::span<const joint_discoveries> of_processes) = 0;

  /// Expands the frontier within the matrix block. `active`: searches with a nonempty frontier.
  virtual void step(direction way, const joint_searches& active) = 0;

  /// Collective: passes what the step has discovered to the owners. Returns the bytes sent by this process.
  virtual std::uint64_t exchange_found() = 0;

  // Results of the last group, as in group_engine.
  [[nodiscard]] virtual std::uint64_t edges_of_reached() const = 0;
  virtual void copy_distances(std::span<std::int8_t* const> rows) const = 0;
  virtual void copy_distances(std::span<std::int16_t* const> rows) const = 0;
  virtual void copy_distances(std::span<hop_count* const> rows) const = 0;

  /// Between devices; without a name on CPUs.
  [[nodiscard]] virtual transport_in_use transport() const { return {}; }
};

}  // namespace fathom::ranks_engine
