// Distinct ids are found with a bitmap if that is cheap compared with the edges, and by sorting if ids are sparse or exceed 32
// bits.
#include "io/vertices/renumber.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>

#include "base/memory.hpp"
#include "io/text/edge_lines.hpp"

namespace fathom::io {
namespace {

// Ids sorted per task: 8 MiB of 64-bit ids, a few times a core's cache.
constexpr std::size_t piece_ids = std::size_t{1} << 20;

// The distinct ids, sorted. Pieces are sorted in parallel; merging them pairwise keeps memory proportional to the distinct ids.
template <class Id>
std::vector<Id> distinct_sorted(std::span<const Id> ids, int threads) {
  std::vector<std::vector<Id>> pieces((ids.size() + piece_ids - 1) / piece_ids);
  parallel_for(pieces.size(), threads, [&](std::size_t i) {
    const auto part = ids.subspan(i * piece_ids, std::min(piece_ids, ids.size() - i * piece_ids));
    std::vector<Id> piece(part.begin(), part.end());
    std::sort(piece.begin(), piece.end());
    piece.erase(std::unique(piece.begin(), piece.end()), piece.end());
    piece.shrink_to_fit();
    pieces[i] = std::move(piece);
  });
  while (pieces.size() > 1) {
    const std::size_t half = (pieces.size() + 1) / 2;
    parallel_for(pieces.size() / 2, threads, [&](std::size_t i) {
      std::vector<Id> both;
      std::set_union(pieces[i].begin(), pieces[i].end(), pieces[half + i].begin(), pieces[half + i].end(),
                     std::back_inserter(both));
      pieces[i] = std::move(both);
      pieces[half + i] = {};
    });
    pieces.resize(half);
  }
  return pieces.empty() ? std::vector<Id>() : std::move(pieces.front());
}

template <class Id>
std::vector<std::uint64_t> distinct_ids(const edge_columns<Id>& columns, const std::vector<std::uint64_t>& lone, int threads) {
  const std::vector<Id> sources = distinct_sorted(std::span<const Id>(columns.sources.data(), columns.sources.size()), threads);
  const std::vector<Id> targets = distinct_sorted(std::span<const Id>(columns.targets.data(), columns.targets.size()), threads);
  std::vector<std::uint64_t> ids, with_lone;
  std::set_union(sources.begin(), sources.end(), targets.begin(), targets.end(), std::back_inserter(ids));
  const std::vector<std::uint64_t> more = distinct_sorted(std::span<const std::uint64_t>(lone), threads);
  if (more.empty()) return ids;
  std::set_union(ids.begin(), ids.end(), more.begin(), more.end(), std::back_inserter(with_lone));
  return with_lone;
}

// Lookup of ids in a sorted list: a table indexed by leading bits narrows the binary search to a short range.
class id_finder {
 public:
  explicit id_finder(std::span<const std::uint64_t> ids) : ids_(ids) {
    const int id_bits = static_cast<int>(std::bit_width(ids.back()));
    const int table_bits = std::min(id_bits, static_cast<int>(std::bit_width(ids.size())));  // one to two buckets per id
    shift_ = id_bits - table_bits;
    starts_.resize((std::size_t{1} << table_bits) + 1);
    for (const std::uint64_t id : ids) ++starts_[bucket(id) + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
  }

  [[nodiscard]] vertex_id operator()(std::uint64_t id) const {
    const std::size_t b = bucket(id);
    const auto first = ids_.begin() + starts_[b];
    const auto last = ids_.begin() + starts_[b + 1];
    return static_cast<vertex_id>(std::lower_bound(first, last, id) - ids_.begin());
  }

 private:
  [[nodiscard]] std::size_t bucket(std::uint64_t id) const { return shift_ == 64 ? 0 : static_cast<std::size_t>(id >> shift_); }

  std::span<const std::uint64_t> ids_;
  std::vector<std::uint32_t> starts_;
  int shift_ = 0;
};

template <class Id>
array<vertex_id> mapped(growing_array<Id> ids, const id_finder& find, int threads) {
  array<vertex_id> found(ids.size());
  parallel_for((ids.size() + piece_ids - 1) / piece_ids, threads, [&](std::size_t piece) {
    const std::size_t end = std::min(ids.size(), (piece + 1) * piece_ids);
    for (std::size_t i = piece * piece_ids; i < end; ++i) found[i] = find(ids[i]);
  });
  return found;
}

template <class Id>
void renumber(edge_columns<Id>&& columns, std::span<const std::uint64_t> ids, int threads, edge_list& list) {
  const id_finder find(ids);
  list.sources = mapped(std::move(columns.sources), find, threads);
  list.targets = mapped(std::move(columns.targets), find, threads);
  list.weights = columns.weights.take();
  list.wide_weights = columns.wide_weights.take();
  list.num_vertices = ids.size();
  list.original_ids = array<std::uint64_t>(ids.size());
  std::copy(ids.begin(), ids.end(), list.original_ids.begin());
}

// Adds the smallest missing ids from `first` on until there are `wanted` ids.
std::vector<std::uint64_t> filled(std::span<const std::uint64_t> ids, std::uint64_t first, std::uint64_t wanted) {
  require_host_memory(wanted * sizeof(std::uint64_t), fmt::format("numbering {} vertices", wanted));
  std::vector<std::uint64_t> all;
  all.reserve(wanted);
  std::uint64_t missing = wanted - ids.size();
  std::uint64_t next = first;
  for (const std::uint64_t id : ids) {
    for (; missing > 0 && next < id; --missing) all.push_back(next++);
    all.push_back(id);
    next = std::max(next, id + 1);
  }
  for (; missing > 0; --missing) all.push_back(next++);
  return all;
}

edge_list renumbered_by_sorting(const std::filesystem::path& file, line_edges&& edges, const numbering_rules& rules, int threads) {
  std::vector<std::uint64_t> ids =
      edges.is_wide ? distinct_ids(edges.wide, edges.lone, threads) : distinct_ids(edges.narrow, edges.lone, threads);
  edge_list list;
  if (rules.keep_gaps) list.notes.push_back("ids do not fit 32 bits, so gaps between them were not kept");
  require_vertices_fit(file, ids.size());
  if (rules.states) {
    const stated_vertices& states = *rules.states;
    require_vertices_fit(file, states.count);
    if (states.count < ids.size()) list.notes.push_back(too_few_note(file, states, ids.size()));
    if (states.count > ids.size()) {
      ids = filled(ids, first_id(states, {false, ids.front(), ids.back()}), states.count);
      if (!states.text.empty()) list.notes.push_back(stated_note(states));
    }
  }
  list.notes.push_back(compact_note(ids.size(), ids.front(), ids.back()));
  edges.is_wide ? renumber(std::move(edges.wide), ids, threads, list) : renumber(std::move(edges.narrow), ids, threads, list);
  return list;
}

void extend_to_lone(line_edges& edges) {
  for (const std::uint64_t id : edges.lone) edges.largest = std::max(edges.largest, id);
}

// The smallest id is computed only if a stated number of vertices makes it relevant.
id_extent extent_of(const line_edges& edges, const numbering_rules& rules, int threads) {
  if (edges.size() == 0 && edges.lone.empty()) return {};
  id_extent extent{false, edges.largest, edges.largest};
  for (const std::uint64_t id : edges.lone) extent.smallest = std::min(extent.smallest, id);
  if (edges.is_wide || !rules.states) return extent;
  std::uint64_t smallest = extent.smallest;
  const growing_array<vertex_id>&u = edges.narrow.sources, &v = edges.narrow.targets;
#pragma omp parallel for num_threads(useful_threads(u.size(), piece_ids, threads)) reduction(min : smallest)
  for (std::size_t i = 0; i < u.size(); ++i) smallest = std::min<std::uint64_t>(smallest, std::min(u[i], v[i]));
  extent.smallest = smallest;
  return extent;
}

}  // namespace

numbering_rules with_fathom_comment(numbering_rules rules, std::uint64_t declared) {
  if (declared == 0 || (rules.states && rules.states->required)) return rules;
  stated_vertices own;
  own.count = declared;
  own.positions = true;
  rules.states = std::move(own);
  return rules;
}

edge_list number_edge_list(const std::filesystem::path& file, line_edges&& edges, const numbering_rules& reader_rules,
                           const run_control& control) {
  const int threads = thread_count(control);
  extend_to_lone(edges);
  const numbering_rules rules = with_fathom_comment(reader_rules, edges.declared);
  const std::uint64_t ids = 2 * edges.size() + edges.lone.size();
  if (edges.is_wide || edges.largest >= max_vertices) return renumbered_by_sorting(file, std::move(edges), rules, threads);
  std::optional<vertex_numbering> numbers = vertex_numbering::by_rules(file, rules, extent_of(edges, rules, threads));
  if (!numbers && !id_bitmap::pays(edges.largest, ids)) return renumbered_by_sorting(file, std::move(edges), rules, threads);
  if (!numbers) {
    id_bitmap named(edges.largest);
    for (const std::uint64_t id : edges.lone) named.mark(id);
    named.mark({edges.narrow.sources.data(), edges.size()}, threads);
    named.mark({edges.narrow.targets.data(), edges.size()}, threads);
    numbers = vertex_numbering::by_ids(file, rules, std::move(named));
  }
  edge_list list = declared_edges(std::move(edges), numbers->count());
  numbers->apply(list.sources.view(), threads);
  numbers->apply(list.targets.view(), threads);
  list.original_ids = numbers->original_ids();
  list.notes.insert(list.notes.end(), numbers->notes().begin(), numbers->notes().end());
  return list;
}

edge_list number_edge_list_part(line_edges&& edges, const numbering_rules& rules, part_facts& part, const run_control& control) {
  extend_to_lone(edges);
  part.entries = edges.entries;
  part.ids_declared = false;
  part.declared = edges.declared;
  part.too_wide = edges.is_wide || edges.largest >= max_vertices;
  part.ids = extent_of(edges, rules, thread_count(control));
  part.rules = rules;
  part.lone = edges.lone;
  if (part.too_wide) return {};
  return declared_edges(std::move(edges), part.ids.none ? 0 : part.ids.largest + 1);
}

}  // namespace fathom::io
