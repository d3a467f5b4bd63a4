// Three ways to the sorted list of distinct ids, by size:
//   ids beyond 32 bits, or so few edges that the ids must be sparse: sort pieces, unite them;
//   otherwise a bitmap over the ids, filled only until it is clear that they are dense (the usual case, after a few edges).
#include "io/renumber.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <numeric>

#include "io/edge_lines.hpp"
#include "io/input_error.hpp"
#include "io/lone_vertices.hpp"

namespace fathom::io {

bool are_sparse(std::uint64_t largest, std::uint64_t distinct) {
  return largest / sparse_factor >= distinct;  // largest + 1 > 16 * distinct, without overflow
}

namespace {

// Ids sorted at once: 8 MiB of 64-bit ids, some few times a core's cache.
constexpr std::size_t piece_ids = std::size_t{1} << 20;

// Edges between two looks at whether the ids are dense already.
constexpr std::size_t dense_check_edges = std::size_t{1} << 12;

constexpr std::size_t word_bits = 64;

// Sorted and distinct. Pieces are sorted in parallel; uniting them pairwise keeps the memory near the number of distinct ids.
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

// The distinct ids by a bitmap; empty where they turn out not to be sparse.
std::vector<std::uint64_t> distinct_if_sparse(const line_edges& edges) {
  growing_array<std::uint64_t> bits;
  bits.resize(edges.largest / word_bits + 1);
  std::uint64_t distinct = 0;
  const auto mark = [&](std::uint64_t id) {
    std::uint64_t& word = bits[id / word_bits];
    const std::uint64_t bit = std::uint64_t{1} << id % word_bits;
    distinct += (word & bit) == 0;
    word |= bit;
  };
  for (const std::uint64_t id : edges.lone) mark(id);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    mark(edges.narrow.sources[i]);
    mark(edges.narrow.targets[i]);
    if (i % dense_check_edges == 0 && !are_sparse(edges.largest, distinct)) return {};
  }
  if (!are_sparse(edges.largest, distinct)) return {};
  std::vector<std::uint64_t> ids;
  ids.reserve(distinct);
  for (std::size_t w = 0; w < bits.size(); ++w) {
    for (std::uint64_t word = bits[w]; word != 0; word &= word - 1) {
      ids.push_back(w * word_bits + static_cast<std::uint64_t>(std::countr_zero(word)));
    }
  }
  return ids;
}

// Finds ids in a sorted list: a table over the ids' leading bits leaves a short range to search.
class id_finder {
 public:
  explicit id_finder(std::span<const std::uint64_t> ids) : ids_(ids) {
    const int id_bits = static_cast<int>(std::bit_width(ids.back()));
    const int table_bits = std::min(id_bits, static_cast<int>(std::bit_width(ids.size())));  // one to two buckets an id
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
  list.num_vertices = ids.size();
  list.original_ids = array<std::uint64_t>(ids.size());
  std::copy(ids.begin(), ids.end(), list.original_ids.begin());
}

std::vector<std::uint64_t> ids_to_renumber(const line_edges& edges, int threads) {
  if (edges.is_wide) return distinct_ids(edges.wide, edges.lone, threads);
  if (edges.declared > edges.largest) return {};  // our own writer says that the ids are what they are
  const std::uint64_t most = 2 * edges.size() + edges.lone.size();
  return are_sparse(edges.largest, most) ? distinct_ids(edges.narrow, edges.lone, threads) : distinct_if_sparse(edges);
}

void require_vertices_fit(const std::filesystem::path& file, std::uint64_t vertices) {
  if (vertices > max_vertices) bad_input(file, "has {} vertices; a graph has at most {}", vertices, max_vertices);
}

}  // namespace

edge_list undeclared_edges(const std::filesystem::path& file, line_edges&& edges, const run_control& control) {
  const int threads = thread_count(control);
  require_vertices_fit(file, edges.declared);
  for (const std::uint64_t id : edges.lone) edges.largest = std::max(edges.largest, id);
  if (edges.largest >= max_vertices && !edges.is_wide) detail::widen(edges);
  if (edges.size() == 0 && edges.lone.empty()) return declared_edges(std::move(edges), edges.declared);
  const std::vector<std::uint64_t> ids = ids_to_renumber(edges, threads);
  if (ids.empty()) return declared_edges(std::move(edges), std::max(edges.declared, edges.largest + 1));
  require_vertices_fit(file, ids.size());
  edge_list list;
  note_rounding(edges, list);
  list.notes.push_back(fmt::format("renumbered: {} distinct ids up to {} {}", ids.size(), ids.back(),
                                   edges.largest >= max_vertices ? "do not fit 32 bits" : "are sparse"));
  edges.is_wide ? renumber(std::move(edges.wide), ids, threads, list) : renumber(std::move(edges.narrow), ids, threads, list);
  return list;
}

edge_list part_of_undeclared(const std::filesystem::path& file, line_edges&& edges, part_facts& part) {
  require_vertices_fit(file, edges.declared);
  for (const std::uint64_t id : edges.lone) edges.largest = std::max(edges.largest, id);
  part.entries = edges.entries;
  part.ids_declared = false;
  part.declared = edges.declared;
  part.may_be_sparse = edges.is_wide || edges.largest >= max_vertices;
  if (part.may_be_sparse) return {};
  if (edges.size() == 0 && edges.lone.empty()) return declared_edges(std::move(edges), edges.declared);
  // As many as show that the ids are dense, however far those of the other parts go beyond twice this part's.
  part.ids_end = edges.largest + 1;
  const std::uint64_t enough = part.declared >= part.ids_end ? 0 : 2 * edges.largest / sparse_factor + 1;
  growing_array<std::uint64_t> bits;
  bits.resize(edges.largest / word_bits + 1);
  const auto mark = [&](std::uint64_t id) {
    std::uint64_t& word = bits[id / word_bits];
    const std::uint64_t bit = std::uint64_t{1} << id % word_bits;
    part.distinct += (word & bit) == 0;
    word |= bit;
  };
  for (const std::uint64_t id : edges.lone) mark(id);
  for (std::size_t i = 0; i < edges.size() && part.distinct < enough; ++i) {
    mark(edges.narrow.sources[i]);
    mark(edges.narrow.targets[i]);
  }
  return declared_edges(std::move(edges), std::max(edges.declared, edges.largest + 1));
}

}  // namespace fathom::io
