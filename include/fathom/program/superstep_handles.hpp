// What programs of edge_vertex() are handed: a vertex, an edge. Nothing but references and numbers, so that they can be made in a
// GPU's kernels, too, where others may stand for them that have the same members.
#pragma once

#include <cstdint>

#include "fathom/program/edge_vertex_concepts.hpp"
#include "fathom/program/supersteps.hpp"

namespace fathom {

namespace edge_vertex_engine {

/// What is the same for all vertices and edges of a superstep.
template <class Program>
struct superstep_view {
  vertex_id num_vertices = 0;
  const edge_offset* out_offsets = nullptr;
  const edge_offset* in_offsets = nullptr;
  const vertex_id* to_caller = nullptr;  ///< null in the caller's order
  std::uint64_t number = 0;
  aggregate_of<Program> aggregated{};  ///< of the superstep before

  [[nodiscard]] FATHOM_CALLABLE vertex_id caller_id(vertex_id v) const noexcept { return to_caller ? to_caller[v] : v; }
  [[nodiscard]] FATHOM_CALLABLE edge_offset out_degree(vertex_id v) const noexcept { return out_offsets[v + 1] - out_offsets[v]; }
  [[nodiscard]] FATHOM_CALLABLE edge_offset in_degree(vertex_id v) const noexcept { return in_offsets[v + 1] - in_offsets[v]; }
};

}  // namespace edge_vertex_engine

/// A vertex without a value yet: what initial_value() and initially_active() are handed.
template <class Program>
class superstep_place {
 public:
  [[nodiscard]] FATHOM_CALLABLE vertex_id id() const noexcept { return step_.caller_id(at_); }  ///< the caller's
  [[nodiscard]] FATHOM_CALLABLE vertex_id num_vertices() const noexcept { return step_.num_vertices; }
  [[nodiscard]] FATHOM_CALLABLE edge_offset out_degree() const noexcept { return step_.out_degree(at_); }
  [[nodiscard]] FATHOM_CALLABLE edge_offset in_degree() const noexcept { return step_.in_degree(at_); }
  /// Adds to what vertex_compute() will see as aggregated() in the next superstep (from the initial values: in the first one).
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
  [[nodiscard]] FATHOM_CALLABLE bool received() const noexcept { return received_; }  ///< any message at all
  /// All contributions of the superstep before, combined.
  [[nodiscard]] FATHOM_CALLABLE const edge_vertex_engine::aggregate_of<Program>& aggregated() const noexcept requires
      edge_vertex_engine::has_aggregate<Program> {
    return this->step_.aggregated;
  }
  FATHOM_CALLABLE void vote_to_halt() noexcept { active_ = false; }
  FATHOM_CALLABLE void vote_to_active() noexcept { active_ = true; }

  // -- For the framework.
  FATHOM_CALLABLE superstep_vertex(const edge_vertex_engine::superstep_view<Program>& step,
                                   edge_vertex_engine::aggregate_of<Program>& contributed, vertex_id at, typename Program::value& v,
                                   bool received) noexcept
      : superstep_place<Program>(step, contributed, at), value(v), received_(received) {}
  [[nodiscard]] FATHOM_CALLABLE bool is_active() const noexcept { return active_; }

 private:
  const bool received_;
  bool active_ = true;  // who is called is active, and stays so unless it votes
};

/// The source of an edge in the EdgeCompute stage: all that programs look at which promise same_for_all_edges.
template <class Program>
class superstep_source {
 public:
  [[nodiscard]] FATHOM_CALLABLE vertex_id source() const noexcept { return step_.caller_id(u_); }
  [[nodiscard]] FATHOM_CALLABLE const typename Program::value& source_value() const noexcept { return value_; }
  [[nodiscard]] FATHOM_CALLABLE edge_offset source_out_degree() const noexcept { return step_.out_degree(u_); }
  [[nodiscard]] FATHOM_CALLABLE std::uint64_t superstep() const noexcept { return number_; }
  /// Sends a message to the target; without it the edge sends none. A second one replaces the first.
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

/// An edge without a value yet: what initial_edge_value() is handed.
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

 private:
  const edge_vertex_engine::superstep_view<Program>& step_;
  const vertex_id u_, v_;
  const edge_weight weight_;
};

/// An edge in the EdgeCompute stage.
template <class Program>
class superstep_edge : public superstep_source<Program> {
 public:
  [[nodiscard]] FATHOM_CALLABLE vertex_id target() const noexcept { return this->step_.caller_id(v_); }
  [[nodiscard]] FATHOM_CALLABLE edge_weight weight() const noexcept {
    return weights_ ? weights_[e_] : edge_weight{1};
  }  ///< 1 where there is none
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
