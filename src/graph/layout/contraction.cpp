#include "graph/layout/contraction.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/memory.hpp"
#include "base/parallel.hpp"

namespace fathom {
namespace {

// Least shares of the vertices: those with one or two edges, without which nothing is tried, and those removed. With a third
// removed, searches of coauthors of papers (dblp-2010) gain nothing.
constexpr double least_removable = 0.25, least_removed = 0.4;
constexpr edge_offset most_edges_per_vertex = 8;   // in graphs with more, few vertices have one or two edges
constexpr std::uint64_t longest_sum = 1ull << 31;  // sums below this leave room for others in 32 bits

struct vertex_range {
  vertex_id first, last;
  [[nodiscard]] bool has(vertex_id v) const noexcept { return v >= first && v < last; }
};

// Results of one thread.
struct findings {
  std::vector<contracted_layout::tree_vertex> tree_vertices;
  std::vector<vertex_id> postponed;  // of trees, with the parent in another thread's range
  std::vector<vertex_id> remaining;
  std::vector<contracted_layout::chain> chains;
  std::vector<contracted_layout::chain_vertex> chain_vertices;
  std::uint32_t longest_chain = 0;
  bool is_too_long = false;
};

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

class contractor {
 public:
  contractor(const weighted_layout& l, int threads)
      : l_(l), threads_(threads), left_(l.num_vertices), parts_(static_cast<std::size_t>(threads)) {
#pragma omp parallel for num_threads(threads_) schedule(static)
    for (vertex_id v = 0; v < l_.num_vertices; ++v) left_[v] = count_edges(v);
  }

  [[nodiscard]] bool may_pay() const {
    const auto removable = std::count_if(left_.begin(), left_.end(), [](vertex_id count) { return count == 1 || count == 2; });
    return static_cast<double>(removable) >= least_removable * l_.num_vertices;
  }

  // Each thread removes the vertices of its range whose parents are in the range. The rest follows.
  void remove_trees() {
    for_parts(l_.num_vertices, [&](findings& mine, vertex_range range) {
      for (vertex_id v = range.first; v < range.last; ++v) remove_from(v, range, mine);
    });
    findings rest;
    for (const findings& part : parts_) {
      for (const vertex_id v : part.postponed) remove_from(v, {0, l_.num_vertices}, rest);
    }
    for (const findings& part : parts_) append(found_.tree_vertices, part.tree_vertices);
    append(found_.tree_vertices, rest.tree_vertices);
    std::reverse(found_.tree_vertices.begin(), found_.tree_vertices.end());
  }

  void find_remaining() {
    for_parts(l_.num_vertices, [&](findings& mine, vertex_range range) {
      for (vertex_id v = range.first; v < range.last; ++v) {
        if (left_[v] == 0 || (left_[v] > 2 && left_[v] != in_tree)) mine.remaining.push_back(v);
      }
    });
    for (const findings& part : parts_) append(found_.to_layout, part.remaining);
    found_.places.resize(l_.num_vertices);
    found_.offsets.reserve(found_.to_layout.size() + 1);
    found_.offsets.push_back(0);
    for (const vertex_id v : found_.to_layout) add_row(v);
  }

  [[nodiscard]] bool pays() const { return static_cast<double>(found_.to_layout.size()) <= (1 - least_removed) * l_.num_vertices; }

  // Follows the edges of each remaining vertex, so that each chain is seen from both ends.
  void find_chains() {
    found_.edges.resize(found_.offsets.back());
    for_parts(static_cast<vertex_id>(found_.to_layout.size()), [&](findings& mine, vertex_range range) {
      for (vertex_id v = range.first; v < range.last; ++v) write_row(v, mine);
    });
    for (findings& part : parts_) add_chains(part);
    findings cycles;
    for (vertex_id v = 0; v < l_.num_vertices; ++v) {
      if (left_[v] == 2) keep_one_of_cycle(v, cycles);
    }
  }

  /// Null if a sum is too large.
  [[nodiscard]] std::shared_ptr<const contracted_layout> finish() && {
    number();
    if (!add_depths() || is_too_long_) return nullptr;
    found_.chains.push_back({no_vertex, no_vertex, static_cast<vertex_id>(found_.chain_vertices.size()), 0});
    describe_remaining();
    return std::make_shared<contracted_layout>(std::move(found_));
  }

 private:
  // Values of left_ for removed vertices.
  static constexpr vertex_id in_chain = no_vertex - 1, in_tree = no_vertex;

  // Calls work(findings, range) for equal parts of [0, size).
  template <class Work>
  void for_parts(vertex_id size, const Work& work) {
    const std::uint64_t parts = parts_.size();
    exception_capture failure;
#pragma omp parallel for num_threads(threads_) schedule(static, 1)
    for (std::uint64_t p = 0; p < parts; ++p) {
      const vertex_range range{static_cast<vertex_id>(p * size / parts), static_cast<vertex_id>((p + 1) * size / parts)};
      failure.run([&] { work(parts_[p], range); });
    }
    failure.rethrow();
  }

