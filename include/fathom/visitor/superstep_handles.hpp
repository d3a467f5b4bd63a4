// Handles of vertices and edges that are passed to user programs of edge_vertex(). They hold only references and numbers, so that
// GPU kernels can create them, too.
#pragma once

#include <cstdint>

#include "fathom/visitor/edge_vertex_concepts.hpp"
#include "fathom/visitor/supersteps.hpp"

namespace fathom {

namespace edge_vertex_engine {

/// Data common to all vertices and edges of a superstep.
template <class Program>
struct superstep_view {
  vertex_id num_vertices = 0;
  const edge_offset* out_offsets = nullptr;
  const edge_offset* in_offsets = nullptr;
  const vertex_id* to_caller = nullptr;  ///< null in the caller's order
  std::uint64_t number = 0;
  aggregate_of<Program> aggregated{};  ///< of the previous superstep

  [[nodiscard]] FATHOM_CALLABLE vertex_id caller_id(vertex_id v) const noexcept { return to_caller ? to_caller[v] : v; }
  [[nodiscard]] FATHOM_CALLABLE edge_offset out_degree(vertex_id v) const noexcept { return out_offsets[v + 1] - out_offsets[v]; }
  [[nodiscard]] FATHOM_CALLABLE edge_offset in_degree(vertex_id v) const noexcept { return in_offsets[v + 1] - in_offsets[v]; }
};

}  // namespace edge_vertex_engine

/// A vertex without a value yet, passed to initial_value() and initially_active().
template <class Program>
class superstep_place {
 public:
  [[nodiscard]] FATHOM_CALLABLE vertex_id id() const noexcept { return step_.caller_id(at_); }  ///< the caller's id
  [[nodiscard]] FATHOM_CALLABLE vertex_id num_vertices() const noexcept { return step_.num_vertices; }
  [[nodiscard]] FATHOM_CALLABLE edge_offset out_degree() const noexcept { return step_.out_degree(at_); }
  [[nodiscard]] FATHOM_CALLABLE edge_offset in_degree() const noexcept { return step_.in_degree(at_); }
  /// Contributes to the value of aggregated() in the next superstep; while initializing, in the first one.
  FATHOM_CALLABLE void contribute(const edge_vertex_engine::aggregate_of<Program>& share) noexcept requires
      edge_vertex_engine::has_aggregate<Program> {
    contributed_.combine(share);
  }

  // -- For the framework.
  FATHOM_CALLABLE superstep_place(const edge_vertex_engine::superstep_view<Program>& step,
                                  edge_vertex_engine::aggregate_of<Program>& contributed, vertex_id at) noexcept
      : step_(step), contributed_(contributed), at_(at) {}

 protected:
  const edge_vertex_engine::superstep_view<Program>& step_;
  edge_vertex_engine::aggregate_of<Program>& contributed_;
  const vertex_id at_;
};

/// A vertex in the VertexCompute stage.
template <class Program>
class superstep_vertex : public superstep_place<Program> {
 public:
  typename Program::value& value;
  [[nodiscard]] FATHOM_CALLABLE std::uint64_t superstep() const noexcept { return this->step_.number; }
  [[nodiscard]] FATHOM_CALLABLE bool received() const noexcept { return received_; }  ///< whether there was any message
  /// Combined contributions of the previous superstep.
  [[nodiscard]] FATHOM_CALLABLE const edge_vertex_engine::aggregate_of<Program>& aggregated() const noexcept requires
      edge_vertex_engine::has_aggregate<Program> {
    return this->step_.aggregated;
  }
  FATHOM_CALLABLE void vote_to_halt() noexcept { active_ = false; }
  FATHOM_CALLABLE void vote_to_active() noexcept { active_ = true; }
  /// Has update_edge() called for each out-edge of this vertex, with the value that it has after vertex_compute().
  FATHOM_CALLABLE void update_edges() noexcept requires edge_vertex_engine::changes_edges<Program> { updates_edges_ = true; }

  // -- For the framework.
  FATHOM_CALLABLE superstep_vertex(const edge_vertex_engine::superstep_view<Program>& step,
                                   edge_vertex_engine::aggregate_of<Program>& contributed, vertex_id at, typename Program::value& v,
                                   bool received) noexcept
      : superstep_place<Program>(step, contributed, at), value(v), received_(received) {}
  [[nodiscard]] FATHOM_CALLABLE bool is_active() const noexcept { return active_; }
  [[nodiscard]] FATHOM_CALLABLE bool updates_edges() const noexcept { return updates_edges_; }

