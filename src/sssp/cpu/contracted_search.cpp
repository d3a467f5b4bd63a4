#include "sssp/cpu/contracted_search.hpp"

#include <algorithm>

#include "sssp/cpu/count_results.hpp"

namespace fathom::sssp_engine {

contracted_search::contracted_search(const weighted_layout& prepared, int threads)
    : layout_(prepared),
      contracted_(*prepared.contracted),
      first_in_chain_(contracted_.remaining.num_vertices),
      first_in_tree_(static_cast<vertex_id>(first_in_chain_ + contracted_.chain_vertices.size())),
      search_(contracted_.remaining, threads),
      distances_(std::size_t{prepared.num_vertices} + 1) {
  distances_[prepared.num_vertices] = whole_32::infinity;
}

outcome contracted_search::run(const request& r) {
  starts_.clear(), way_to_root_.clear();
  chain_ = nullptr;
  climb(r.source);
  if (contracted_.places[root_] < first_in_chain_)
    starts_.push_back({contracted_.places[root_], to_root_});
  else
    start_in_chain(root_, to_root_);
  request within = r;
  within.source = no_vertex;
  outcome o = search_.run(within, starts_);
  if (!o.is_exact || o.farthest + contracted_.longest_chain + contracted_.greatest_depth >= whole_32::infinity) {
    o.is_exact = false;
    return o;
  }
  write_remaining();
  write_chains();
  if (chain_ != nullptr) correct_chain_of_source();
  write_trees();
  if (!way_to_root_.empty()) correct_tree_of_source();
  count(o);
  return o;
}

// Follows the way from the source to the first vertex outside trees.
void contracted_search::climb(vertex_id source) {
  to_root_ = is_in_tree(source) ? tree_vertex_of(source).depth : 0;
  for (root_ = source; is_in_tree(root_); root_ = tree_vertex_of(root_).parent) way_to_root_.push_back(root_);
}

void contracted_search::start_in_chain(vertex_id v, distance from_source) {
  const vertex_id at = contracted_.places[v] - first_in_chain_;
  const auto after = std::upper_bound(contracted_.chains.begin(), contracted_.chains.end(), at,
                                      [](vertex_id place, const contracted_layout::chain& c) { return place < c.first; });
  chain_ = &*(after - 1);
  const distance from_begin = contracted_.chain_vertices[at].from_begin;
  starts_.push_back({chain_->begin, from_source + from_begin});
  starts_.push_back({chain_->end, from_source + chain_->length - from_begin});
}

void contracted_search::write_remaining() {
  const array<distance>& found = search_.distances();
  const vertex_id n = contracted_.remaining.num_vertices;
#pragma omp parallel for num_threads(threads()) schedule(static)
  for (vertex_id v = 0; v < n; ++v) distances_[contracted_.to_layout[v]] = found[v];
}

void contracted_search::write_chains() {
  const array<distance>& found = search_.distances();
  const std::size_t chains = contracted_.chains.size() - 1;
#pragma omp parallel for num_threads(threads()) schedule(static)
  for (std::size_t i = 0; i < chains; ++i) {
    const contracted_layout::chain& c = contracted_.chains[i];
    const distance begin = found[c.begin], end = found[c.end];
    for (vertex_id at = c.first; at < contracted_.chains[i + 1].first; ++at) {
      const auto [v, from_begin] = contracted_.chain_vertices[at];
      distances_[v] = std::min(whole_32::add(begin, from_begin), whole_32::add(end, c.length - from_begin));
    }
  }
}

void contracted_search::correct_chain_of_source() {
  const distance source_at = contracted_.chain_vertices[contracted_.places[root_] - first_in_chain_].from_begin;
  for (vertex_id at = chain_->first; at < chain_[1].first; ++at) {
    const auto [v, from_begin] = contracted_.chain_vertices[at];
    const distance along = std::max(source_at, from_begin) - std::min(source_at, from_begin);
    distances_[v] = std::min(distances_[v], to_root_ + along);
  }
}

void contracted_search::write_trees() {
  const std::size_t size = contracted_.tree_vertices.size();
#pragma omp parallel for num_threads(threads()) schedule(static)
  for (std::size_t i = 0; i < size; ++i) {
    const contracted_layout::tree_vertex& h = contracted_.tree_vertices[i];
    distances_[h.v] = whole_32::add(distances_[h.root], h.depth);
  }
}

// In the source's own tree not all ways lead over the root.
void contracted_search::correct_tree_of_source() {
  for (const vertex_id v : way_to_root_) distances_[v] = to_root_ - tree_vertex_of(v).depth;
  for (const contracted_layout::tree_vertex& h : contracted_.tree_vertices) {
    if (h.root != root_ || h.parent == root_) continue;
    const distance from_parent = h.depth - tree_vertex_of(h.parent).depth;
    distances_[h.v] = std::min(distances_[h.v], distances_[h.parent] + from_parent);
  }
}

void contracted_search::count(outcome& o) const {
  count_results<whole_32>(layout_, distances_, threads(), o);
  o.edges_relaxed += 2 * contracted_.chain_vertices.size() + contracted_.tree_vertices.size();
}

}  // namespace fathom::sssp_engine
