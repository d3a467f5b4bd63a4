// Rows of bits, one for each of a rank's vertices and a bit for each search, on their way to another rank: as a list of those that
// are not zero. Where most are not the array itself is shorter, and goes without this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "distributed/partitioned_graph.hpp"
#include "engine/multi_bfs/bit_row.hpp"

namespace fathom::ranks_engine {

// Words of a row that a byte can say of whether they are zero.
inline constexpr int most_listed_words = 8;

/// What one entry of a list takes: the vertex; of wider rows a byte that says which words are not zero; those words.
template <int Words>
[[nodiscard]] std::uint64_t listed_bytes(const multi_bfs_engine::bit_row<Words>& row) noexcept {
  std::uint64_t words = 0;
  for (int w = 0; w < Words; ++w) words += row.word[w] != 0;
  return sizeof(local_vertex) + (Words > 1) + words * sizeof(std::uint64_t);
}

/// Appends an entry.
template <int Words>
void append_row(std::vector<std::byte>& bytes, local_vertex id, const multi_bfs_engine::bit_row<Words>& row) {
  static_assert(Words <= most_listed_words);
  std::byte entry[sizeof id + 1 + sizeof row.word];
  std::byte* at = entry;
  const auto put = [&at](const auto& value) {
    std::memcpy(at, &value, sizeof value);
    at += sizeof value;
  };
  put(id);
  std::uint8_t present = 0;
  for (int w = 0; w < Words; ++w) present |= static_cast<std::uint8_t>((row.word[w] != 0) << w);
  if (Words > 1) put(present);
  for (int w = 0; w < Words; ++w) {
    if (row.word[w] != 0) put(row.word[w]);
  }
  bytes.insert(bytes.end(), entry, at);
}

/// Calls visit(id, row) for the entries of a list, in their order.
template <int Words, class Visit>
void for_each_listed(std::span<const std::byte> bytes, const Visit& visit) {
  const auto take = [&bytes](auto& value) {
    std::memcpy(&value, bytes.data(), sizeof value);
    bytes = bytes.subspan(sizeof value);
  };
  while (!bytes.empty()) {
    local_vertex id = 0;
    take(id);
    std::uint8_t present = 1;
    if (Words > 1) take(present);
    multi_bfs_engine::bit_row<Words> row{};
    for (int w = 0; w < Words; ++w) {
      if ((present >> w & 1) != 0) take(row.word[w]);
    }
    visit(id, row);
  }
}

}  // namespace fathom::ranks_engine
