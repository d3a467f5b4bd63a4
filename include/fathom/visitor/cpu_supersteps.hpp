// Supersteps of edge_vertex() on CPU threads: common state and the choice between push and pull. The kinds of superstep are in
// cpu_superstep_pull.hpp, cpu_superstep_push.hpp and cpu_superstep_buffer.hpp, initial values in cpu_superstep_begin.hpp. A process
// of a distributed graph combines messages in the same ways and exchanges them in cpu_superstep_exchange.hpp.
//
// Vertices and the list of active vertices are divided into chunks in a way that does not depend on the number of threads. One
// thread processes a chunk, and counts and contributions are combined in chunk order, so results do not depend on the number of
// threads either.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/visitor/superstep_handles.hpp"
#include "fathom/visitor/superstep_ranks.hpp"

namespace fathom::edge_vertex_engine {

template <class Program>
class cpu_supersteps {
 public:
  using value = typename Program::value;
  using message = typename Program::message;
  using combined = combined_of<Program>;
  using edge_value = edge_value_of<Program>;
  using aggregate = aggregate_of<Program>;

  cpu_supersteps(const Program& program, const edge_vertex_graph& g, const edge_vertex_options& options, edge_vertex_report& report,
                 superstep_ranks* ranks = nullptr);

  /// Runs all supersteps.
  void run();
  /// After run(): values in the caller's ids, of a distributed graph those of own vertices, and the combined contributions of the
  /// last superstep.
  [[nodiscard]] array<value> take_values();
  [[nodiscard]] const aggregate& aggregated() const noexcept { return step_.aggregated; }
  /// The same for values of edges, by position in the graph's out-edges.
  [[nodiscard]] array<edge_value> take_edge_values();

 private:
  using word = std::uint64_t;
  // The message depends only on the source: it is computed once per superstep and stored for all its edges to gather.
  static constexpr bool same_message = same_for_all_edges<Program>();
  // Cost of a pushed edge relative to a pulled one: if not in cache, it accesses memory twice.
  static constexpr std::uint64_t push_cost = 4;
  // Edges per chunk of the active list. One thread pushes up to this many without dividing the list.
  static constexpr std::uint64_t piece_edges = 1u << 15;

  struct counts {
    aggregate contributed{};
    std::uint64_t active = 0, active_edges = 0, senders = 0;  // in the next superstep
    std::uint64_t computed = 0, inspected = 0;
  };

  [[nodiscard]] static bool test(const array<word>& bits, vertex_id v) noexcept { return (bits[v / 64] >> (v % 64)) & 1; }
  static void set(array<word>& bits, vertex_id v) noexcept { bits[v / 64] |= word{1} << (v % 64); }
  static void clear(array<word>& bits, vertex_id v) noexcept { bits[v / 64] &= ~(word{1} << (v % 64)); }
  [[nodiscard]] static combined identity() { return Program::combine.template identity<combined>(); }
  static void combine(combined& into, const combined& from) { Program::combine.combine(into, from); }

  // Processing of one vertex: VertexCompute, its activity, and its next message.
  bool compute(vertex_id v, const combined& c, bool received, counts& r);
  bool stays_active(vertex_id v, bool active, counts& r);
  void update_edges(vertex_id v, counts& r);
  bool make_message(vertex_id v, std::uint64_t superstep, array<message>& messages, counts& r);
  template <class Take>
  void each_message(vertex_id u, Take&& take) const;

  // Steps, in order of execution.
  void initialize();
  void make_edge_values(const edge_vertex_rows& rows, bool rows_of_targets, array<edge_value>& values);
  [[nodiscard]] bool goes_along_list() const;
  void list_active();
  void pull();
  void push();
  void push_buffered();
  void fill_and_drain_buffer();
  void report_superstep() const;
  void add_up();