 private:
  const bool received_;
  bool active_ = true;  // a vertex stays active unless it votes to halt
  bool updates_edges_ = false;
};

/// The source of an edge in the EdgeCompute stage, passed to edge_compute() of user programs that promise same_for_all_edges.
template <class Program>
class superstep_source {
 public:
  [[nodiscard]] FATHOM_CALLABLE vertex_id source() const noexcept { return step_.caller_id(u_); }
  [[nodiscard]] FATHOM_CALLABLE const typename Program::value& source_value() const noexcept { return value_; }
  [[nodiscard]] FATHOM_CALLABLE edge_offset source_out_degree() const noexcept { return step_.out_degree(u_); }
  [[nodiscard]] FATHOM_CALLABLE std::uint64_t superstep() const noexcept { return number_; }
  /// Sends a message to the target. A second call replaces the message.
  FATHOM_CALLABLE void send(const typename Program::message& m) noexcept { message_ = m, sent_ = true; }

  // -- For the framework.
  FATHOM_CALLABLE superstep_source(const edge_vertex_engine::superstep_view<Program>& step, std::uint64_t number, vertex_id u,
                                   const typename Program::value& value) noexcept
      : step_(step), number_(number), u_(u), value_(value) {}
  [[nodiscard]] FATHOM_CALLABLE bool has_sent() const noexcept { return sent_; }
  [[nodiscard]] FATHOM_CALLABLE const typename Program::message& message() const noexcept { return message_; }

 protected:
  const edge_vertex_engine::superstep_view<Program>& step_;
  const std::uint64_t number_;
  const vertex_id u_;
  const typename Program::value& value_;
  typename Program::message message_{};
  bool sent_ = false;
};

/// An edge without a value yet, passed to initial_edge_value().
template <class Program>
class superstep_first_edge {
 public:
  [[nodiscard]] FATHOM_CALLABLE vertex_id source() const noexcept { return step_.caller_id(u_); }
  [[nodiscard]] FATHOM_CALLABLE vertex_id target() const noexcept { return step_.caller_id(v_); }
  [[nodiscard]] FATHOM_CALLABLE edge_weight weight() const noexcept { return weight_; }
  [[nodiscard]] FATHOM_CALLABLE edge_offset source_out_degree() const noexcept { return step_.out_degree(u_); }
  [[nodiscard]] FATHOM_CALLABLE edge_offset target_in_degree() const noexcept { return step_.in_degree(v_); }

  // -- For the framework.
  FATHOM_CALLABLE superstep_first_edge(const edge_vertex_engine::superstep_view<Program>& step, vertex_id u, vertex_id v,
                                       edge_weight weight) noexcept
      : step_(step), u_(u), v_(v), weight_(weight) {}

 protected:
  const edge_vertex_engine::superstep_view<Program>& step_;

 private:
  const vertex_id u_, v_;
  const edge_weight weight_;
};

/// An out-edge of a vertex that has called update_edges(), passed to update_edge() in the VertexCompute stage.
template <class Program>
class superstep_updated_edge : public superstep_first_edge<Program> {
 public:
  using edge_value = edge_vertex_engine::edge_value_of<Program>;
  /// The source's value after vertex_compute().
  [[nodiscard]] FATHOM_CALLABLE const typename Program::value& source_value() const noexcept { return source_value_; }
  [[nodiscard]] FATHOM_CALLABLE std::uint64_t superstep() const noexcept { return this->step_.number; }
  /// The edge's value, which the next superstep's edge_compute() reads.
  [[nodiscard]] FATHOM_CALLABLE edge_value& value() noexcept { return value_; }

  // -- For the framework.
  FATHOM_CALLABLE superstep_updated_edge(const edge_vertex_engine::superstep_view<Program>& step, vertex_id u, vertex_id v,
                                         edge_weight weight, const typename Program::value& source_value,
                                         edge_value& value) noexcept
      : superstep_first_edge<Program>(step, u, v, weight), source_value_(source_value), value_(value) {}

 private:
  const typename Program::value& source_value_;
  edge_value& value_;
};

/// An edge in the EdgeCompute stage, passed to edge_compute().
template <class Program>
class superstep_edge : public superstep_source<Program> {
 public:
  [[nodiscard]] FATHOM_CALLABLE vertex_id target() const noexcept { return this->step_.caller_id(v_); }
  /// The edge's weight; 1 in a graph without weights.
  [[nodiscard]] FATHOM_CALLABLE edge_weight weight() const noexcept { return weights_ ? weights_[e_] : edge_weight{1}; }
  [[nodiscard]] FATHOM_CALLABLE const edge_vertex_engine::edge_value_of<Program>& value() const noexcept requires
      edge_vertex_engine::has_edge_values<Program> {
    return values_[e_];
  }

  // -- For the framework.
  FATHOM_CALLABLE superstep_edge(const edge_vertex_engine::superstep_view<Program>& step, vertex_id u, vertex_id v,
                                 const typename Program::value& source_value, const edge_weight* weights,
                                 const edge_vertex_engine::edge_value_of<Program>* values, edge_offset e) noexcept
      : superstep_source<Program>(step, step.number, u, source_value), v_(v), weights_(weights), values_(values), e_(e) {}

 private:
  const vertex_id v_;
  const edge_weight* const weights_;
  const edge_vertex_engine::edge_value_of<Program>* const values_;
  const edge_offset e_;
};

}  // namespace fathom
