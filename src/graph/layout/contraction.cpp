#include "graph/layout/contraction.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "base/memory.hpp"
#include "base/parallel.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t least_removed = 4;         // at least one of this number of vertices
constexpr edge_offset most_edges_per_vertex = 8;   // in graphs with more, few vertices have one or two edges
constexpr std::uint64_t longest_sum = 1ull << 31;  // sums below this leave room for others in 32 bits

struct far_edge {
  vertex_id from, to;
  std::uint32_t weight;
};

class contractor {
 public:
  explicit contractor(const weighted_layout& l) : l_(l), left_(l.num_vertices) {
    for (vertex_id v = 0; v < l_.num_vertices; ++v) left_[v] = count_edges(v);
  }

  [[nodiscard]] bool pays() const {
    const auto removable = std::count_if(left_.begin(), left_.end(), [](vertex_id count) { return count == 1 || count == 2; });
    return static_cast<std::uint64_t>(removable) * least_removed >= left_.size();
  }

  void remove_hanging() {
    for (vertex_id v = 0; v < l_.num_vertices; ++v) {
      for (vertex_id u = v; left_[u] == 1;) {
        const weighted_edge& e = edge_of(u);
        found_.hanging.push_back({u, e.target, no_vertex, e.weight});  // the depth follows
        left_[u] = hangs;
        --left_[e.target];
        u = e.target;
      }
    }
    std::reverse(found_.hanging.begin(), found_.hanging.end());
  }

  void find_chains() {
    found_.places.assign(l_.num_vertices, no_vertex);
    std::size_t edges = 0, in_chains = 0;
    for (vertex_id v = 0; v < l_.num_vertices; ++v) {
      in_chains += left_[v] == 2;
      if (left_[v] == 1 || left_[v] == 2 || left_[v] == hangs) continue;
      keep(v);
      edges += left_[v];
    }
    edges_.reserve(edges), found_.chain_vertices.reserve(in_chains);
    for (std::size_t i = 0; i < found_.to_layout.size(); ++i) follow_edges(found_.to_layout[i]);
    for (vertex_id v = 0; v < l_.num_vertices; ++v) {
      if (left_[v] != 2) continue;
      left_[v] = 3;  // a cycle without any other remaining vertex
      keep(v);
      follow_edges(v);
    }
  }

  /// Null if a sum is too large.
  [[nodiscard]] std::shared_ptr<const contracted_layout> finish() && {
    number();
    if (!add_depths() || too_long_) return nullptr;
    found_.chains.push_back({no_vertex, no_vertex, static_cast<vertex_id>(found_.chain_vertices.size()), 0});
    found_.remaining = rows_of_remaining();
    return std::make_shared<contracted_layout>(std::move(found_));
  }

 private:
  // Values of left_ for removed vertices.
  static constexpr vertex_id in_chain = no_vertex - 1, hangs = no_vertex;

  [[nodiscard]] vertex_id count_edges(vertex_id v) const {
    const auto loops = std::count_if(l_.out.begin(v), l_.out.end(v), [v](const weighted_edge& e) { return e.target == v; });
    return static_cast<vertex_id>(std::min<edge_offset>(l_.out.degree(v) - static_cast<edge_offset>(loops), in_chain - 1));
  }

  [[nodiscard]] bool leads_on(vertex_id v, const weighted_edge& e) const { return e.target != v && left_[e.target] != hangs; }

  // The edge of a vertex to one that does not hang.
  [[nodiscard]] const weighted_edge& edge_of(vertex_id v) const {
    return *std::find_if(l_.out.begin(v), l_.out.end(v), [&](const weighted_edge& e) { return leads_on(v, e); });
  }

  void keep(vertex_id v) {
    found_.places[v] = static_cast<vertex_id>(found_.to_layout.size());
    found_.to_layout.push_back(v);
  }

  void follow_edges(vertex_id from) {
    for (const weighted_edge* e = l_.out.begin(from); e != l_.out.end(from); ++e) {
      if (!leads_on(from, *e) || left_[e->target] == in_chain) continue;
      if (left_[e->target] == 2)
        follow_chain(from, *e);
      else
        edges_.push_back({from, e->target, e->weight});
    }
  }

  void follow_chain(vertex_id from, weighted_edge e) {
    const auto first = static_cast<vertex_id>(found_.chain_vertices.size());
    vertex_id before = from;
    std::uint64_t length = e.weight;
    while (left_[e.target] == 2) {
      const vertex_id v = e.target;
      found_.chain_vertices.push_back({v, static_cast<std::uint32_t>(std::min(length, longest_sum))});
      left_[v] = in_chain;
      e = edge_on(v, {before, e.weight});
      before = v;
      length += e.weight;
    }
    too_long_ |= length >= longest_sum;
    const auto sum = static_cast<std::uint32_t>(std::min(length, longest_sum));
    found_.longest_chain = std::max(found_.longest_chain, sum);
    found_.chains.push_back({found_.places[from], found_.places[e.target], first, sum});
    if (e.target == from) return;
    edges_.push_back({from, e.target, sum});
    edges_.push_back({e.target, from, sum});
  }

