// Beginning of an edge list: statements of its comments and header, and its first lines.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fathom/io.hpp"
#include "io/text/stated_counts.hpp"
#include "io/text/text_source.hpp"

namespace fathom::io {

struct list_preamble {
  std::optional<bool> directed;  ///< as the file states
  std::string direction_note;

  stated_counts stated;
  /// A comment such as "% 64 64 704", which states rows, columns and entries if there are 704 edges, and is ignored otherwise.
  std::optional<std::vector<std::uint64_t>> size_numbers;
  std::string size_text;

  bool konect = false;                    ///< starts like a KONECT file: the fourth column holds time stamps
  bool unweighted = false;                ///< as KONECT states it
  bool mentions_time = false;             ///< some comment mentions time stamps, and none mentions weights
  std::vector<std::string> column_names;  ///< normalized names from a header or the comment above the first line; or empty

  std::vector<std::vector<std::string>> lines;  ///< words of the first lines, excluding a header
  bool names = false;                           ///< ids are names
  std::vector<std::string> notes;
};

/// Inspects the comments and the first lines. A header is consumed from the text; comments and edge lines are not.
[[nodiscard]] list_preamble read_list_preamble(text_source& text, const read_options& options);

}  // namespace fathom::io
