// multi_search() by several processes that share the searches, each with a copy of the graph.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <typeinfo>
#include <utility>
#include <vector>

#include "fathom/distributed/over_devices.hpp"
#include "fathom/execution.hpp"
#include "fathom/visitor/multi_search.hpp"
#include "fathom/visitor/shared_searches.hpp"

namespace fathom {

namespace multi_search_engine {

template <class Program>
std::vector<array<std::byte>> kept_arrays(std::size_t searches, const layout& l) {
  kept_rows<Program> rows;
  rows.allocate(searches, l);
  return rows.take();
}

/// The result of a process without sources.
template <class Program>
multi_search_result<Program> without_searches(const layout& l) {
  multi_search_result<Program> result;
  total_memory<totals_of<Program>> none(total_sizes{l.caller_vertices, l.num_edges});
  result.totals = none.view;
  result.memory = kept_arrays<Program>(0, l);
  result.memory.push_back(none.take());
  result.report.engine = "no searches on this process";
  return result;
}

/// Collective: combines the totals of all processes.
template <class Totals>
void combine_totals(shared_searches& all, Totals& totals, const total_sizes& sizes) {
  for_each_total(totals, [&]<class Array, class Combiner>(Array& a, Combiner) {
    using T = typename Array::value_type;
    all.combine(std::as_writable_bytes(std::span(a.data, sizes.of(a))), sizeof(T),
                [](std::byte* into, const std::byte* from, std::size_t count) {
                  for (std::size_t i = 0; i < count; ++i) {
                    Combiner::combine(reinterpret_cast<T*>(into)[i], reinterpret_cast<const T*>(from)[i]);
                  }
                });
  });
}

/// Collective: replaces the searches of this process by those of every process.
template <class Program>
void gather_searches(shared_searches& all, std::size_t sources, const layout& l, multi_search_result<Program>& result) {
  using state = state_of<Program>;
  const std::vector<std::uint64_t> searches = all.searches_of(sources);
  // By ascending rank, as kept_rows has those of one process: states, and one array per kept array of a state.
  array<state> states;
  std::vector<array<std::byte>> memory;
  std::vector<std::size_t> row_bytes;
  all.run([&] {
    states = array<state>(sources);
    memory = kept_arrays<Program>(sources, l);
    for (const array<std::byte>& rows : memory) row_bytes.push_back(rows.size() / sources);
  });
  all.gather(std::as_bytes(std::span(result.searches)), searches, sizeof(state), std::as_writable_bytes(states.view()));
  for (std::size_t k = 0; k < memory.size(); ++k) all.gather(result.memory[k].view(), searches, row_bytes[k], memory[k].view());
  all.run([&] {
    result.searches.resize(sources);
    std::size_t at = 0;
    for (std::size_t rank = 0; rank < searches.size(); ++rank) {
      for (std::size_t i = rank; i < sources; i += searches.size(), ++at) {
        state one = states[at];
        std::size_t k = 0;
        for_each_array(one, [&]<class T>(vertex_array<T>& a, const std::type_identity_t<T>&, auto... kept) {
          if constexpr (sizeof...(kept) > 0) a.data = reinterpret_cast<T*>(memory[k].data() + at * row_bytes[k]), ++k;
        });
        result.searches[i] = one;
      }
    }
    memory.push_back(std::move(result.memory.back()));  // totals
  });
  result.memory = std::move(memory);
}

/// Searches of a process on its CPU.
struct cpu_engine {
  static void check(const layout& l, std::span<const vertex_id> sources, const multi_search_options& options) {
    check_call(l, sources, options);
  }
  template <class Program>
  static multi_search_result<Program> search(const Program& program, const layout& l, const graph* g,
                                             std::span<const vertex_id> sources, const multi_search_options& options,
                                             const source_numbers& numbers) {
    return start(program, l, g, sources, options, numbers);
  }
};

/// A process's part of a call. `Engine` has the functions of cpu_engine.
template <class Engine, class Program>
multi_search_result<Program> start_own(const Program& program, const layout* given, const graph* g,
                                       std::span<const vertex_id> sources, const multi_search_options& options,
                                       const execution& exec) {
  shared_searches all(exec);
  all.check_place(options);
  multi_search_options here;
  const stopwatch preparing;
  layout own;
  double seconds_prepare = 0;
  all.run([&] {
    here = all.own_options(options);
    if (given != nullptr) return;
    own = prepare(*g, {.where = here.where, .control = here.control});
    seconds_prepare = preparing.seconds();
  });
  const layout& l = given != nullptr ? *given : own;
  all.require_same(l, sources, options, std::hash<std::string_view>{}(typeid(Program).name()));
  multi_search_result<Program> result;
  all.run([&] {
    Engine::check(l, sources, here);
    const std::vector<vertex_id> mine = all.own_part(sources);
    result = mine.empty() ? without_searches<Program>(l) : Engine::search(program, l, g, mine, here, all.numbers());
  });
  const std::size_t searches = result.searches.size();
  if (all.is_shared()) {
    const stopwatch combining;
    combine_totals(all, result.totals, total_sizes{l.caller_vertices, l.num_edges});
    gather_searches(all, sources.size(), l, result);
    result.report.seconds_combine += combining.seconds();
  }
  result.report.seconds_prepare = seconds_prepare;
  all.finish(result.report, searches);
  return result;
}

template <class Engine, class Program>
multi_search_result<Program> start_shared(const Program& program, const layout* given, const graph* g,
                                          std::span<const vertex_id> sources, const multi_search_options& options,
                                          const execution& exec) {
  return over_devices(exec, [&](const execution& here) { return start_own<Engine>(program, given, g, sources, options, here); });
}

}  // namespace multi_search_engine

/// Collective: runs the user program of multi_search() on CPUs. The processes of exec.ranks, each of which has the graph, share the
/// sources, and so do several devices of exec.devices. All processes get the whole result: that of one process, except that totals
/// of floating-point numbers are added in another order. A program that declares sees_totals sees what searches of its own process
/// have found.
///
/// Throws as multi_search(), on all processes if any of them does; an exception of a callback on one process becomes a rank_error
/// on all. Throws error_category::usage if graph, sources or options differ between processes, for `where` and `control` in the
/// options, whose place is `exec`, and for a transport.
template <class Program>
[[nodiscard]] multi_search_result<Program> multi_search(const layout& prepared, std::span<const vertex_id> sources,
                                                        const Program& program, const multi_search_options& options,
                                                        const execution& exec) {
  return multi_search_engine::start_shared<multi_search_engine::cpu_engine>(program, &prepared, nullptr, sources, options, exec);
}

/// The same with the graph of the layout, for user programs with edge totals.
template <class Program>
[[nodiscard]] multi_search_result<Program> multi_search(const graph& g, const layout& prepared, std::span<const vertex_id> sources,
                                                        const Program& program, const multi_search_options& options,
                                                        const execution& exec) {
  return multi_search_engine::start_shared<multi_search_engine::cpu_engine>(program, &prepared, &g, sources, options, exec);
}

/// Prepares a layout on each process and runs the user program.
template <class Program>
[[nodiscard]] multi_search_result<Program> multi_search(const graph& g, std::span<const vertex_id> sources, const Program& program,
                                                        const multi_search_options& options, const execution& exec) {
  return multi_search_engine::start_shared<multi_search_engine::cpu_engine>(program, nullptr, &g, sources, options, exec);
}

}  // namespace fathom
