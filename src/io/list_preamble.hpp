// The beginning of an edge list: what its comments and its header state, and how its first lines look.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fathom/io.hpp"
#include "io/stated_counts.hpp"
#include "io/text_source.hpp"

namespace fathom::io {

struct list_preamble {
  std::optional<bool> directed;  ///< as the file states
  std::string direction_note;

  stated_counts stated;
  /// A comment "% 64 64 704", which states rows, columns and entries if there are 704 edges, and otherwise nothing.
  std::optional<std::vector<std::uint64_t>> size_numbers;
  std::string size_text;

  bool konect = false;                    ///< starts as KONECT's files do: the fourth column holds time stamps
  bool unweighted = false;                ///< KONECT's word for it
  bool mentions_time = false;             ///< a comment speaks of time stamps, and none of weights
  std::vector<std::string> column_names;  ///< plain names, of a header or of the comment above the first line; or empty

  std::vector<std::vector<std::string>> lines;  ///< words of the first lines, without a header
  bool names = false;                           ///< ids are names
  std::vector<std::string> notes;
};

/// Reads comments and first lines, and takes a header from the text; comments and lines are left.
[[nodiscard]] list_preamble read_list_preamble(text_source& text, const read_options& options);

}  // namespace fathom::io
