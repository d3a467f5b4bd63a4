// Requirements on user programs for edge_vertex(), each checked at compile time with a readable message.
#pragma once

#include <concepts>
#include <type_traits>

#include "fathom/visitor/arrays.hpp"

namespace fathom::edge_vertex_engine {

struct nothing {};

template <class P>
struct combined_type {
  using type = typename P::message;
};
template <class P>
requires requires { typename P::combined; }
struct combined_type<P> {
  using type = typename P::combined;
};
template <class P>
struct edge_value_type {
  using type = nothing;
};
template <class P>
requires requires { typename P::edge_value; }
struct edge_value_type<P> {
  using type = typename P::edge_value;
};
template <class P>
struct aggregate_type {
  using type = nothing;
};
template <class P>
requires requires { typename P::aggregate; }
struct aggregate_type<P> {
  using type = typename P::aggregate;
};

template <class P>
using combined_of = typename combined_type<P>::type;
template <class P>
using edge_value_of = typename edge_value_type<P>::type;
template <class P>
using aggregate_of = typename aggregate_type<P>::type;

template <class P>
concept has_edge_values = requires {
  typename P::edge_value;
};
template <class P>
concept has_aggregate = requires {
  typename P::aggregate;
};

/// The user program promises that edge_compute() reads only the source of an edge.
template <class P>
[[nodiscard]] consteval bool same_for_all_edges() {
  if constexpr (requires { P::same_for_all_edges; })
    return P::same_for_all_edges;
  else
    return false;
}

// clang-format off
template <class P> concept names_types = requires { typename P::value; typename P::message; };
template <class P> concept combines = requires(combined_of<P>& into, const combined_of<P>& from) {
  { P::combine.template identity<combined_of<P>>() } -> std::convertible_to<combined_of<P>>;
  P::combine.combine(into, from);
};
template <class P, class Place> concept has_initial_value = requires(const P p, Place& v) { { p.initial_value(v) } -> std::convertible_to<typename P::value>; };
template <class P, class Place> concept has_initially_active = requires(const P p, Place& v) { { p.initially_active(v) } -> std::same_as<bool>; };
template <class P, class Edge> concept has_edge_compute = requires(const P p, Edge& e) { { p.edge_compute(e) } -> std::same_as<void>; };
template <class P, class Vertex> concept has_vertex_compute = requires(const P p, Vertex& v, const combined_of<P>& c) { { p.vertex_compute(v, c) } -> std::same_as<void>; };
template <class P, class Edge> concept has_initial_edge_value = requires(const P p, Edge& e) { { p.initial_edge_value(e) } -> std::convertible_to<edge_value_of<P>>; };
template <class P> concept aggregates = requires(aggregate_of<P>& into, const aggregate_of<P>& from) { into.combine(from); };

template <class P, class Edge> concept has_update_edge = requires(const P p, Edge& e) { { p.update_edge(e) } -> std::same_as<void>; };

// The name is ambiguous, and the expression invalid, if P has a member of this name, also one that is a template.
struct initially_active_too { int initially_active; };
template <class P> struct with_initially_active : P, initially_active_too {};
template <class P> concept leaves_initially_active_out = requires { &with_initially_active<P>::initially_active; };
struct update_edge_too { int update_edge; };
template <class P> struct with_update_edge : P, update_edge_too {};
template <class P> concept changes_edges = !requires { &with_update_edge<P>::update_edge; };
// clang-format on

template <class P>
consteval void check_types() {
  static_assert(std::is_class_v<P> && !std::is_final_v<P>, "edge_vertex: a program must be a struct that is not final");
  static_assert(names_types<P>, "edge_vertex: the program must name its types: using value = ...; using message = ...;");
  if constexpr (names_types<P>) {
    static_assert(std::is_trivially_copyable_v<typename P::value> && std::is_trivially_copyable_v<typename P::message> &&
                      std::is_trivially_copyable_v<combined_of<P>> && std::is_trivially_copyable_v<edge_value_of<P>>,
                  "edge_vertex: the program's `value`, `message`, `combined` and `edge_value` must be trivially copyable: no std:: "
                  "containers");
    static_assert(combines<P>,
                  "edge_vertex: the program needs a combiner: static constexpr auto combine = fathom::combiner::sum; or a type of "
                  "its own with identity<T>() and combine(T& into, const T& value)");
    static_assert(!has_aggregate<P> || aggregates<P>,
                  "edge_vertex: the program's `aggregate` needs a member void combine(const aggregate& other), and default values "
                  "that are its identity");
  }
}

/// Fails to compile, with a message, if P is not a valid user program. The other types are those passed to its functions.
template <class P, class Place, class Vertex, class Edge, class First_edge, class Updated_edge>
consteval void check_functions() {
  static_assert(has_initial_value<P, Place>,
                "edge_vertex: `initial_value` is missing or cannot be called: write value initial_value(auto& v) const");
  static_assert(leaves_initially_active_out<P> || has_initially_active<P, Place>,
                "edge_vertex: `initially_active` exists but cannot be called: write bool initially_active(auto& v) const");
  static_assert(has_edge_compute<P, Edge>,
                "edge_vertex: `edge_compute` is missing or cannot be called: write void edge_compute(auto& e) const, which calls "
                "e.send(message); with same_for_all_edges it may only read the source");
  static_assert(
      has_vertex_compute<P, Vertex>,
      "edge_vertex: `vertex_compute` is missing or cannot be called: write void vertex_compute(auto& v, const combined& c) "
      "const");
  static_assert(!has_edge_values<P> || has_initial_edge_value<P, First_edge>,
                "edge_vertex: a program with `edge_value` needs edge_value initial_edge_value(auto& e) const");
  static_assert(!changes_edges<P> || has_edge_values<P>,
                "edge_vertex: `update_edge` changes values of edges, but the program has none: write using edge_value = ...;");
  static_assert(!changes_edges<P> || !same_for_all_edges<P>(),
                "edge_vertex: with same_for_all_edges no message depends on an edge, so that `update_edge` would have no effect");
  if constexpr (has_edge_values<P>)
    static_assert(
        !changes_edges<P> || has_update_edge<P, Updated_edge>,
        "edge_vertex: `update_edge` exists but cannot be called: write void update_edge(auto& e) const, which sets e.value()");
}

}  // namespace fathom::edge_vertex_engine
