// What the reader of one part of a file knows of it, for the readers of all parts to agree on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/time_stamps.hpp"
#include "io/vertex_numbering.hpp"

namespace fathom::io {

struct part_facts {
  std::string why_whole;                   ///< the file has to be read as a whole; every part says the same
  std::uint64_t entries = 0;               ///< edges in this part, as they stand there
  std::optional<std::uint64_t> announced;  ///< in the whole file, where it says so
  bool are_rows = false;                   ///< edges of a graph that was stored as rows, an undirected one's both ways
  bool rows_directed = true;               ///< what the file says of them

  bool ids_declared = true;         ///< the file numbers its vertices; else the following hold
  bool too_wide = false;            ///< ids do not fit 32 bits
  id_extent ids;                    ///< of this part
  numbering_rules rules;            ///< of the file
  std::uint64_t declared = 0;       ///< vertices, as a comment of our writers in this part says; 0 where none does
  std::vector<std::uint64_t> lone;  ///< vertices that comments of our writers name

  bool unnamed_column = false;                       ///< nothing says whether the weights are time stamps
  column_values values;                              ///< of that column
  std::optional<std::uint64_t> stated_edges;         ///< edges that a comment states
  std::string stated_text;                           ///< that comment
  std::optional<std::uint64_t> edges_of_count_line;  ///< the first line of the file would announce so many edges behind it
};

}  // namespace fathom::io