  // Of the two edges of a chain's vertex, the one that is not `back`. With parallel edges of equal weight either may be.
  [[nodiscard]] weighted_edge edge_on(vertex_id v, const weighted_edge& back) const {
    bool is_left = true;
    for (const weighted_edge* e = l_.out.begin(v);; ++e) {
      if (!leads_on(v, *e)) continue;
      if (!is_left || e->target != back.target || e->weight != back.weight) return *e;
      is_left = false;
    }
  }

  void number() {
    auto place = static_cast<vertex_id>(found_.to_layout.size());
    for (const contracted_layout::chain_vertex& c : found_.chain_vertices) found_.places[c.v] = place++;
    for (const contracted_layout::hanging_vertex& h : found_.hanging) found_.places[h.v] = place++;
  }

  // Returns false if one is too large.
  [[nodiscard]] bool add_depths() {
    const std::size_t others = found_.to_layout.size() + found_.chain_vertices.size();
    for (contracted_layout::hanging_vertex& h : found_.hanging) {
      const bool below_root = found_.places[h.parent] < others;
      h.root = below_root ? h.parent : found_.hanging[found_.places[h.parent] - others].root;
      const std::uint64_t depth =
          std::uint64_t{h.depth} + (below_root ? 0 : found_.hanging[found_.places[h.parent] - others].depth);
      if (depth >= longest_sum) return false;
      h.depth = static_cast<std::uint32_t>(depth);
      found_.greatest_depth = std::max(found_.greatest_depth, h.depth);
    }
    return true;
  }

  // Rows sorted by weight, each with its last entry.
  [[nodiscard]] weighted_layout rows_of_remaining() const {
    const auto n = static_cast<vertex_id>(found_.to_layout.size());
    auto arrays = std::make_shared<weighted_layout_arrays>();
    array<edge_offset>& offsets = arrays->offsets = array<edge_offset>(std::size_t{n} + 1);
    std::fill(offsets.begin(), offsets.end(), edge_offset{0});
    for (const far_edge& e : edges_) ++offsets[found_.places[e.from] + 1];
    for (vertex_id v = 0; v < n; ++v) offsets[v + 1] += offsets[v] + 1;
    array<weighted_edge>& rows = arrays->edges = array<weighted_edge>(offsets[n]);
    std::vector<edge_offset> next(offsets.begin(), offsets.end() - 1);
    for (const far_edge& e : edges_) rows[next[found_.places[e.from]]++] = {found_.places[e.to], e.weight};
    for (vertex_id v = 0; v < n; ++v) {
      std::sort(&rows[offsets[v]], &rows[next[v]], [](const weighted_edge& a, const weighted_edge& b) {
        return a.weight != b.weight ? a.weight < b.weight : a.target < b.target;
      });
      rows[next[v]] = {no_vertex, std::numeric_limits<std::uint32_t>::max()};
    }
    weighted_layout l;
    l.num_vertices = l.caller_vertices = n, l.num_edges = edges_.size(), l.weights = l_.weights;
    l.out = l.in = {offsets.data(), rows.data()};
    if (!edges_.empty()) summarize_weights(l);
    l.bytes = offsets.bytes() + rows.bytes();
    l.arrays = std::move(arrays);
    return l;
  }

  void summarize_weights(weighted_layout& l) const {
    const auto [least, most] =
        std::minmax_element(edges_.begin(), edges_.end(), [](const far_edge& a, const far_edge& b) { return a.weight < b.weight; });
    l.smallest_weight = least->weight, l.largest_weight = most->weight;
    l.mean_weight =
        std::accumulate(edges_.begin(), edges_.end(), 0.0, [](double sum, const far_edge& e) { return sum + e.weight; }) /
        static_cast<double>(edges_.size());
  }

  const weighted_layout& l_;
  std::vector<vertex_id> left_;  // number of edges to vertices that do not hang, or in_chain or hangs
  std::vector<far_edge> edges_;
  contracted_layout found_;
  bool too_long_ = false;
};

// All lists grow by doubling; no vertex is in two of them.
std::uint64_t predicted_contraction_bytes(const weighted_layout& l) {
  return l.num_vertices * (sizeof(contracted_layout::hanging_vertex) * 3 + 4 * sizeof(vertex_id)) +
         l.num_edges * 3 * sizeof(far_edge);
}

}  // namespace

std::uint64_t contracted_layout::bytes() const noexcept {
  const auto bytes_of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return remaining.bytes + bytes_of(chains) + bytes_of(chain_vertices) + bytes_of(hanging) + bytes_of(to_layout) + bytes_of(places);
}

std::shared_ptr<const contracted_layout> contract(const weighted_layout& l, const run_control& control) {
  if (l.directed || l.weights == weight_kind::real || l.weight_values) return nullptr;
  if (l.num_vertices == 0 || l.num_edges > most_edges_per_vertex * l.num_vertices) return nullptr;
  const std::uint64_t bytes = predicted_contraction_bytes(l);
  if (available_host_memory_for(bytes) < bytes) return nullptr;
  contractor c(l);
  if (!c.pays()) return nullptr;
  c.remove_hanging();
  check_stop(control);
  c.find_chains();
  check_stop(control);
  std::shared_ptr<const contracted_layout> found = std::move(c).finish();
  if (!found || found->num_removed() * least_removed < l.num_vertices) return nullptr;
  return found;
}

}  // namespace fathom
