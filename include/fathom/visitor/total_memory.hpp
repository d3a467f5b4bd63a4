// Totals of a user program: one copy per thread or one shared copy, combined at the end in the caller's ids.
#pragma once

#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "fathom/visitor/search_memory.hpp"

namespace fathom::multi_search_engine {

template <class Totals, class Each>
void for_each_total(Totals& totals, Each&& each) {
  if constexpr (requires { totals.arrays(each); }) totals.arrays(each);
}

/// Number of entries of each kind of total: in the layout during the searches, in the graph afterward.
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

/// One copy of the totals, initialized to the combiners' identities.
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
  [[nodiscard]] std::span<std::byte> bytes() { return {memory_.data(), memory_.size()}; }

  Totals view{};

 private:
  array<std::byte> memory_;
};

/// Data pointers of the arrays, in the order in which they are listed.
template <class Totals>
[[nodiscard]] std::vector<void*> data_of(Totals& totals) {
  std::vector<void*> data;
  for_each_total(totals, [&](auto& a, auto) { data.push_back(a.data); });
  return data;
}

/// Moves the totals of an isolated source from the shared entry `slot` to the source's own vertex, and resets the entry.
template <class Totals>
void move_isolated(Totals& from, std::size_t slot, Totals& result, vertex_id caller) {
  const std::vector<void*> to = data_of(result);
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

/// Combines the threads' copies into the result, in the caller's ids.
template <class Totals>
void combine_totals(std::vector<total_memory<Totals>>& copies, Totals& result, const layout& l, const graph* g, int threads) {
  std::vector<std::vector<void*>> data;
  for (total_memory<Totals>& copy : copies) data.push_back(data_of(copy.view));
  std::size_t at = 0;
  for_each_total(result, [&]<class Array, class Combiner>(Array& into, Combiner) {
    using T = typename Array::value_type;
    std::vector<const T*> from;
    for (const std::vector<void*>& copy : data) from.push_back(static_cast<const T*>(copy[at]));
    ++at;
    const auto take = [&](std::size_t caller, std::size_t inside) {
      for (const T* const part : from) Combiner::combine(into.data[caller], part[inside]);
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
