// Entry points of shortest-path validation: argument checks and choice of the device.
#include <fmt/format.h>

#include "base/timer.hpp"
#include "bfs/validate/validators_disagree.hpp"
#include "fathom/error.hpp"
#include "gpu/backend.hpp"
#include "sssp/validate/cpu.hpp"
#include "sssp/validate/paths_validator.hpp"

namespace fathom {
namespace {

using validate_engine::paths_validator;

void check_arguments(const graph& g, vertex_id source, std::span<const double> distances, std::span<const vertex_id> predecessors,
                     double cutoff) {
  const auto fail = [](const std::string& text) { throw error(error_category::usage, text); };
  const vertex_id n = g.num_vertices();
  if (source >= n) fail(fmt::format("source {} is outside the graph of {} vertices", source, n));
  if (distances.size() != n) fail(fmt::format("there are {} distances for {} vertices; give one per vertex", distances.size(), n));
  if (!predecessors.empty() && predecessors.size() != n) {
    fail(fmt::format("there are {} predecessors for {} vertices; give one per vertex, or none", predecessors.size(), n));
  }
  if (!(cutoff >= 0)) fail(fmt::format("cutoff is {}; give 0 or more", cutoff));
}

}  // namespace

std::string_view to_string(sssp_rule rule) {
  switch (rule) {
    case sssp_rule::none:
      return "none";
    case sssp_rule::tree_has_no_cycle:
      return "predecessors lead to the source";
    case sssp_rule::tree_edges_are_tight:
      return "a distance is the predecessor's distance plus the edge weight";
    case sssp_rule::edges_are_relaxed:
      return "no edge shortens a path";
    case sssp_rule::reached_is_spanned:
      return "the tree spans the reachable vertices";
  }
  return "none";
}

struct sssp_validator::state {
  graph g;
  validate_sssp_options options;
  std::unique_ptr<paths_validator> on_device;  // null on the CPU

  // Results that the device rejects are validated again on the CPU, which describes the violation.
  sssp_validation validate(vertex_id source, std::span<const double> distances, std::span<const vertex_id> predecessors,
                           double cutoff) const {
    const bool by_device = on_device && !predecessors.empty();
    if (by_device) {
      const validate_engine::verdict v = on_device->validate({source, distances.data(), predecessors.data(), cutoff});
      sssp_validation result;
      result.valid = v.valid, result.reached = v.reached, result.edges_traversed = v.edges_traversed;
      if (v.valid) return result;
    }
    sssp_validation result = validate_sssp_on_cpu(g, source, distances, predecessors, cutoff, options.control);
    if (!by_device || !result.valid) return result;
    fail_validators_disagree(options.where, "shortest paths", g.name(source));
  }
};

sssp_validator::sssp_validator(const graph& g, const validate_sssp_options& options)
    : state_(std::make_unique<state>(state{g, options, nullptr})) {
  static_cast<void>(choose_device(to_string(options.where)));
  check_stop(options.control);
  if (options.where.kind == device_kind::cuda) state_->on_device = gpu(options.where).make_sssp_validator(g, options.where);
}

sssp_validator::~sssp_validator() = default;
sssp_validator::sssp_validator(sssp_validator&&) noexcept = default;
sssp_validator& sssp_validator::operator=(sssp_validator&&) noexcept = default;

sssp_validation sssp_validator::check(vertex_id source, std::span<const double> distances,
                                      std::span<const vertex_id> predecessors) {
  return check(source, distances, predecessors, state_->options.cutoff);
}

sssp_validation sssp_validator::check(vertex_id source, std::span<const double> distances, std::span<const vertex_id> predecessors,
                                      double cutoff) {
  const timer clock;
  check_arguments(state_->g, source, distances, predecessors, cutoff);
  check_stop(state_->options.control);
  sssp_validation result = state_->validate(source, distances, predecessors, cutoff);
  result.seconds = clock.seconds();
  return result;
}

sssp_validation validate_sssp(const graph& g, vertex_id source, std::span<const double> distances,
                              std::span<const vertex_id> predecessors, const validate_sssp_options& options) {
  const timer clock;
  sssp_validation result = sssp_validator(g, options).check(source, distances, predecessors);
  result.seconds = clock.seconds();
  return result;
}

}  // namespace fathom
