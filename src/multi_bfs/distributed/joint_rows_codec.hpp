// Encoding of bit rows for communication (one row per owned vertex, one bit per search): a list of the nonzero rows. If most rows
// are nonzero, the array itself is shorter and is sent without this encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "graph/partition/partitioned_graph.hpp"
#include "multi_bfs/bit_row.hpp"

namespace fathom::ranks_engine {

// Number of words that the one-byte nonzero mask covers.
inline constexpr int most_listed_words = 8;

/// Size of one entry in bytes: the vertex, a mask of nonzero words (omitted for one-word rows), and those words.
template <int Words>
[[nodiscard]] std::uint64_t listed_bytes(const multi_bfs_engine::bit_row<Words>& row) noexcept {
  std::uint64_t words = 0;
  for (int w = 0; w < Words; ++w) words += row.word[w] != 0;
  return sizeof(local_vertex) + (Words > 1) + words * sizeof(std::uint64_t);
}

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

/// Calls visit(id, row) for each entry of a list, in order.
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
