// Requirements on user programs for multi_search(), each checked at compile time with a readable message.
#pragma once

#include <concepts>
#include <type_traits>

#include "fathom/visitor/arrays.hpp"
#include "fathom/visitor/searches.hpp"

namespace fathom {

/// Stands for the state or totals of a user program that has none.
struct left_out {};

namespace multi_search_engine {

template <class P>
struct state_type {
  using type = left_out;
};
template <class P>
requires requires { typename P::state; }
struct state_type<P> {
  using type = typename P::state;
};
template <class P>
struct totals_type {
  using type = left_out;
};
template <class P>
requires requires { typename P::totals; }
struct totals_type<P> {
  using type = typename P::totals;
};

template <class P>
[[nodiscard]] consteval edge_visits visits_of() {
  if constexpr (requires { P::visits; }) {
    static_assert(std::same_as<std::remove_cvref_t<decltype(P::visits)>, edge_visits>,
                  "multi_search: the program's `visits` must be one of fathom::edge_visits");
    return P::visits;
  } else {
    return edge_visits::every_edge;
  }
}

/// The user program promises that a search writes entries of its state only for vertices that join it.
template <class P>
[[nodiscard]] consteval bool writes_reached_only() {
  if constexpr (requires { P::writes_reached_only; })
    return P::writes_reached_only;
  else
    return false;
}

/// The user program reads contributions of other searches to the totals during the run.
template <class P>
[[nodiscard]] consteval bool sees_totals() {
  if constexpr (requires { P::sees_totals; })
    return P::sees_totals;
  else
    return false;
}

// Detects callbacks that P does not define: if P has any member of that name, naming it in a class that inherits a second one is
// ambiguous.
struct one_of_each {
  int init, prior, visit_vertex, post, finalize;
};
template <class P>
struct doubled : P, one_of_each {};
// clang-format off
template <class P> concept leaves_init_out = requires { &doubled<P>::init; };
template <class P> concept leaves_prior_out = requires { &doubled<P>::prior; };
template <class P> concept leaves_visit_vertex_out = requires { &doubled<P>::visit_vertex; };
template <class P> concept leaves_post_out = requires { &doubled<P>::post; };
template <class P> concept leaves_finalize_out = requires { &doubled<P>::finalize; };

template <class P, class S> concept has_init = requires(const P p, S& s) { p.init(s); };
template <class P, class S> concept has_prior = requires(const P p, S& s) { p.prior(s); };
template <class P, class S> concept has_visit = requires(const P p, S& s, vertex_id v) { p.visit_vertex(s, v, v); };
template <class P, class S> concept has_edge_visit = requires(const P p, S& s, vertex_id v, edge_offset e) { p.visit_vertex(s, v, v, e); };
template <class P, class S> concept has_post = requires(const P p, S& s) { p.post(s); };
template <class P, class S> concept has_finalize = requires(const P p, S& s) { p.finalize(s); };
// clang-format on

template <class P, class S>
[[nodiscard]] consteval bool visit_says_whether() {
  if constexpr (has_visit<P, S>) return requires(const P p, S& s, vertex_id v) {
      { p.visit_vertex(s, v, v) } -> std::same_as<bool>;
    };
  else if constexpr (has_edge_visit<P, S>)
    return requires(const P p, S& s, vertex_id v, edge_offset e) {
      { p.visit_vertex(s, v, v, e) } -> std::same_as<bool>;
    };
  else
    return true;
}

struct any_list {
  template <class... Arguments>
  void operator()(Arguments&&...) const {}
};
template <class T>
concept lists_arrays = std::same_as<T, left_out> || requires(T& t, any_list each) {
  t.arrays(each);
};

/// Fails to compile, with a message, if P is not a valid user program. S is the search type that is passed to its callbacks.
template <class P, class S>
consteval void check_program() {
  using state = typename state_type<P>::type;
  using totals = typename totals_type<P>::type;
  static_assert(std::is_class_v<P> && !std::is_final_v<P>, "multi_search: a program must be a struct that is not final");
  static_assert(
      std::is_trivially_copyable_v<state>,
      "multi_search: the program's `state` must be trivially copyable: vertex_array<T> and plain values, no std:: containers");
  static_assert(std::is_default_constructible_v<state>, "multi_search: the program's `state` needs default values for its members");
  static_assert(std::is_trivially_copyable_v<totals>, "multi_search: the program's `totals` must be trivially copyable");
  static_assert(
      std::is_same_v<totals, left_out> || lists_arrays<totals>,
      "multi_search: the program's `totals` need a member void arrays(auto&& each) { each(sums, fathom::combiner::sum); } "
      "that lists each of them with its combiner");
  static_assert(leaves_init_out<P> || has_init<P, S>,
                "multi_search: `init` exists but cannot be called: write void init(auto& search) const");
  static_assert(leaves_prior_out<P> || has_prior<P, S>,
                "multi_search: `prior` exists but cannot be called: write void prior(auto& search) const");
  static_assert(leaves_visit_vertex_out<P> || has_visit<P, S> || has_edge_visit<P, S>,
                "multi_search: `visit_vertex` exists but cannot be called: write bool visit_vertex(auto& search, vertex_id u, "
                "vertex_id v) const, or with the edge's position as a fourth argument, edge_offset e");
  static_assert(visit_says_whether<P, S>(), "multi_search: `visit_vertex` must return a bool: whether v joins the next frontier");
  static_assert(leaves_post_out<P> || has_post<P, S>,
                "multi_search: `post` exists but cannot be called: write void post(auto& search) const");
  static_assert(leaves_finalize_out<P> || has_finalize<P, S>,
                "multi_search: `finalize` exists but cannot be called: write void finalize(auto& search) const");
}

}  // namespace multi_search_engine

template <class P>
using state_of = typename multi_search_engine::state_type<P>::type;
template <class P>
using totals_of = typename multi_search_engine::totals_type<P>::type;

}  // namespace fathom
