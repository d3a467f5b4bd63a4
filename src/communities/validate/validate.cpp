// Validator of communities by label propagation.
#include <algorithm>
#include <utility>
#include <vector>

#include "base/rule_checker.hpp"
#include "base/timer.hpp"
#include "communities/validate/numbering.hpp"
#include "fathom/communities.hpp"

namespace fathom {
namespace {

constexpr vertex_id vertices_between_polls = 1u << 16;  // of the stop token

class communities_checker : private rule_checker<communities_validation> {
 public:
  communities_checker(const graph& g, std::span<const vertex_id> labels, const run_control& control)
      : g_(g), rows_(g.view().out), labels_(labels), control_(control) {}

  [[nodiscard]] communities_validation run() {
    verdict_.valid = communities_are_numbered() && labels_are_most_frequent() && isolated_vertices_are_alone();
    return verdict_;
  }

 private:
  bool communities_are_numbered() {
    checked_numbering numbering = check_numbering(g_, labels_);
    if (!numbering.fault.empty()) return fail(communities_rule::communities_are_numbered, "{}", numbering.fault);
    sizes_ = std::move(numbering.sizes);
    return true;
  }

  // Sorted labels of the neighbors, in which equal ones are runs.
  bool labels_are_most_frequent() {
    std::vector<vertex_id> around;
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
      if (v % vertices_between_polls == 0) check_stop(control_);
      around.clear();
      for (const vertex_id* w = rows_.begin(v); w != rows_.end(v); ++w) around.push_back(labels_[*w]);
      std::sort(around.begin(), around.end());
      const auto [own, after] = std::equal_range(around.begin(), around.end(), labels_[v]);
      for (auto first = around.begin(); first != around.end();) {
        const auto last = std::upper_bound(first, around.end(), *first);
        if (last - first > after - own)
          return fail(communities_rule::labels_are_most_frequent, "'{}' has {} neighbors in its community {} and {} in {}",
                      g_.name(v), after - own, labels_[v], last - first, *first);
        first = last;
      }
    }
    return true;
  }

  bool isolated_vertices_are_alone() {
    for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
      if (rows_.degree(v) == 0 && sizes_[labels_[v]] > 1)
        return fail(communities_rule::isolated_vertices_are_alone, "the community of '{}' has {} vertices", g_.name(v),
                    sizes_[labels_[v]]);
    }
    return true;
  }

  const graph& g_;
  const adjacency_view& rows_;
  std::span<const vertex_id> labels_;
  const run_control& control_;
  std::vector<vertex_id> sizes_;  // of communities
};

}  // namespace

std::string_view to_string(communities_rule rule) {
  switch (rule) {
    case communities_rule::communities_are_numbered:
      return "communities are numbered from 0 in the order of their first vertices";
    case communities_rule::labels_are_most_frequent:
      return "no community has more neighbors of a vertex than the vertex's own";
    case communities_rule::isolated_vertices_are_alone:
      return "vertices without edges have communities of their own";
    case communities_rule::none:
      break;
  }
  return "none";
}

communities_validation validate_communities(const graph& g, std::span<const vertex_id> labels, const run_control& control) {
  check_stop(control);
  const timer clock;
  communities_validation validation = communities_checker(g, labels, control).run();
  validation.seconds = clock.seconds();
  return validation;
}

}  // namespace fathom
