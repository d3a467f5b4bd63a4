// Interface between a user program compiled at run time and the Python package: calls, parameters and results.
#pragma once

#include <fathom/graph.hpp>
#include <fathom/layout.hpp>
#include <fathom/visitor/arrays.hpp>
#include <fathom/visitor/searches.hpp>
#include <fathom/visitor/supersteps.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

namespace fathom_program {

/// Value of a program's member: one number, or one per vertex.
struct parameter {
  std::span<const double> values;
};

/// Allocator of a result array. `kind` is NumPy's type code (i, u, f), `bytes` the size of an element. Throws std::bad_alloc or
/// fathom::error if memory is insufficient.
struct destination {
  void* to = nullptr;
  void* (*allocate)(void* to, const char* name, char kind, std::size_t bytes, std::span<const std::size_t> shape) = nullptr;
};

struct search_call {
  const fathom::graph& g;
  const fathom::layout& prepared;
  std::span<const fathom::vertex_id> sources;
  const fathom::multi_search_options& options;
  std::span<const parameter> parameters;
  destination searches, totals;
  fathom::multi_search_report& report;
};

struct superstep_call {
  const fathom::graph& g;
  const fathom::edge_vertex_options& options;
  std::span<const parameter> parameters;
  destination values;
  fathom::edge_vertex_report& report;
};

/// Arrays that members of a program point to, kept alive while it runs.
using kept_arrays = std::vector<std::shared_ptr<void>>;

template <class T>
constexpr char kind_of() {
  static_assert(std::is_arithmetic_v<T>,
                "results returned to Python must be numbers, std::array of numbers or vertex_array of numbers");
  return std::is_floating_point_v<T> ? 'f' : (std::is_signed_v<T> ? 'i' : 'u');
}

template <class T>
T* room(const destination& d, const char* name, std::initializer_list<std::size_t> shape) {
  const std::span<const std::size_t> dimensions(shape.begin(), shape.size());
  return static_cast<T*>(d.allocate(d.to, name, kind_of<T>(), sizeof(T), dimensions));
}

/// Sets a member to a number, or a pointer member to one number per vertex, which `in_order` permutes to the program's vertex
/// order.
template <class Member, class InOrder>
void set(Member& member, const parameter& p, kept_arrays& kept, InOrder&& in_order) {
  if constexpr (std::is_pointer_v<Member>) {
    using element = std::remove_const_t<std::remove_pointer_t<Member>>;
    std::vector<element> values(p.values.size());
    std::transform(p.values.begin(), p.values.end(), values.begin(), [](double v) { return static_cast<element>(v); });
    auto ordered = std::make_shared<fathom::array<element>>(in_order(std::span<const element>(values)));
    member = ordered->data();
    kept.push_back(std::move(ordered));
  } else {
    member = static_cast<Member>(p.values[0]);
  }
}

template <class T>
struct is_vertex_array : std::false_type {};
template <class T>
struct is_vertex_array<fathom::vertex_array<T>> : std::true_type {};

template <class T>
struct is_edge_array : std::false_type {};
template <class T>
struct is_edge_array<fathom::edge_array<T>> : std::true_type {};

template <class T>
struct is_array : std::false_type {};
template <class T, std::size_t N>
struct is_array<std::array<T, N>> : std::true_type {};

/// Copies a member of each search's state: shape (k), (k, N) for std::array or C arrays, (k, n) for a kept vertex_array.
template <class Searches, class Get>
void give_searches(const search_call& call, const char* name, const Searches& searches, Get get) {
  using member = std::remove_cvref_t<decltype(get(searches[0]))>;
  const std::size_t k = searches.size();
  if constexpr (is_vertex_array<member>::value) {
    using element = typename member::value_type;
    const std::size_t n = call.g.num_vertices();
    element* const to = room<element>(call.searches, name, {k, n});
    for (std::size_t i = 0; i < k; ++i) std::copy_n(get(searches[i]).data, n, to + i * n);
  } else if constexpr (std::is_array_v<member> || is_array<member>::value) {
    using element = std::remove_cvref_t<decltype(get(searches[0])[0])>;
    constexpr std::size_t width = sizeof(member) / sizeof(element);
    element* const to = room<element>(call.searches, name, {k, width});
    for (std::size_t i = 0; i < k; ++i) std::copy_n(&get(searches[i])[0], width, to + i * width);
  } else {
    member* const to = room<member>(call.searches, name, {k});
    for (std::size_t i = 0; i < k; ++i) to[i] = get(searches[i]);
  }
}

/// Copies a total: shape (n) for a vertex_array, (m) for an edge_array, otherwise one value.
template <class Total>
void give_total(const search_call& call, const char* name, const Total& total) {
  using element = typename Total::value_type;
  if constexpr (is_vertex_array<Total>::value) {
    std::copy_n(total.data, call.g.num_vertices(), room<element>(call.totals, name, {call.g.num_vertices()}));
  } else if constexpr (is_edge_array<Total>::value) {
    std::copy_n(total.data, call.g.num_edges(), room<element>(call.totals, name, {static_cast<std::size_t>(call.g.num_edges())}));
  } else {
    *room<element>(call.totals, name, {1}) = *total.data;
  }
}

/// Copies a member of each vertex's value, or the value itself: shape (n).
template <class Value, class Get>
void give_values(const superstep_call& call, const char* name, std::span<const Value> values, Get get) {
  using element = std::remove_cvref_t<decltype(get(values[0]))>;
  std::transform(values.begin(), values.end(), room<element>(call.values, name, {values.size()}), get);
}

}  // namespace fathom_program
