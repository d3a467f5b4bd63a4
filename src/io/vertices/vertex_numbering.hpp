// Vertex set and vertex numbers of an edge list: the endpoints of its edges and the vertices that it declares, in ascending order
// of their ids.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/io.hpp"
#include "io/vertices/id_bitmap.hpp"

namespace fathom::io {

/// A number of vertices that the file or the caller states.
struct stated_vertices {
  std::uint64_t count = 0;
  std::string text;        ///< source of the statement, for notes: "the comment \"# Nodes: 5\""; no note if empty
  bool positions = false;  ///< ids are 0 to count - 1
  bool from_one = false;   ///< the format's ids start at 1
  bool required = false;   ///< it is an error if the edges have more vertices
};

/// Rules known before any id is read.
struct numbering_rules {
  bool keep_gaps = false;  ///< ids are positions
  std::optional<stated_vertices> states;

  /// The rules with the options' statement, which takes precedence over the file's.
  [[nodiscard]] static numbering_rules of(const read_options& options, std::optional<stated_vertices> by_file = {});
};

/// The range of ids in a list, as far as it is known without a bitmap. An empty list has none.
struct id_extent {
  bool none = true;
  std::uint64_t smallest = 0, largest = 0;
};

/// Mapping from ids to vertex numbers: id - first for the ids first to first + count - 1, or ranks in a bitmap.
class vertex_numbering {
 public:
  /// The numbering if the rules and the extent determine it; empty if the distinct ids must be found first. Throws
  /// error_category::input for more vertices than a graph can have, ::usage for a required number that is too small, ::memory.
  [[nodiscard]] static std::optional<vertex_numbering> by_rules(const std::filesystem::path& file, const numbering_rules& rules,
                                                                id_extent extent);
  /// The numbering by distinct ids; the bitmap must hold at least one. Throws like by_rules().
  [[nodiscard]] static vertex_numbering by_ids(const std::filesystem::path& file, const numbering_rules& rules, id_bitmap&& ids);

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  /// Replaces ids by numbers.
  void apply(std::span<vertex_id> ids, int threads) const;
  /// Empty if the ids are 0 to count() - 1.
  [[nodiscard]] array<std::uint64_t> original_ids() const;
  [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return notes_; }

 private:
  std::uint64_t first_ = 0, count_ = 0;
  std::optional<id_bitmap> ranks_;
  std::vector<std::string> notes_;
};

/// "5 vertices, as line 1 states".
[[nodiscard]] std::string stated_note(const stated_vertices& states);
/// For a stated number of vertices below the `named` ones: the note with both numbers. Throws error_category::usage if the
/// statement is required.
[[nodiscard]] std::string too_few_note(const std::filesystem::path& file, const stated_vertices& states, std::uint64_t named);
/// The smallest id that an isolated vertex may get.
[[nodiscard]] std::uint64_t first_id(const stated_vertices& states, id_extent extent) noexcept;
/// "5 vertices with ids from 1 to 5", with an explanation if some ids are unused.
[[nodiscard]] std::string compact_note(std::uint64_t count, std::uint64_t smallest, std::uint64_t largest);
/// For a stated number of edges: a note with both numbers; empty if the number is right, also if each edge is listed in both
/// directions.
[[nodiscard]] std::string edge_count_note(const std::string& by, std::uint64_t stated, std::uint64_t edges);
/// Throws error_category::usage if the options require a number of vertices different from the file's.
void require_requested_vertices(const std::filesystem::path& file, const read_options& options, std::uint64_t vertices);
/// Throws error_category::input for more vertices than a graph can have.
void require_vertices_fit(const std::filesystem::path& file, std::uint64_t vertices);

}  // namespace fathom::io
