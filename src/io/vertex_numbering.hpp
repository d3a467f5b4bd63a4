// Which vertices an edge list has, and their numbers: those that it names and those that it declares, in ascending order of their
// ids.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "fathom/build.hpp"
#include "fathom/io.hpp"
#include "io/id_bitmap.hpp"

namespace fathom::io {

/// A number of vertices that the file or the caller states.
struct vertex_statement {
  std::uint64_t count = 0;
  std::string text;        ///< who states it, for notes: "the comment \"# Nodes: 5\""; no note without it
  bool positions = false;  ///< ids are 0 to count - 1
  bool from_one = false;   ///< the format's ids start at 1
  bool required = false;   ///< a smaller number than the edges name is an error
};

/// What is known before any id is looked at.
struct numbering_rules {
  bool keep_gaps = false;  ///< ids are positions
  std::optional<vertex_statement> states;

  /// With what the options state, which comes before what the file does.
  [[nodiscard]] static numbering_rules of(const read_options& options, std::optional<vertex_statement> by_file = {});
};

/// The ids that a list names, as far as they are known without a bitmap. An empty list names none.
struct id_extent {
  bool none = true;
  std::uint64_t smallest = 0, largest = 0;
};

/// Numbers for vertices: id - first for the ids first to first + count - 1, or ranks in a bitmap.
class vertex_numbering {
 public:
  /// Where the rules and the extent decide: nothing where the distinct ids have to be found first. Throws error_category::input
  /// for more vertices than a graph can have, ::usage for a required number that is too small, ::memory.
  [[nodiscard]] static std::optional<vertex_numbering> by_rules(const std::filesystem::path& file, const numbering_rules& rules,
                                                                id_extent extent);
  /// By the distinct ids, of which the bitmap holds at least one. Throws likewise.
  [[nodiscard]] static vertex_numbering by_ids(const std::filesystem::path& file, const numbering_rules& rules, id_bitmap&& ids);

  [[nodiscard]] std::uint64_t count() const noexcept { return count_; }
  /// Replaces ids by numbers.
  void apply(std::span<vertex_id> ids, int threads) const;
  /// Empty where ids are 0 to count() - 1.
  [[nodiscard]] array<std::uint64_t> original_ids() const;
  [[nodiscard]] const std::vector<std::string>& notes() const noexcept { return notes_; }

 private:
  std::uint64_t first_ = 0, count_ = 0;
  std::optional<id_bitmap> ranks_;
  std::vector<std::string> notes_;
};

/// For a number of vertices that does not cover the `named` ones: the note with both numbers, or for a required one
/// error_category::usage. `unused_from` is the first id for vertices without an edge.
[[nodiscard]] std::string too_few_note(const std::filesystem::path& file, const vertex_statement& states, std::uint64_t named);
/// The first id that a vertex without an edge may get.
[[nodiscard]] std::uint64_t first_id(const vertex_statement& states, id_extent extent) noexcept;
/// "5 vertices with ids from 1 to 5"; where ids are unused, what that means.
[[nodiscard]] std::string compact_note(std::uint64_t count, std::uint64_t smallest, std::uint64_t largest);
/// For a statement about the number of edges: a note with both numbers, or nothing where there are so many, or each is there in
/// both directions.
[[nodiscard]] std::string edge_count_note(const std::string& by, std::uint64_t stated, std::uint64_t edges);
/// Throws error_category::usage where the options require another number of vertices than the file has.
void require_asked_vertices(const std::filesystem::path& file, const read_options& options, std::uint64_t vertices);
/// Throws error_category::input for more vertices than a graph can have.
void require_vertices_fit(const std::filesystem::path& file, std::uint64_t vertices);

}  // namespace fathom::io
