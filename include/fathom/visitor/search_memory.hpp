// Memory of a user program's arrays: measured before a run, allocated, cleared between searches, copied to the result.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/visitor/concepts.hpp"

namespace fathom::multi_search_engine {

/// Number of 64-bit words of a bitmap.
[[nodiscard]] inline std::size_t words_for(std::size_t bits) noexcept { return bits / 64 + 1; }

/// Size of an array rounded up to cache lines, so that no two threads share a line.
[[nodiscard]] inline std::size_t padded_bytes(std::size_t count, std::size_t size) noexcept {
  return (count * size + 63) / 64 * 64;
}

/// Calls each(array, initial value[, kept]) for the arrays of a state, if it has any.
template <class State, class Each>
void for_each_array(State& state, Each&& each) {
  if constexpr (requires { state.arrays(each); }) state.arrays(each);
}

/// Counts the bytes of a state's arrays, and the bytes per vertex of those that the result keeps.
struct array_counter {
  std::size_t slots;
  std::size_t bytes = 0, kept_entry_bytes = 0;
  template <class T>
  void operator()(vertex_array<T>&, const std::type_identity_t<T>&) {
    bytes += padded_bytes(slots, sizeof(T));
  }
  template <class T>
  void operator()(vertex_array<T>& a, const std::type_identity_t<T>& blank, keep_tag) {
    (*this)(a, blank);
    kept_entry_bytes += sizeof(T);
  }
};

/// Memory for the arrays of one search at a time.
template <class Program>
class state_memory {
 public:
  using state = state_of<Program>;

  void allocate(std::size_t slots) {
    slots_ = slots;
    array_counter counter{slots};
    for_each_array(fresh_, counter);
    memory_ = array<std::byte>(counter.bytes);
    std::byte* next = memory_.data();
    for_each_array(fresh_, [&]<class T>(vertex_array<T>& a, const std::type_identity_t<T>&, auto...) {
      a.data = reinterpret_cast<T*>(next);
      next += padded_bytes(slots, sizeof(T));
    });
    clear();
  }

  /// Initial state: scalars as the user program declares them, and arrays that point to this memory.
  [[nodiscard]] const state& fresh() const noexcept { return fresh_; }

  void clear() {
    for_each_array(fresh_, [&]<class T>(vertex_array<T>& a, const std::type_identity_t<T>& blank, auto...) {
      std::uninitialized_fill_n(a.data, slots_, blank);
    });
  }
  void clear(std::span<const vertex_id> written) {
    for_each_array(fresh_, [&]<class T>(vertex_array<T>& a, const std::type_identity_t<T>& blank, auto...) {
      for (const vertex_id v : written) a.data[v] = blank;
    });
  }

 private:
  std::size_t slots_ = 0;
  array<std::byte> memory_;
  state fresh_{};
};

/// Result rows of all kept arrays, n entries per search, in the caller's ids.
template <class Program>
class kept_rows {
 public:
  using state = state_of<Program>;

  void allocate(std::size_t searches, const layout& l) {
    n_ = l.caller_vertices, to_internal_ = l.to_internal;
    state any{};
    for_each_array(any, collector{*this, searches});
  }

  /// Copies the kept arrays of a finished search to these rows. Returns its state with arrays that point to them; arrays that are
  /// not kept are null.
  [[nodiscard]] state keep_from(const state& ended, std::size_t search, vertex_id source, vertex_id caller_source) {
    state result = ended;
    for_each_array(result, copier{*this, search, source, caller_source, 0});
    return result;
  }

  [[nodiscard]] std::vector<array<std::byte>> take() { return std::move(rows_); }

 private:
  struct collector {
    kept_rows& rows;
    std::size_t searches;
    template <class T>
    void operator()(vertex_array<T>&, const std::type_identity_t<T>&) {}
    template <class T>
    void operator()(vertex_array<T>&, const std::type_identity_t<T>&, keep_tag) {
      rows.rows_.emplace_back(searches * rows.n_ * sizeof(T));
    }
  };
  struct copier {
    kept_rows& rows;
    std::size_t search;
    vertex_id source, caller_source;
    std::size_t at;
    template <class T>
    void operator()(vertex_array<T>& a, const std::type_identity_t<T>&) {
      a.data = nullptr;
    }
    template <class T>
    void operator()(vertex_array<T>& a, const std::type_identity_t<T>& blank, keep_tag) {
      T* const row = reinterpret_cast<T*>(rows.rows_[at++].data()) + search * rows.n_;
      for (std::size_t v = 0; v < rows.n_; ++v) {
        const vertex_id inside = rows.to_internal_ ? rows.to_internal_[v] : static_cast<vertex_id>(v);
        row[v] = inside != no_vertex ? a.data[inside] : v == caller_source ? a.data[source] : blank;
      }
      a.data = row;
    }
  };

  std::size_t n_ = 0;
  const vertex_id* to_internal_ = nullptr;
  std::vector<array<std::byte>> rows_;
};

}  // namespace fathom::multi_search_engine
