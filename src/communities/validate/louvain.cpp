// Validator of communities by the Louvain and Leiden methods.
#include "fathom/louvain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "base/rule_checker.hpp"
#include "base/timer.hpp"
#include "communities/validate/numbering.hpp"
#include "fathom/leiden.hpp"

namespace fathom {
namespace {

constexpr vertex_id vertices_between_polls_of_louvain = 1u << 16;  // of the stop token
constexpr double rounding_of_modularity = 1e-9;                    // of at most 1, and a gain relative to the vertex's degree

class louvain_checker : private rule_checker<louvain_validation> {
 public:
  louvain_checker(const graph& g, std::span<const vertex_id> labels, double modularity, const louvain_options& options)
      : g_(g), rows_(g.view().out), labels_(labels), modularity_(modularity), options_(options) {}

  [[nodiscard]] louvain_validation run(bool connected) {
    verdict_.valid =
        communities_are_numbered() && modularity_is_right() && no_move_improves() && (!connected || communities_are_connected());
    return verdict_;
  }

 private:
  [[nodiscard]] double weight(edge_offset e) const { return options_.weighted ? rows_.weight(e) : 1; }

  bool communities_are_numbered() {
    const checked_numbering numbering = check_numbering(g_, labels_);
    if (!numbering.fault.empty()) return fail(louvain_rule::communities_are_numbered, "{}", numbering.fault);
    totals_.assign(numbering.sizes.size(), 0);
    return true;
  }

  // Also sums the degrees, of each vertex, each community, and all.
  bool modularity_is_right() {
    degrees_.assign(g_.num_vertices(), 0);
    std::vector<double> within(totals_.size(), 0);
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
      for (edge_offset e = rows_.offsets[v]; e < rows_.offsets[v + 1]; ++e) {
        const double both = (rows_.targets[e] == v ? 2 : 1) * weight(e);
        degrees_[v] += both;
        if (labels_[rows_.targets[e]] == labels_[v]) within[labels_[v]] += both;
      }
      totals_[labels_[v]] += degrees_[v], all_ += degrees_[v];
    }
    double right = 0;
    for (std::size_t c = 0; all_ > 0 && c < totals_.size(); ++c)
      right += (within[c] - options_.resolution * totals_[c] * (totals_[c] / all_)) / all_;
    if (std::abs(right - modularity_) <= rounding_of_modularity * (1 + options_.resolution)) return true;
    return fail(louvain_rule::modularity_is_right, "it is {} instead of {}", right, modularity_);
  }

  // Modularity less that without the edges of v, times half of the sum of all degrees, if v is in a community to which it has edges
  // of this weight, and whose other vertices have this sum of degrees.
  [[nodiscard]] double worth(vertex_id v, double edges, double others) const {
    return edges - options_.resolution * degrees_[v] * (others / all_);
  }

  bool no_move_improves() {
    std::vector<std::pair<vertex_id, double>> around;
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
      if (v % vertices_between_polls_of_louvain == 0) check_stop(options_.control);
      if (degrees_[v] == 0) continue;
      around.assign(1, {labels_[v], 0.0});
      for (edge_offset e = rows_.offsets[v]; e < rows_.offsets[v + 1]; ++e) {
        if (rows_.targets[e] != v) around.emplace_back(labels_[rows_.targets[e]], weight(e));
      }
      if (!is_best(v, around)) return false;
    }
    return true;
  }

  // `around` has the weights of edges to communities, and is sorted so that those of one community are a run.
  bool is_best(vertex_id v, std::vector<std::pair<vertex_id, double>>& around) {
    std::sort(around.begin(), around.end());
    double own = 0, best = 0;  // a community of its own is worth 0
    vertex_id target = no_vertex;
    for (auto first = around.begin(); first != around.end();) {
      const vertex_id community = first->first;
      double edges = 0;
      for (; first != around.end() && first->first == community; ++first) edges += first->second;
      const double others = totals_[community] - (community == labels_[v] ? degrees_[v] : 0);
      const double worth_there = worth(v, edges, others);
      if (community == labels_[v]) own = worth_there;
      if (worth_there > best) best = worth_there, target = community;
    }
    if (best - own <= rounding_of_modularity * (1 + options_.resolution) * degrees_[v]) return true;
    const std::string place = target == no_vertex ? "a new one" : fmt::format("{}", target);
    return fail(louvain_rule::no_move_improves, "moving '{}' from community {} to {} gains {}", g_.name(v), labels_[v], place,
                2 * (best - own) / all_);
  }

  // Union-find over the edges within communities: a community needs one union less than it has vertices.
  bool communities_are_connected() {
    roots_.resize(g_.num_vertices());
    std::iota(roots_.begin(), roots_.end(), vertex_id{0});
    std::vector<vertex_id> first(totals_.size(), no_vertex);
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
      if (v % vertices_between_polls_of_louvain == 0) check_stop(options_.control);
      for (edge_offset e = rows_.offsets[v]; e < rows_.offsets[v + 1]; ++e) {
        if (labels_[rows_.targets[e]] == labels_[v] && weight(e) > 0) roots_[root_of(v)] = root_of(rows_.targets[e]);
      }
    }
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
      vertex_id& other = first[labels_[v]];
      if (other == no_vertex) other = v;
      if (root_of(v) != root_of(other))
        return fail(louvain_rule::communities_are_connected, "community {} has no path from '{}' to '{}'", labels_[v],
                    g_.name(other), g_.name(v));
    }
    return true;
  }

  vertex_id root_of(vertex_id v) {
    while (roots_[v] != v) v = roots_[v] = roots_[roots_[v]];
    return v;
  }

  const graph& g_;
  const adjacency_view& rows_;
  std::span<const vertex_id> labels_;
  double modularity_;
  const louvain_options& options_;
  std::vector<double> degrees_, totals_;  // of vertices and communities
  std::vector<vertex_id> roots_;          // of vertices, along edges within communities
  double all_ = 0;
};

}  // namespace

std::string_view to_string(louvain_rule rule) {
  switch (rule) {
    case louvain_rule::communities_are_numbered:
      return "communities are numbered from 0 in the order of their first vertices";
    case louvain_rule::modularity_is_right:
      return "the modularity is that of the communities";
    case louvain_rule::no_move_improves:
      return "no move of one vertex increases modularity";
    case louvain_rule::communities_are_connected:
      return "each community is connected";
    case louvain_rule::none:
      break;
  }
  return "none";
}

namespace {

louvain_validation validated(const graph& g, std::span<const vertex_id> labels, double modularity, const louvain_options& options,
                             bool connected) {
  check_stop(options.control);
  const timer clock;
  louvain_validation validation = louvain_checker(g, labels, modularity, options).run(connected);
  validation.seconds = clock.seconds();
  return validation;
}

}  // namespace

louvain_validation validate_louvain(const graph& g, std::span<const vertex_id> labels, double modularity,
                                    const louvain_options& options) {
  return validated(g, labels, modularity, options, false);
}

louvain_validation validate_leiden(const graph& g, std::span<const vertex_id> labels, double modularity,
                                   const louvain_options& options) {
  return validated(g, labels, modularity, options, true);
}

}  // namespace fathom