  // Pulling.
  bool gather_same(vertex_id v, combined& c) const;
  bool gather(vertex_id v, combined& c) const;
  void pull_same(std::size_t chunk, counts& r);
  void pull_combined(std::size_t chunk, counts& r);
  void compute_received(std::size_t chunk, counts& r);
  // Pushing.
  void deliver(vertex_id v, const combined& m, std::vector<vertex_id>& touched);
  void compute_touched(const std::vector<vertex_id>& touched, const std::vector<vertex_id>& visited, std::vector<vertex_id>& next,
                       counts& r);
  void push_in_pieces();
  // Buffered.
  void fill_slots(std::size_t chunk, counts& r);
  void drain_slots(std::size_t chunk, counts& r);
  combined take_slots(vertex_id v, bool& received);
  // With other processes.
  void pack_messages();
  void advance_with_others(bool along_list);

  template <class Work>
  void each_chunk(Work&& work);
  void take(std::vector<counts>& all);

  const Program& program_;
  const edge_vertex_graph& g_;
  const edge_vertex_options& options_;
  edge_vertex_report& report_;
  superstep_ranks* const ranks_;  // null: the whole graph is here
  const vertex_id n_;
  const vertex_id own_;  // vertices that are computed here; further ones are mirrors
  const bool buffered_;
  const team team_;
  const std::vector<vertex_id> chunks_;
  superstep_view<Program> step_;
  std::uint64_t senders_wanted_ = 0;                      // vertices with out-edges
  counts now_, next_;                                     // of the current superstep; collected for the next one
  edge_offset num_edges_;                                 // of the whole graph
  std::uint64_t own_active_edges_ = 0, own_senders_ = 0;  // of this process in the current superstep

  array<value> values_;
  array<edge_value> out_values_, in_values_;  // in_values_ only if they do not change
  array<edge_offset> out_positions_;          // per in-edge, for pulling values that change
  array<word> active_;
  array<combined> combined_;  // combined messages, valid where received_ is set
  array<word> received_;      // all 0 between supersteps
  array<message> messages_, next_messages_;
  array<word> sends_, next_sends_;
  message_slots slots_;
  array<message> buffer_;
  array<std::uint8_t> full_;  // per slot; all 0 between supersteps

