// multi_search(): many concurrent breadth-first searches with user-defined callbacks, one search per thread.
// McLaughlin, Riedy, Bader, "A Fast, Energy-Efficient Abstraction for Simultaneous Breadth-First Searches", HPEC 2015.
//
// A user program is a struct of const member functions, all optional. `search` is the search object (cpu_search.hpp):
//   void init(auto& search)                    before the first level: the source, search.source(), has joined level 0
//   void prior(auto& search)                   before the out-edges of a frontier are inspected
//   bool visit_vertex(auto& search, u, v)      for an edge from a frontier vertex u to v: whether v joins the next frontier
//   void post(auto& search)                    after a level; search.found() vertices have joined
//   void finalize(auto& search)                after the search
// A vertex joins a search once: a later `true` has no effect, so every search terminates, and several GPU threads may return it for
// the same vertex. Without visit_vertex() every reachable vertex joins. Returning false prunes; search.stop() ends the search. A
// callback may throw (on the CPU): all searches end, and the exception propagates to the caller.
//
// Per-search data is the nested struct `state`: plain values, which start as declared, and vertex_array<T> members, listed with
// their initial value:
//   struct state { vertex_array<hop_count> distance; void arrays(auto&& each) { each(distance, unreachable, kept); } };
// Data summed over all searches is the nested struct `totals` of vertex_array<T>, edge_array<T> and total_value<T>, listed with a
// combiner. Vertices are in the layout's ids; results are in the caller's ids. The static members `visits` (edge_visits),
// `writes_reached_only` and `sees_totals` (bool) declare properties that allow faster execution: see edge_visits and concepts.hpp.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "fathom/visitor/cpu_search_steps.hpp"
#include "fathom/visitor/total_memory.hpp"

