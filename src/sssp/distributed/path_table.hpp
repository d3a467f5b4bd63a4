// Shortest known paths of the CPU search: distance and predecessor of each vertex, lowered by many threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

enum class lowering { none, first, again };  ///< whether a vertex got a smaller distance, and whether it was its first

/// By row id. lower() stores a distance and its predecessor if the distance is smaller, and returns whether it was. `Shared`: other
/// threads may call it at the same time. On equal distances the first predecessor stays: edges of weight 0 could otherwise make two
/// vertices each other's predecessor. Distances are not negative, so they are ordered like their bits.
template <class Distance>
class path_table;

/// The distance above the predecessor in one 64-bit word, so that both change atomically.
template <>
class path_table<float> {
 public:
  static constexpr std::uint64_t bytes_per_row = sizeof(std::uint64_t);

  explicit path_table(std::uint64_t rows) : words_(rows) {}

  void clear() { std::fill(words_.begin(), words_.end(), packed(std::numeric_limits<float>::infinity(), no_local_vertex)); }
  void set(std::uint64_t row, float distance, local_vertex from) { words_[row] = packed(distance, from); }
  [[nodiscard]] float distance(std::uint64_t row) const noexcept {
    return std::bit_cast<float>(static_cast<std::uint32_t>(words_[row] >> 32));
  }
  [[nodiscard]] local_vertex from(std::uint64_t row) const noexcept { return static_cast<local_vertex>(words_[row]); }

  template <bool Shared>
  lowering lower(std::uint64_t row, float distance, local_vertex from) {
    const std::uint64_t value = packed(distance, from);
    if constexpr (Shared) {
      const std::atomic_ref<std::uint64_t> shared(words_[row]);
      std::uint64_t seen = shared.load(std::memory_order_relaxed);
      while ((value >> 32) < (seen >> 32)) {
        if (shared.compare_exchange_weak(seen, value, std::memory_order_relaxed)) return lowering_from(seen);
      }
      return lowering::none;
    } else {
      const std::uint64_t seen = words_[row];
      if ((value >> 32) >= (seen >> 32)) return lowering::none;
      words_[row] = value;
      return lowering_from(seen);
    }
  }

 private:
  [[nodiscard]] static std::uint64_t packed(float distance, local_vertex from) noexcept {
    return std::uint64_t{std::bit_cast<std::uint32_t>(distance)} << 32 | from;
  }

  [[nodiscard]] static lowering lowering_from(std::uint64_t before) noexcept {
    return before >> 32 == unreached ? lowering::first : lowering::again;
  }
  static constexpr std::uint64_t unreached = std::bit_cast<std::uint32_t>(std::numeric_limits<float>::infinity());

  std::vector<std::uint64_t> words_;
};

/// Two arrays. The sign bit, which distances do not use, locks a row while its predecessor is written.
template <>
class path_table<double> {
 public:
  static constexpr std::uint64_t bytes_per_row = sizeof(std::uint64_t) + sizeof(local_vertex);

  explicit path_table(std::uint64_t rows) : distances_(rows), from_(rows) {}

  void clear() {
    std::fill(distances_.begin(), distances_.end(), bits(std::numeric_limits<double>::infinity()));
    std::fill(from_.begin(), from_.end(), no_local_vertex);
  }
  void set(std::uint64_t row, double distance, local_vertex from) { distances_[row] = bits(distance), from_[row] = from; }
  [[nodiscard]] double distance(std::uint64_t row) const noexcept { return std::bit_cast<double>(distances_[row]); }
  [[nodiscard]] local_vertex from(std::uint64_t row) const noexcept { return from_[row]; }

  template <bool Shared>
  lowering lower(std::uint64_t row, double distance, local_vertex from) {
    const std::uint64_t value = bits(distance);
    if constexpr (Shared) {
      const std::atomic_ref<std::uint64_t> shared(distances_[row]);
      std::uint64_t seen = shared.load(std::memory_order_relaxed);
      while (value < (seen & ~lock)) {
        if ((seen & lock) != 0) {
          std::this_thread::yield();
          seen = shared.load(std::memory_order_relaxed);
        } else if (shared.compare_exchange_weak(seen, value | lock, std::memory_order_acquire, std::memory_order_relaxed)) {
          from_[row] = from;
          shared.store(value, std::memory_order_release);
          return lowering_from(seen);
        }
      }
      return lowering::none;
    } else {
      const std::uint64_t seen = distances_[row];
      if (value >= seen) return lowering::none;
      set(row, distance, from);
      return lowering_from(seen);
    }
  }

 private:
  static constexpr std::uint64_t lock = std::uint64_t{1} << 63;
  [[nodiscard]] static lowering lowering_from(std::uint64_t before) noexcept {
    return before == bits(std::numeric_limits<double>::infinity()) ? lowering::first : lowering::again;
  }
  [[nodiscard]] static std::uint64_t bits(double distance) noexcept { return std::bit_cast<std::uint64_t>(distance); }

  std::vector<std::uint64_t> distances_;
  std::vector<local_vertex> from_;
};

}  // namespace fathom::ranks_engine
