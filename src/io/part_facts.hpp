// Facts about one part of a file, which the readers of all parts combine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/text/time_stamps.hpp"
#include "io/vertices/vertex_numbering.hpp"

namespace fathom::io {

struct part_facts {
  std::string whole_file_reason;           ///< reason why the file must be read as a whole; the same for every part
  std::uint64_t entries = 0;               ///< edges listed in this part
  std::optional<std::uint64_t> announced;  ///< number of edges that the file declares for the whole, if any
  bool are_rows = false;                   ///< the graph was stored as rows; undirected edges are in both directions
  bool rows_directed = true;               ///< whether the file declares its rows directed

  bool ids_declared = true;         ///< the file numbers its vertices; otherwise the following members apply
  bool too_wide = false;            ///< ids do not fit 32 bits
  id_extent ids;                    ///< of this part
  numbering_rules rules;            ///< of the file
  std::uint64_t declared = 0;       ///< number of vertices in a comment of our writers in this part; 0 if there is none
  std::vector<std::uint64_t> lone;  ///< isolated vertices listed in comments of our writers

  bool unnamed_column = false;                       ///< the weight column has no name and may hold time stamps
  column_statistics values;                          ///< of that column
  std::optional<std::uint64_t> stated_edges;         ///< number of edges stated by a comment
  std::string stated_text;                           ///< the text of that comment
  std::optional<std::uint64_t> edges_of_count_line;  ///< number of edges that the first line of the file would declare
};

}  // namespace fathom::io