namespace fathom {

template <class Program>
struct multi_search_result {
  /// Final state of each search, one per source as given: scalars, and for kept arrays n entries in the caller's ids. Arrays that
  /// are not kept are null.
  std::vector<state_of<Program>> searches;
  totals_of<Program> totals{};  ///< in the caller's ids: n entries per vertex_array, one per stored directed edge per edge_array
  multi_search_report report;
  std::vector<array<std::byte>> memory;  ///< owns the arrays above
};

/// Wrappers that turn a lambda into a callback, for search_callbacks.
template <class F>
struct on_init {
  F init;
};
template <class F>
struct on_prior {
  F prior;
};
template <class F>
struct on_visit_vertex {
  F visit_vertex;
};
template <class F>
struct on_post {
  F post;
};
template <class F>
struct on_finalize {
  F finalize;
};
template <class F>
on_init(F) -> on_init<F>;
template <class F>
on_prior(F) -> on_prior<F>;
template <class F>
on_visit_vertex(F) -> on_visit_vertex<F>;
template <class F>
on_post(F) -> on_post<F>;
template <class F>
on_finalize(F) -> on_finalize<F>;

/// A user program made of lambdas:
/// multi_search(g, sources, search_callbacks{on_visit_vertex{[](auto& search, vertex_id u, vertex_id v) { ... }}, on_post{...}}).
template <class... Callbacks>
struct search_callbacks : Callbacks... {};
template <class... Callbacks>
search_callbacks(Callbacks...) -> search_callbacks<Callbacks...>;

/// The same with a state and totals: search_with<my_state>(on_post{...}).
template <class State, class Totals, class... Callbacks>
struct stateful_callbacks : Callbacks... {
  using state = State;
  using totals = Totals;
};
template <class State, class Totals = left_out, class... Callbacks>
[[nodiscard]] stateful_callbacks<State, Totals, Callbacks...> search_with(Callbacks... callbacks) {
  return {std::move(callbacks)...};
}

namespace multi_search_engine {

template <class Program, class Access>
void run_searches(const Program& program, const layout& l, const graph* g, std::span<const vertex_id> sources,
                  const multi_search_options& options, const source_numbers& numbers, const memory_plan& plan,
                  multi_search_result<Program>& result) {
  using totals = totals_of<Program>;
  using search = cpu_search<Program, Access>;
  const stopwatch clock;
  const std::size_t slots = slots_for(l, options);
  std::vector<total_memory<totals>> copies;
  for (int t = 0; t < (plan.shared_totals ? 1 : plan.at_once); ++t) copies.emplace_back(total_sizes{slots, l.num_edges});
  total_memory<totals> combined(total_sizes{l.caller_vertices, l.num_edges});
  result.totals = combined.view;
  std::mutex one_at_a_time;
  kept_rows<Program> kept;
  kept.allocate(sources.size(), l);
  result.searches.resize(sources.size());
  // Each thread allocates its own search, in memory near itself.
  std::vector<std::unique_ptr<search>> searches(static_cast<std::size_t>(plan.at_once));
  for_each_search(plan.at_once, sources.size(), options.control, [&](int thread, std::size_t i) {
    std::unique_ptr<search>& s = searches[static_cast<std::size_t>(thread)];
    if (!s) {
      s = std::make_unique<search>(program, l, options, slots, l.num_vertices + static_cast<vertex_id>(thread));
      s->memory.allocate(slots);
      s->state = s->memory.fresh();
      s->totals = copies[plan.shared_totals ? 0 : static_cast<std::size_t>(thread)].view;
    }
    s->run(numbers.first + i * numbers.step, sources[i]);
    result.searches[i] = kept.keep_from(s->state, i, s->source(), sources[i]);
    if (s->source() >= l.num_vertices) {
      // Another thread may just have finished a search from the same source, if it was given twice.
      const std::scoped_lock locked(one_at_a_time);
      move_isolated(s->totals, s->source(), result.totals, sources[i]);
    }
    s->reset();
  });
  for (const std::unique_ptr<search>& s : searches) {
    if (s) add_counts(result.report, s->counted);
  }
  searches.clear();
  result.report.seconds_search = clock.seconds();
  combine_totals(copies, result.totals, l, g, thread_count(options.control));
  result.memory = kept.take();
  result.memory.push_back(combined.take());
  result.report.seconds_combine = clock.seconds() - result.report.seconds_search;
}

template <class Program>
multi_search_result<Program> start(const Program& program, const layout& l, const graph* g, std::span<const vertex_id> sources,
                                   const multi_search_options& options, const source_numbers& numbers = {}) {
  check_program<Program, cpu_search<Program, plain_access>>();
  check_call(l, sources, options);
  const std::size_t slots = slots_for(l, options);
  state_of<Program> state{};
  totals_of<Program> totals{};
  array_counter arrays{slots};
  for_each_array(state, arrays);
  total_counter working{{slots, l.num_edges}}, combined{{l.caller_vertices, l.num_edges}};
  for_each_total(totals, working);
  for_each_total(totals, combined);
  check_graph(l, g, working.has_edges);
  memory_needs needs;
  needs.search = arrays.bytes + slots * sizeof(vertex_id) + 3 * words_for(slots) * sizeof(std::uint64_t);
  needs.totals = working.bytes;
  needs.result = sources.size() * (sizeof(state) + arrays.kept_entry_bytes * l.caller_vertices) + combined.bytes;
  const memory_plan plan = plan_memory(l, sources.size(), needs, sees_totals<Program>(), options);
  multi_search_result<Program> result;
  result.report = begin_report(l, sources.size(), plan);
  if constexpr (!std::is_same_v<totals_of<Program>, left_out>) {
    if (plan.shared_totals) run_searches<Program, shared_access>(program, l, g, sources, options, numbers, plan, result);
  }
  if (!plan.shared_totals) run_searches<Program, plain_access>(program, l, g, sources, options, numbers, plan, result);
  result.report.peak_memory_bytes = peak_memory_bytes();
  return result;
}

}  // namespace multi_search_engine

/// Copies per-vertex values (n entries) to the layout's vertex order in the memory of options.where, for a user program to point
/// to. `options` must be those of the run, because the number of entries depends on them. Isolated sources that the layout does not
/// have get T{}. Throws error_category::memory, ::device.
template <class T>
[[nodiscard]] array<T> in_layout_order(const layout& prepared, std::span<const T> values,
                                       const multi_search_options& options = {}) {
  array<T> inside(multi_search_engine::slots_for(prepared, options));
  std::uninitialized_fill(inside.begin(), inside.end(), T{});
  for (vertex_id v = 0; v < prepared.caller_vertices; ++v) {
    const vertex_id at = prepared.to_internal ? prepared.to_internal[v] : v;
    if (at != no_vertex) inside[at] = values[v];
  }
  if (options.where.kind == device_kind::cpu) return inside;
  return to_device(std::as_const(inside).view(), options.where);
}

/// Runs the user program from each of the sources, which may be in any order and repeated.
///
/// Throws error_category::usage for no sources, a source outside the graph, or an option out of range; ::memory, stating needed and
/// available memory, if not even one search fits (otherwise fewer run concurrently); ::device, ::cancelled; and whatever callbacks
/// throw.
template <class Program>
[[nodiscard]] multi_search_result<Program> multi_search(const layout& prepared, std::span<const vertex_id> sources,
                                                        const Program& program, const multi_search_options& options = {}) {
  return multi_search_engine::start(program, prepared, nullptr, sources, options);
}

/// The same with the graph of the layout, for user programs with edge totals, which are in the graph's edge order.
template <class Program>
[[nodiscard]] multi_search_result<Program> multi_search(const graph& g, const layout& prepared, std::span<const vertex_id> sources,
                                                        const Program& program, const multi_search_options& options = {}) {
  return multi_search_engine::start(program, prepared, &g, sources, options);
}

/// Prepares a layout with the default options and runs the user program.
template <class Program>
[[nodiscard]] multi_search_result<Program> multi_search(const graph& g, std::span<const vertex_id> sources, const Program& program,
                                                        const multi_search_options& options = {}) {
  const layout prepared = prepare(g, {.where = options.where, .control = options.control});
  return multi_search_engine::start(program, prepared, &g, sources, options);
}

}  // namespace fathom
