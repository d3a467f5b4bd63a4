// Hashes that tell graphs and lists of vertices apart, for processes that must call with the same ones.
#pragma once

#include <cstdint>
#include <span>

#include "fathom/graph.hpp"
#include "fathom/layout.hpp"
#include "fathom/types.hpp"

namespace fathom {

/// Adds a value to a hash; the order matters.
[[nodiscard]] std::uint64_t add_to(std::uint64_t hash, std::uint64_t value) noexcept;

/// Hash of a few thousand samples of the adjacency rows: enough to tell apart graphs of the same size. 0 for a layout in device
/// memory.
[[nodiscard]] std::uint64_t hash_of(const layout& l);
[[nodiscard]] std::uint64_t hash_of(const graph& g);
/// Hash of a list's numbers, in order.
[[nodiscard]] std::uint64_t hash_of(std::span<const vertex_id> list);

}  // namespace fathom
