// Search of a user program by one CPU thread: a queue that holds all levels consecutively, a bitmap of the vertices that joined,
// and direction-optimizing steps.
// Beamer, Asanovic, Patterson, "Direction-Optimizing Breadth-First Search", SC 2012.
#pragma once

#include <span>
#include <stop_token>
#include <type_traits>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/visitor/access.hpp"
#include "fathom/visitor/concepts.hpp"
#include "fathom/visitor/directions.hpp"
#include "fathom/visitor/search_memory.hpp"

namespace fathom {

/// The search object that is passed to callbacks. On the CPU one thread runs the whole search; on a GPU a thread block does, each
/// of whose threads calls init, prior, post and finalize (see once()).
template <class Program, class Totals_access>
class cpu_search {
 public:
  state_of<Program> state{};    ///< of this search
  totals_of<Program> totals{};  ///< of all searches

  // -- Progress of the search. Vertices are in the layout's ids; caller_id() converts to the caller's.
  [[nodiscard]] vertex_id source() const noexcept { return source_; }
  [[nodiscard]] std::size_t index() const noexcept { return index_; }  ///< position of the source in the caller's list
  [[nodiscard]] hop_count level() const noexcept { return level_; }    ///< level of the frontier: the distance of u in hops
  [[nodiscard]] hop_count depth() const noexcept { return static_cast<hop_count>(begins_.size()) - 1; }  ///< deepest level so far
  [[nodiscard]] vertex_id reached() const noexcept { return tail_; }                                     ///< vertices that joined
  [[nodiscard]] vertex_id reached_at(hop_count at) const noexcept { return end_of(at) - begins_[static_cast<std::size_t>(at)]; }
  [[nodiscard]] vertex_id found() const noexcept { return tail_ - frontier_end_; }  ///< vertices that joined the next level
  [[nodiscard]] bool has_joined(vertex_id v) const noexcept { return test(joined_, v); }
  [[nodiscard]] edge_offset out_degree(vertex_id v) const noexcept { return v < n_ ? offsets_[v + 1] - offsets_[v] : 0; }
  [[nodiscard]] vertex_id caller_id(vertex_id v) const noexcept {
    return !to_caller_ ? v : v < n_ ? to_caller_[v] : caller_source_;
  }

  /// Ends this search when the callback returns; finalize() is still called.
  void stop() noexcept { stopped_ = true; }
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }

  // -- Operations on cells that other callbacks of the same search may write concurrently, and on totals, which all searches write.
  template <class T>
  void add(T& cell, std::type_identity_t<T> value) const noexcept {
    plain_access::add(cell, value);
  }
  template <class T>
  void lower(T& cell, std::type_identity_t<T> value) const noexcept {
    plain_access::lower(cell, value);
  }
  template <class T>
  void raise(T& cell, std::type_identity_t<T> value) const noexcept {
    plain_access::raise(cell, value);
  }
  template <class T>
  void add_total(T& cell, std::type_identity_t<T> value) const noexcept {
    Totals_access::add(cell, value);
  }
  template <class T>
  void lower_total(T& cell, std::type_identity_t<T> value) const noexcept {
    Totals_access::lower(cell, value);
  }
  template <class T>
  void raise_total(T& cell, std::type_identity_t<T> value) const noexcept {
    Totals_access::raise(cell, value);
  }
  template <class T>
  [[nodiscard]] T total(const T& cell) const noexcept {
    return Totals_access::load(cell);
  }

  // -- Operations for use in init, prior, post and finalize.
  /// Calls f() on one of the threads that run the search. Write scalars of the state and totals here.
  template <class F>
  void once(F&& f) const {
    f();
  }
  /// Calls f(v) for each vertex that joined at level `at`, divided among the threads that run the search.
  template <class F>
  void for_each_at(hop_count at, F&& f) const {
    for (vertex_id i = begins_[static_cast<std::size_t>(at)]; i < end_of(at); ++i) f(queue_[i]);
  }
  /// The same for all vertices that joined.
  template <class F>
  void for_each_reached(F&& f) const {
    for (vertex_id i = 0; i < tail_; ++i) f(queue_[i]);
  }
  /// Backward phase: for each level, from the deepest to the source, calls edge(u, v) for each edge from a vertex u of the level to
  /// a vertex v of the next, then vertex(u) for each u of the level. An edge(u, v, e) also receives the edge's position.
  template <class Edge, class Vertex>
  void retrace(Edge&& edge, Vertex&& vertex);
  /// Faster form for the most common use: sums[u] += value(v) for each edge, then vertex(u).
  template <class T, class Value, class Vertex>
  void retrace_sums(vertex_array<T> sums, Value&& value, Vertex&& vertex);

