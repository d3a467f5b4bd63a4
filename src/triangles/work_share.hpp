// Part of the counting that one of several processes or devices does; each has the whole graph.
#pragma once

#include <cstdint>

namespace fathom::triangles_engine {

/// The items `index`, `index` + `of`, `index` + 2 `of`, ... of a list, whose neighbors take about equally long.
struct work_share {
  std::uint64_t index = 0, of = 1;

  [[nodiscard]] bool is_whole() const noexcept { return of == 1; }
  /// Number of items of a list of `size`.
  [[nodiscard]] std::uint64_t count(std::uint64_t size) const noexcept { return size > index ? (size - index + of - 1) / of : 0; }
  [[nodiscard]] std::uint64_t item(std::uint64_t i) const noexcept { return index + i * of; }
};

}  // namespace fathom::triangles_engine