  [[nodiscard]] vertex_id count_edges(vertex_id v) const {
    const auto loops = std::count_if(l_.out.begin(v), l_.out.end(v), [v](const weighted_edge& e) { return e.target == v; });
    return static_cast<vertex_id>(std::min<edge_offset>(l_.out.degree(v) - static_cast<edge_offset>(loops), in_chain - 1));
  }

  void remove_from(vertex_id v, vertex_range range, findings& mine) {
    while (left_[v] == 1) {
      // A neighbor out of range is not removed yet: its parent would be v, and it would be postponed.
      const weighted_edge& e = *std::find_if(l_.out.begin(v), l_.out.end(v), [&](const weighted_edge& other) {
        return other.target != v && (!range.has(other.target) || left_[other.target] != in_tree);
      });
      if (!range.has(e.target)) return mine.postponed.push_back(v);
      mine.tree_vertices.push_back({v, e.target, no_vertex, e.weight});  // the depth follows
      left_[v] = in_tree;
      --left_[e.target];
      v = e.target;
    }
  }

  void add_row(vertex_id v) {
    found_.places[v] = static_cast<vertex_id>(found_.offsets.size() - 1);
    found_.offsets.push_back(found_.offsets.back() + left_[v] + 1);
  }

  [[nodiscard]] bool leads_on(vertex_id v, const weighted_edge& e) const { return e.target != v && left_[e.target] != in_tree; }

  void write_row(vertex_id row, findings& mine) {
    const vertex_id v = found_.to_layout[row];
    weighted_edge* const first = &found_.edges[found_.offsets[row]];
    weighted_edge* next = first;
    for (const weighted_edge* e = l_.out.begin(v); e != l_.out.end(v); ++e) {
      if (leads_on(v, *e))
        *next++ = left_[e->target] == 2 ? follow_chain(v, e, mine) : weighted_edge{found_.places[e->target], e->weight};
    }
    std::sort(first, next, [](const weighted_edge& a, const weighted_edge& b) {
      return a.weight != b.weight ? a.weight < b.weight : a.target < b.target;
    });
    *next = row_end;
  }

  // Returns the edge that stands for the chain. Adds the chain to the findings at one of its ends.
  weighted_edge follow_chain(vertex_id begin, const weighted_edge* e, findings& mine) const {
    const auto first = static_cast<vertex_id>(mine.chain_vertices.size());
    vertex_id before = begin, v = e->target;
    std::uint64_t length = e->weight;
    std::uint32_t last_weight = e->weight;
    while (left_[v] == 2) {
      mine.chain_vertices.push_back({v, static_cast<std::uint32_t>(std::min(length, longest_sum))});
      const weighted_edge& next = edge_on(v, {before, last_weight});
      before = v, v = next.target, last_weight = next.weight;
      length += last_weight;
    }
    const auto sum = static_cast<std::uint32_t>(std::min(length, longest_sum));
    if (begin < v || (begin == v && is_first_way(begin, e, before))) {
      mine.is_too_long |= length >= longest_sum;
      mine.longest_chain = std::max(mine.longest_chain, sum);
      mine.chains.push_back({found_.places[begin], found_.places[v], first, sum});
    } else {
      mine.chain_vertices.resize(first);
    }
    return {found_.places[v], sum};
  }

  // Of the two edges of a chain's vertex, the one that is not `back`. With parallel edges of equal weight either may be.
  [[nodiscard]] const weighted_edge& edge_on(vertex_id v, const weighted_edge& back) const {
    bool is_left = true;
    for (const weighted_edge* e = l_.out.begin(v);; ++e) {
      if (!leads_on(v, *e)) continue;
      if (!is_left || e->target != back.target || e->weight != back.weight) return *e;
      is_left = false;
    }
  }

  // Whether a chain from `begin` along e, back to it from `last`, is seen for the first time.
  [[nodiscard]] bool is_first_way(vertex_id begin, const weighted_edge* e, vertex_id last) const {
    if (e->target != last) return e->target < last;
    return std::none_of(l_.out.begin(begin), e, [&](const weighted_edge& earlier) { return earlier.target == last; });
  }

  void add_chains(findings& part) {
    const auto before = static_cast<vertex_id>(found_.chain_vertices.size());
    for (contracted_layout::chain& c : part.chains) c.first += before;
    for (const contracted_layout::chain_vertex& c : part.chain_vertices) left_[c.v] = in_chain;
    append(found_.chains, part.chains), append(found_.chain_vertices, part.chain_vertices);
    found_.longest_chain = std::max(found_.longest_chain, part.longest_chain);
    is_too_long_ |= part.is_too_long;
  }

