// Sets of vertices that one thread changes, or several at the same time.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "base/parallel.hpp"
#include "fathom/array.hpp"
#include "graph/partition/partitioned_graph.hpp"

namespace fathom::ranks_engine {

inline constexpr std::uint64_t word_bits = 64;

class vertex_bits {
 public:
  explicit vertex_bits(std::uint64_t ids) : words_((ids + word_bits - 1) / word_bits) {}

  [[nodiscard]] std::span<std::uint64_t> words() noexcept { return words_; }
  [[nodiscard]] bool contains(local_vertex v) const noexcept { return (words_[v / word_bits] & bit_of(v)) != 0; }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }
  /// Removes every vertex of the word of `v`.
  void clear_word(local_vertex v) noexcept { words_[v / word_bits] = 0; }

  /// Returns whether `v` was not yet in the set. `Shared`: other threads may change the set at the same time.
  template <bool Shared>
  bool insert(local_vertex v) noexcept {
    std::uint64_t& word = words_[v / word_bits];
    if constexpr (Shared) {
      const std::atomic_ref<std::uint64_t> shared(word);
      return (shared.load(std::memory_order_relaxed) & bit_of(v)) == 0 &&
             (shared.fetch_or(bit_of(v), std::memory_order_relaxed) & bit_of(v)) == 0;
    } else {
      const bool is_new = (word & bit_of(v)) == 0;
      word |= bit_of(v);
      return is_new;
    }
  }
  template <bool Shared>
  void remove(local_vertex v) noexcept {
    std::uint64_t& word = words_[v / word_bits];
    if constexpr (Shared)
      std::atomic_ref(word).fetch_and(~bit_of(v), std::memory_order_relaxed);
    else
      word &= ~bit_of(v);
  }

 private:
  static constexpr std::uint64_t bit_of(local_vertex v) noexcept { return std::uint64_t{1} << (v % word_bits); }

  std::vector<std::uint64_t> words_;
};

/// Allocates nothing after its construction.
class vertex_list {
 public:
  explicit vertex_list(std::uint64_t ids) : listed_(ids), vertices_(ids) {}
  [[nodiscard]] static constexpr std::uint64_t planned_bytes(std::uint64_t ids) noexcept {
    return ids * sizeof(local_vertex) + ids / 8;
  }

  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::span<const local_vertex> view() const noexcept { return {vertices_.data(), size_}; }

  template <bool Shared>
  void insert(local_vertex v) noexcept {
    if (!listed_.insert<Shared>(v)) return;
    if constexpr (Shared)
      vertices_[std::atomic_ref(size_).fetch_add(1, std::memory_order_relaxed)] = v;
    else
      vertices_[size_++] = v;
  }
  void clear() noexcept {
    for (const local_vertex v : view()) listed_.clear_word(v);
    size_ = 0;
  }

 private:
  vertex_bits listed_;
  array<local_vertex> vertices_;
  std::uint64_t size_ = 0;
};

/// Bitmap that is visited in ascending order in a time that depends on the vertices in it: one more bit per word of the bitmap says
/// whether the word may have any.
class sparse_bits {
 public:
  explicit sparse_bits(std::uint64_t ids) : bits_(ids), words_(bits_.words().size()) {}

  void clear() { bits_.clear(), words_.clear(); }
  template <bool Shared>
  void insert(local_vertex v) noexcept {
    if (bits_.insert<Shared>(v)) words_.insert<Shared>(v / word_bits);
  }
  template <bool Shared>
  void remove(local_vertex v) noexcept {
    bits_.remove<Shared>(v);
  }
  /// Removes the vertices for which keep(v, std::bool_constant<Shared>) is false. `Shared`: several threads call it at the same
  /// time.
  template <class Keep>
  void filter(int threads, const Keep& keep) {
    constexpr std::uint64_t groups_per_thread = 8;  // of word_bits words
    const std::uint64_t groups = words_.words().size();
    const int team = useful_threads(groups, groups_per_thread, threads);
    if (team == 1) {
      for (std::uint64_t g = 0; g < groups; ++g) filter_group(g, [&](local_vertex v) { return keep(v, std::false_type()); });
      return;
    }
#pragma omp parallel for num_threads(team) schedule(dynamic, 2)
    for (std::uint64_t g = 0; g < groups; ++g) filter_group(g, [&](local_vertex v) { return keep(v, std::true_type()); });
  }

 private:
  template <class Keep>
  void filter_group(std::uint64_t group, const Keep& keep) {
    std::uint64_t& used = words_.words()[group];
    for (std::uint64_t open = used; open != 0; open &= open - 1) {
      const std::uint64_t w = group * word_bits + static_cast<std::uint64_t>(std::countr_zero(open));
      std::uint64_t& word = bits_.words()[w];
      for (std::uint64_t left = word; left != 0; left &= left - 1) {
        if (!keep(static_cast<local_vertex>(w * word_bits + static_cast<std::uint64_t>(std::countr_zero(left)))))
          word &= ~(left & -left);
      }
      if (word == 0) used &= ~(open & -open);
    }
  }

  vertex_bits bits_, words_;
};

}  // namespace fathom::ranks_engine
