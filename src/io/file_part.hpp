// One of several parts of a file, for ranks that read it together.
#pragma once

#include <cstdint>
#include <optional>

namespace fathom::io {

struct file_part {
  int index = 0, count = 1;

  [[nodiscard]] bool is_whole() const noexcept { return count == 1; }
};

/// What a reader knows of its part, and has to be put together with what the readers of the other parts know.
struct part_facts {
  std::uint64_t entries = 0;               ///< edges in this part, as they stand there
  std::optional<std::uint64_t> announced;  ///< in the whole file, where it says so
  bool ids_declared = true;                ///< the file says how many vertices it has; else they go up to the largest of all parts
  bool may_be_sparse = false;              ///< ids do not fit 32 bits, so that they must be renumbered
  std::uint64_t declared = 0;              ///< vertices, as a comment of our own writers says, whose ids are what they are
  std::uint64_t ids_end = 0;               ///< the largest id of this part + 1
  std::uint64_t distinct = 0;              ///< at least so many ids are in this part
  bool direction_open = false;             ///< nobody says; undirected where all edges of all parts run the same way
  bool ascending = false, descending = false;  ///< there are edges of this kind in this part
  bool are_rows = false;                       ///< edges of a graph that was stored as rows, an undirected one's both ways
  bool rows_directed = true;                   ///< what the file says of them
};

}  // namespace fathom::io