  // Of a cycle without any other remaining vertex. Its only edge would be a self-loop, so its row is empty.
  void keep_one_of_cycle(vertex_id v, findings& cycle) {
    const weighted_edge* const e =
        std::find_if(l_.out.begin(v), l_.out.end(v), [&](const weighted_edge& other) { return leads_on(v, other); });
    left_[v] = 0;
    found_.to_layout.push_back(v);
    add_row(v);
    found_.edges.push_back(row_end);
    cycle = {};
    follow_chain(v, e, cycle);
    if (cycle.chains.empty()) follow_chain(v, other_edge(v, e), cycle);
    add_chains(cycle);
  }

  [[nodiscard]] const weighted_edge* other_edge(vertex_id v, const weighted_edge* e) const {
    return std::find_if(e + 1, l_.out.end(v), [&](const weighted_edge& other) { return leads_on(v, other); });
  }

  void number() {
    const std::size_t remaining = found_.to_layout.size(), others = remaining + found_.chain_vertices.size();
#pragma omp parallel for num_threads(threads_) schedule(static)
    for (std::size_t i = remaining; i < others; ++i)
      found_.places[found_.chain_vertices[i - remaining].v] = static_cast<vertex_id>(i);
#pragma omp parallel for num_threads(threads_) schedule(static)
    for (std::size_t i = others; i < others + found_.tree_vertices.size(); ++i) {
      found_.places[found_.tree_vertices[i - others].v] = static_cast<vertex_id>(i);
    }
  }

  // Returns false if one is too large.
  [[nodiscard]] bool add_depths() {
    const std::size_t others = found_.to_layout.size() + found_.chain_vertices.size();
    for (contracted_layout::tree_vertex& h : found_.tree_vertices) {
      const vertex_id parent = found_.places[h.parent];
      const bool below_root = parent < others;
      const std::uint64_t depth = std::uint64_t{h.depth} + (below_root ? 0 : found_.tree_vertices[parent - others].depth);
      if (depth >= longest_sum) return false;
      h.root = below_root ? h.parent : found_.tree_vertices[parent - others].root;
      h.depth = static_cast<std::uint32_t>(depth);
      found_.greatest_depth = std::max(found_.greatest_depth, h.depth);
    }
    return true;
  }

  void describe_remaining() {
    weighted_layout& l = found_.remaining;
    l.num_vertices = l.caller_vertices = static_cast<vertex_id>(found_.to_layout.size());
    l.num_edges = found_.edges.size() - l.num_vertices;
    l.weights = l_.weights;
    l.out = l.in = {found_.offsets.data(), found_.edges.data()};
    if (l.num_edges == 0) return;
    std::uint32_t least = row_end.weight, most = 0;
    std::uint64_t sum = 0;
#pragma omp parallel for num_threads(threads_) schedule(static) reduction(min : least) reduction(max : most) reduction(+ : sum)
    for (vertex_id v = 0; v < l.num_vertices; ++v) {
      for (const weighted_edge* e = l.out.begin(v); e != l.out.end(v); ++e) {
        least = std::min(least, e->weight), most = std::max(most, e->weight);
        sum += e->weight;
      }
    }
    l.smallest_weight = least, l.largest_weight = most, l.mean_weight = static_cast<double>(sum) / static_cast<double>(l.num_edges);
  }

  static constexpr weighted_edge row_end{no_vertex, std::numeric_limits<std::uint32_t>::max()};

  const weighted_layout& l_;
  const int threads_;
  std::vector<vertex_id> left_;  // number of edges to vertices outside trees, or in_chain or in_tree
  std::vector<findings> parts_;
  contracted_layout found_;
  bool is_too_long_ = false;
};

// Lists grow by doubling and are then joined; no vertex is in two of them.
std::uint64_t predicted_contraction_bytes(const weighted_layout& l) {
  return l.num_vertices * (sizeof(contracted_layout::tree_vertex) * 3 + 2 * sizeof(vertex_id) + sizeof(edge_offset)) +
         (l.num_edges + l.num_vertices) * sizeof(weighted_edge);
}

}  // namespace

std::uint64_t contracted_layout::bytes() const noexcept {
  const auto bytes_of = [](const auto& list) { return list.capacity() * sizeof(list[0]); };
  return bytes_of(offsets) + bytes_of(edges) + bytes_of(chains) + bytes_of(chain_vertices) + bytes_of(tree_vertices) +
         bytes_of(to_layout) + bytes_of(places);
}

std::shared_ptr<const contracted_layout> contract(const weighted_layout& l, int threads, const run_control& control) {
  if (l.directed || l.weights == weight_kind::real || l.weight_values) return nullptr;
  if (l.num_vertices == 0 || l.num_edges > most_edges_per_vertex * l.num_vertices) return nullptr;
  const std::uint64_t bytes = predicted_contraction_bytes(l);
  if (available_host_memory_for(bytes) < bytes) return nullptr;
  contractor c(l, threads);
  if (!c.may_pay()) return nullptr;
  c.remove_trees();
  check_stop(control);
  c.find_remaining();
  if (!c.pays()) return nullptr;
  c.find_chains();
  check_stop(control);
  return std::move(c).finish();
}

}  // namespace fathom
