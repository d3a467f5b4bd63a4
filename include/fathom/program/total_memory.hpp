// The totals of a program: one copy a thread, or one for all; put together at the end, in the caller's ids.
#pragma once

#include <mutex>
#include <type_traits>
#include <utility>
#include <vector>

#include "fathom/program/search_memory.hpp"

namespace fathom::multi_search_engine {

template <class Totals, class Each>
void for_each_total(Totals& totals, Each&& each) {
  if constexpr (requires { totals.arrays(each); }) totals.arrays(each);
}

/// How many entries each kind of total has: in the layout while searches run, in the graph afterwards.
struct total_sizes {
  std::size_t vertices, edges;
  template <class T>
  [[nodiscard]] std::size_t of(const vertex_array<T>&) const noexcept {
    return vertices;
  }
  template <class T>
  [[nodiscard]] std::size_t of(const edge_array<T>&) const noexcept {
    return edges;
  }
  template <class T>
  [[nodiscard]] std::size_t of(const total_value<T>&) const noexcept {
    return 1;
  }
};

struct total_counter {
  total_sizes sizes;
  std::size_t bytes = 0;
  bool has_edges = false;
  template <class Array, class Combiner>
  void operator()(Array& a, Combiner) {
    bytes += padded_bytes(sizes.of(a), sizeof(typename Array::value_type));
    has_edges |= std::is_same_v<Array, edge_array<typename Array::value_type>>;
  }
};

/// One copy of the totals, which begins with what combines to nothing.
template <class Totals>
class total_memory {
 public:
  explicit total_memory(const total_sizes& sizes) {
    total_counter counter{sizes};
    for_each_total(view, counter);
    memory_ = array<std::byte>(counter.bytes);
    std::byte* next = memory_.data();
    for_each_total(view, [&]<class Array, class Combiner>(Array& a, Combiner) {
      using T = typename Array::value_type;
      a.data = reinterpret_cast<T*>(next);
      std::uninitialized_fill_n(a.data, sizes.of(a), Combiner::template identity<T>());
      next += padded_bytes(sizes.of(a), sizeof(T));
    });
  }
  [[nodiscard]] array<std::byte> take() { return std::move(memory_); }

  Totals view{};

 private:
  array<std::byte> memory_;
};

/// The same array of several copies, in turn: with_arrays(copies, f) calls f(pointers to the data, array of the first, combiner).
template <class Totals, class F>
void with_each_total(std::vector<total_memory<Totals>>& copies, F&& f) {
  std::vector<std::vector<void*>> data;
  for (total_memory<Totals>& copy : copies) {
    std::size_t at = 0;
    for_each_total(copy.view, [&](auto& a, auto) {
      if (data.size() <= at) data.emplace_back();
      data[at++].push_back(a.data);
    });
  }
  std::size_t at = 0;
  for_each_total(copies.front().view, [&](auto& a, auto how) { f(data[at++], a, how); });
}

/// What isolated sources left in the one entry that they share, given to the vertices that they are.
template <class Totals>
class isolated_totals {
 public:
  /// Empties the entry `slot` of a thread's totals into the caller's.
  void move(Totals& from, std::size_t slot, Totals& result, vertex_id caller) {
    const std::scoped_lock one_at_a_time(mutex_);
    std::vector<void*> to;
    for_each_total(result, [&](auto& a, auto) { to.push_back(a.data); });
    std::size_t at = 0;
    for_each_total(from, [&]<class Array, class Combiner>(Array& a, Combiner) {
      using T = typename Array::value_type;
      T* const into = static_cast<T*>(to[at++]);
      if constexpr (std::is_same_v<Array, vertex_array<T>>) {
        Combiner::combine(into[caller], std::as_const(a.data[slot]));
        a.data[slot] = Combiner::template identity<T>();
      }
    });
  }

 private:
  std::mutex mutex_;
};

/// Adds what the threads' copies hold to the result, in the caller's ids.
template <class Totals>
void combine_totals(std::vector<total_memory<Totals>>& copies, Totals& result, const layout& l, const graph* g, int threads) {
  std::vector<void*> to;
  for_each_total(result, [&](auto& a, auto) { to.push_back(a.data); });
  std::size_t at = 0;
  with_each_total(copies, [&]<class Array, class Combiner>(const std::vector<void*>& from, Array&, Combiner) {
    using T = typename Array::value_type;
    T* const into = static_cast<T*>(to[at++]);
    const auto take = [&](std::size_t caller, std::size_t inside) {
      for (const void* const part : from) Combiner::combine(into[caller], static_cast<const T*>(part)[inside]);
    };
    if constexpr (std::is_same_v<Array, vertex_array<T>>) {
      for_each_part(threads, l.caller_vertices, [&](std::size_t first, std::size_t last) {
        for (std::size_t v = first; v < last; ++v) {
          const vertex_id inside = l.to_internal ? l.to_internal[v] : static_cast<vertex_id>(v);
          if (inside != no_vertex) take(v, inside);
        }
      });
    } else if constexpr (std::is_same_v<Array, edge_array<T>>) {
      for_each_edge_row(l, *g, threads, [&](edge_offset first, std::span<const edge_offset> positions) {
        for (std::size_t i = 0; i < positions.size(); ++i) take(first + i, positions[i]);
      });
    } else {
      take(0, 0);
    }
  });
}

}  // namespace fathom::multi_search_engine