  std::vector<vertex_id> list_, touched_, next_list_;  // list_ has the active vertices if listed_ is set
  bool listed_ = false;
  struct addressed_message {
    vertex_id to;
    combined what;
  };
  struct bin {
    std::vector<addressed_message> messages;
    std::vector<vertex_id> visited;
  };
  std::vector<bin> bins_;                    // one per chunk of the list and target range
  std::vector<addressed_message> outgoing_;  // by rank, in the caller's ids
  std::vector<std::uint64_t> outgoing_bytes_;
};

template <class Program>
cpu_supersteps<Program>::cpu_supersteps(const Program& program, const edge_vertex_graph& g, const edge_vertex_options& options,
                                        edge_vertex_report& report, superstep_ranks* ranks)
    : program_(program),
      g_(g),
      options_(options),
      report_(report),
      ranks_(ranks),
      n_(g.num_vertices),
      own_(ranks ? ranks->graph().own_vertices : n_),
      buffered_(options.messages == message_form::buffered),
      team_(options.control),
      chunks_(make_chunks(g)),
      num_edges_(g.num_edges),
      values_(own_),
      combined_(same_message && !buffered_ && !ranks && options.way == superstep_way::pull ? 0 : n_) {
  step_.num_vertices = n_;
  step_.out_offsets = g_.out.offsets, step_.in_offsets = g_.in.offsets, step_.to_caller = g_.to_caller;
  if (ranks) {
    const rank_edge_vertex_graph& whole = ranks->graph();
    step_.num_vertices = whole.num_vertices, step_.in_offsets = whole.in_offsets, num_edges_ = whole.num_edges;
  }
  const std::size_t words = n_ / 64 + 1;
  for (array<word>* bits : {&active_, &received_}) {
    *bits = array<word>(words);
    std::fill(bits->begin(), bits->end(), word{0});
  }
  if (same_message && !buffered_) {
    senders_wanted_ = vertices_with_out_edges(g);
    messages_ = array<message>(own_), sends_ = array<word>(words);
    if (!ranks) next_messages_ = array<message>(n_), next_sends_ = array<word>(words);
  }
  if constexpr (changes_edges<Program>) {
    if (!buffered_ && options.way != superstep_way::push) out_positions_ = make_out_positions(g, options.control);
  }
  if (buffered_) {
    slots_ = make_message_slots(g, options.group_size, options.control);
    report.buffer_slots = slots_.count;
    buffer_ = array<message>(slots_.count), full_ = array<std::uint8_t>(slots_.count);
    std::fill(full_.begin(), full_.end(), std::uint8_t{0});
  }
}

template <class Program>
bool cpu_supersteps<Program>::stays_active(vertex_id v, bool active, counts& r) {
  if (!active) return false;
  ++r.active;
  r.active_edges += step_.out_degree(v);
  return true;
}

template <class Program>
bool cpu_supersteps<Program>::compute(vertex_id v, const combined& c, bool received, counts& r) {
  superstep_vertex<Program> vertex(step_, r.contributed, v, values_[v], received);
  program_.vertex_compute(vertex, c);
  ++r.computed;
  if constexpr (changes_edges<Program>) {
    if (vertex.updates_edges()) update_edges(v, r);
  }
  return stays_active(v, vertex.is_active(), r);
}

// All messages of the superstep have been made, and no other thread updates these edges.
template <class Program>
void cpu_supersteps<Program>::update_edges(vertex_id v, counts& r) {
  if constexpr (changes_edges<Program>) {
    for (edge_offset e = g_.out.offsets[v]; e < g_.out.offsets[v + 1]; ++e) {
      superstep_updated_edge<Program> edge(step_, v, g_.out.ends[e], g_.out.weights ? g_.out.weights[e] : edge_weight{1},
                                           values_[v], out_values_[e]);
      program_.update_edge(edge);
    }
    r.inspected += step_.out_degree(v);
  }
}

template <class Program>
bool cpu_supersteps<Program>::make_message(vertex_id v, std::uint64_t superstep, array<message>& messages, counts& r) {
  if (step_.out_degree(v) == 0) return false;
  superstep_source<Program> source(step_, superstep, v, values_[v]);
  program_.edge_compute(source);
  if (!source.has_sent()) return false;
  messages[v] = source.message();
  ++r.senders;
  return true;
}

// Calls take(edge, target, message) for each out-edge of u that sends a message.
template <class Program>
template <class Take>
void cpu_supersteps<Program>::each_message(vertex_id u, Take&& take) const {
  const edge_offset last = g_.out.offsets[u + 1];
  if constexpr (same_message) {
    if (!buffered_) {
      if (!test(sends_, u)) return;
      for (edge_offset e = g_.out.offsets[u]; e < last; ++e) take(e, g_.out.ends[e], messages_[u]);
      return;
    }
  }
  for (edge_offset e = g_.out.offsets[u]; e < last; ++e) {
    superstep_edge<Program> edge(step_, u, g_.out.ends[e], values_[u], g_.out.weights, out_values_.data(), e);
    program_.edge_compute(edge);
    if (edge.has_sent()) take(e, g_.out.ends[e], edge.message());
  }
}

// Calls work(chunk, counts) for all chunks and adds up their counts for the next superstep.
template <class Program>
template <class Work>
void cpu_supersteps<Program>::each_chunk(Work&& work) {
  std::vector<counts> all(chunks_.size() - 1);
  team_.run(all.size(), [&](std::size_t chunk) {
    counts mine;  // a local variable, so that it stays in registers
    work(chunk, mine);
    all[chunk] = mine;
  });
  take(all);
}

template <class Program>
void cpu_supersteps<Program>::take(std::vector<counts>& all) {
  for (const counts& r : all) {
    if constexpr (has_aggregate<Program>) next_.contributed.combine(r.contributed);
    next_.active += r.active, next_.active_edges += r.active_edges, next_.senders += r.senders;
    next_.computed += r.computed, next_.inspected += r.inspected;
  }
}

// Whether the superstep pushes along the list of active vertices instead of going over all vertices.
template <class Program>
bool cpu_supersteps<Program>::goes_along_list() const {
  if (buffered_)
    return now_.active_edges <= piece_edges && push_cost * now_.active_edges + now_.active < num_edges_ + step_.num_vertices;
  if (options_.way != superstep_way::automatic) return options_.way == superstep_way::push;
  return push_cost * now_.active_edges + now_.active < num_edges_ + step_.num_vertices;
}

template <class Program>
void cpu_supersteps<Program>::list_active() {
  if (listed_) return;
  list_.clear();
  for (std::size_t w = 0; w < active_.size(); ++w) {
    for (word bits = active_[w]; bits != 0; bits &= bits - 1) {
      list_.push_back(static_cast<vertex_id>(64 * w + static_cast<std::size_t>(std::countr_zero(bits))));
    }
  }
  listed_ = true;
}

template <class Program>
void cpu_supersteps<Program>::report_superstep() const {
  const bool limited = options_.max_supersteps != edge_vertex_options{}.max_supersteps;
  report_progress(options_.control, "running supersteps", step_.number, limited ? options_.max_supersteps : 0);
}

template <class Program>
void cpu_supersteps<Program>::run() {
  ranks_ ? ranks_->together([this] { initialize(); }) : initialize();
  add_up();
  for (;; ++step_.number) {
    now_ = std::exchange(next_, counts{});
    step_.aggregated = now_.contributed;
    if (now_.active == 0 || step_.number >= options_.max_supersteps) break;
    const double begin = options_.list_supersteps ? seconds_now() : 0;
    const bool along_list = goes_along_list();
    if (ranks_) {
      advance_with_others(along_list);
    } else {
      report_superstep();
      if (along_list) list_active();
      if (buffered_)
        along_list ? push_buffered() : fill_and_drain_buffer();
      else
        along_list ? push() : pull();
      listed_ = along_list;
    }
    add_up();
    report_.active_edges += now_.active_edges;
    report_.edges_inspected += next_.inspected;
    report_.computed += next_.computed;
    report_.pushed_supersteps += along_list;
    if (!options_.list_supersteps) continue;
    report_.list.push_back({now_.active, now_.active_edges, next_.inspected, next_.computed, along_list, seconds_now() - begin});
  }
  report_.supersteps = step_.number;
  report_.still_active = now_.active;
  report_.end = now_.active == 0 ? edge_vertex_end::no_active_vertex : edge_vertex_end::max_supersteps;
}

template <class Program>
array<typename Program::value> cpu_supersteps<Program>::take_values() {
  if (ranks_ || !g_.to_caller) return std::move(values_);
  array<value> values(n_);
  team_.run(chunks_.size() - 1, [&](std::size_t chunk) {
    for (vertex_id v = chunks_[chunk]; v < chunks_[chunk + 1]; ++v) values[g_.to_caller[v]] = values_[v];
  });
  return values;
}

template <class Program>
array<edge_value_of<Program>> cpu_supersteps<Program>::take_edge_values() {
  if (ranks_ || !g_.to_caller) return std::move(out_values_);
  array<edge_value> values(g_.num_edges);
  const edge_offset* const offsets = g_.source.view().out.offsets;
  team_.run(chunks_.size() - 1, [&](std::size_t chunk) {
    for (vertex_id v = chunks_[chunk]; v < chunks_[chunk + 1]; ++v) {
      std::copy_n(out_values_.data() + g_.out.offsets[v], step_.out_degree(v), values.data() + offsets[g_.to_caller[v]]);
    }
  });
  return values;
}

}  // namespace fathom::edge_vertex_engine
