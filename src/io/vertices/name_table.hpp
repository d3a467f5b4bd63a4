// Table of vertex names, numbered by first appearance. Numbering is inherently serial; one hash table over one text buffer keeps it
// fast.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "fathom/error.hpp"
#include "fathom/graph.hpp"
#include "io/growing_array.hpp"

namespace fathom::io {

/// The note of a reader whose ids are names.
[[nodiscard]] inline std::string numbered_names_note(std::uint64_t names) {
  return fmt::format("{} {} numbered by first appearance", counted(names, "name"), names == 1 ? "was" : "were");
}

class name_table {
 public:
  name_table() : slots_(first_slots) { offsets_.resize(1); }

  /// The vertex of a name; a new vertex if the name is new.
  vertex_id operator()(std::string_view name) {
    const std::size_t hash = std::hash<std::string_view>{}(name);
    const auto tag = static_cast<std::uint32_t>(hash >> 32);
    for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
      slot& s = slots_[at];
      if (s.vertex == no_vertex) {
        s = {tag, add(name)};
        const vertex_id added = s.vertex;
        if (2 * count() > slots_.size()) grow();
        return added;
      }
      if (s.tag == tag && name_of(s.vertex) == name) return s.vertex;
    }
  }

  /// Whether there is a vertex of this name.
  [[nodiscard]] bool contains(std::string_view name) const {
    const std::size_t hash = std::hash<std::string_view>{}(name);
    for (std::size_t at = hash & (slots_.size() - 1); slots_[at].vertex != no_vertex; at = (at + 1) & (slots_.size() - 1)) {
      if (name_of(slots_[at].vertex) == name) return true;
    }
    return false;
  }

  [[nodiscard]] std::string_view name_of(vertex_id v) const {
    return {text_.data() + offsets_[v], static_cast<std::size_t>(offsets_[v + 1] - offsets_[v])};
  }

  [[nodiscard]] std::size_t count() const { return offsets_.size() - 1; }
  [[nodiscard]] vertex_labels take() { return {offsets_.take(), text_.take()}; }

 private:
  struct slot {
    std::uint32_t tag = 0;  // upper half of the hash: avoids most name comparisons
    vertex_id vertex = no_vertex;
  };
  static constexpr std::size_t first_slots = std::size_t{1} << 12;  // always a power of two; at most half of the slots are used

  vertex_id add(std::string_view name) {
    const std::size_t v = count();
    if (v >= max_vertices) throw error(error_category::input, fmt::format("there are more than {} vertex names", max_vertices));
    const std::size_t at = text_.size();
    text_.resize(at + name.size());
    std::ranges::copy(name, text_.data() + at);
    offsets_.resize(v + 2);
    offsets_[v + 1] = text_.size();
    return static_cast<vertex_id>(v);
  }

  void grow() {
    std::vector<slot> larger(2 * slots_.size());
    for (std::size_t v = 0; v < count(); ++v) {
      const std::size_t hash = std::hash<std::string_view>{}(name_of(static_cast<vertex_id>(v)));
      std::size_t at = hash & (larger.size() - 1);
      while (larger[at].vertex != no_vertex) at = (at + 1) & (larger.size() - 1);
      larger[at] = {static_cast<std::uint32_t>(hash >> 32), static_cast<vertex_id>(v)};
    }
    slots_ = std::move(larger);
  }

  std::vector<slot> slots_;
  growing_array<std::uint64_t> offsets_;
  growing_array<char> text_;
};

}  // namespace fathom::io