  // -- For the framework.
  /// Arrays have `slots` entries: the layout's vertices and extra ones, of which `isolated` stands for an isolated source that the
  /// layout does not have.
  cpu_search(const Program& program, const layout& l, const multi_search_options& options, std::size_t slots, vertex_id isolated);
  /// Memory of the state's arrays; set once.
  multi_search_engine::state_memory<Program> memory;
  /// Runs the search from a source, a vertex of the graph, including finalize(). reset() prepares for the next search.
  void run(std::size_t index, vertex_id caller_source);
  void reset();
  multi_search_engine::search_counts counted;

 private:
  using word = std::uint64_t;
  // Without visit_vertex() any edge to a vertex suffices.
  static constexpr edge_visits visits = multi_search_engine::leaves_visit_vertex_out<Program>
                                            ? edge_visits::until_vertex_joins
                                            : multi_search_engine::visits_of<Program>();
  // A function, so that callbacks are not inspected before this class is complete.
  static constexpr bool visits_with_position() { return multi_search_engine::has_edge_visit<Program, cpu_search>; }
  // Vertices between polls of the stop token.
  static constexpr vertex_id stop_check_interval = 4096;

  [[nodiscard]] static bool test(const word* bits, vertex_id v) noexcept { return (bits[v / 64] >> (v % 64)) & 1; }
  static void set(word* bits, vertex_id v) noexcept { bits[v / 64] |= word{1} << (v % 64); }
  static void clear(word* bits, vertex_id v) noexcept { bits[v / 64] &= ~(word{1} << (v % 64)); }

  [[nodiscard]] vertex_id end_of(hop_count at) const noexcept {
    const auto next = static_cast<std::size_t>(at) + 1;
    return next < begins_.size() ? begins_[next] : tail_;
  }
  struct degrees {
    edge_offset out = 0, in = 0;
  };
  void join(vertex_id v);
  void join_source();
  [[nodiscard]] degrees taken_degrees();
  bool call_visit(vertex_id u, vertex_id v, edge_offset e);
  void visit_frontier();
  void visit_top_down();
  void visit_bottom_up();
  [[nodiscard]] bool uses_bottom_up() const noexcept;
  void check_stop_token() const;
  template <class Above, class Below, class Vertex>
  void walk_back(bool may_use_in_edges, Above&& from_above, Below&& from_below, Vertex&& vertex);
  template <class F>
  void each_marked(const edge_offset* offsets, const vertex_id* targets, vertex_id v, F&& f) const;

  const Program& program_;
  const vertex_id n_;
  const edge_offset *offsets_, *in_offsets_;
  const vertex_id *targets_, *in_targets_;
  const vertex_id *to_caller_, *to_internal_;
  const edge_offset num_edges_;
  const bool counts_in_;  // in-degrees differ from out-degrees
  const hop_count depth_limit_;
  const search_directions directions_;
  const std::stop_token stop_token_;
  const vertex_id isolated_;

  array<word> bits_;
  word *joined_, *settled_, *marks_;  // bitmaps: joined; joined before the next level; temporary marks
  std::size_t words_;
  array<vertex_id> queue_memory_;
  vertex_id* queue_;
  std::vector<vertex_id> begins_;  // start of each nonempty level in the queue
  std::vector<degrees> degrees_;   // sums over each level's vertices
  degrees next_, settled_sum_;

  std::size_t index_ = 0;
  vertex_id source_ = 0, caller_source_ = 0;
  hop_count level_ = 0;
  vertex_id frontier_end_ = 0, tail_ = 0;
  bool stopped_ = false;
};

}  // namespace fathom
