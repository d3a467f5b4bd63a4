// Numbering of vertices. The sorted list of distinct ids comes from a bitmap if the largest id is small enough, otherwise from
// sorting.
#include "numbering.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <iterator>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "fathom/error.hpp"

namespace fathom_python {

using fathom::array;
using fathom::vertex_id;

namespace {

constexpr std::uint64_t word_bits = 64;

// Maximum size of the bitmap in bits per id of the list, or per id of 4,096 ids for shorter lists.
constexpr std::uint64_t bits_per_id = 128;
constexpr std::uint64_t least_ids = 4096;

// Minimum number of ids for more than one thread.
constexpr std::size_t parallel_ids = 100'000;

template <class Function>
void for_each_id(given_ids& column, int threads, Function&& function) {
  column.visit([&](auto values) {
    const std::size_t size = values.size();
#pragma omp parallel for num_threads(threads) if (size > parallel_ids)
    for (std::size_t i = 0; i < size; ++i) function(i, static_cast<std::uint64_t>(values[i]));
  });
}

// Bitmap of the ids with the number of set bits before each word.
class id_bitmap {
 public:
  explicit id_bitmap(std::uint64_t largest) : words_(largest / word_bits + 1), before_(words_.size() + 1) {}

  void mark(given_ids& column, int threads) {
    for_each_id(column, threads, [&](std::size_t, std::uint64_t id) {
      const std::atomic_ref<std::uint64_t> word(words_[id / word_bits]);
      const std::uint64_t bit = std::uint64_t{1} << id % word_bits;
      if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
    });
  }

  void count() {
    for (std::size_t w = 0; w < words_.size(); ++w) {
      before_[w + 1] = before_[w] + static_cast<std::uint32_t>(std::popcount(words_[w]));
    }
  }

  [[nodiscard]] std::uint64_t distinct() const { return before_.back(); }

  [[nodiscard]] std::vector<std::uint64_t> ids() const {
    std::vector<std::uint64_t> found;
    found.reserve(distinct());
    for (std::size_t w = 0; w < words_.size(); ++w) {
      for (std::uint64_t word = words_[w]; word != 0; word &= word - 1) {
        found.push_back(w * word_bits + static_cast<std::uint64_t>(std::countr_zero(word)));
      }
    }
    return found;
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::uint32_t> before_;
};

// Returns the sorted distinct ids. Each thread sorts a chunk in place; the chunks are then merged one after another.
std::vector<std::uint64_t> distinct_sorted(given_ids& sources, given_ids& targets, int threads) {
  std::vector<std::uint64_t> all(sources.size() + targets.size());
  for_each_id(sources, threads, [&](std::size_t i, std::uint64_t id) { all[i] = id; });
  for_each_id(targets, threads, [&](std::size_t i, std::uint64_t id) { all[sources.size() + i] = id; });
  const std::size_t chunks = all.size() > parallel_ids ? static_cast<std::size_t>(threads) : 1;
  const std::size_t chunk = (all.size() + chunks - 1) / chunks;
  std::vector<std::size_t> sizes(chunks);
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (std::size_t c = 0; c < chunks; ++c) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), c * chunk));
    const auto end = all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), (c + 1) * chunk));
    std::sort(begin, end);
    sizes[c] = static_cast<std::size_t>(std::unique(begin, end) - begin);
  }
  std::vector<std::uint64_t> united;
  for (std::size_t c = 0; c < chunks; ++c) {
    const auto begin = all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), c * chunk));
    const std::span<const std::uint64_t> more(begin, begin + static_cast<std::ptrdiff_t>(sizes[c]));
    std::vector<std::uint64_t> both;
    both.reserve(united.size() + more.size());
    std::set_union(united.begin(), united.end(), more.begin(), more.end(), std::back_inserter(both));
    united = std::move(both);
  }
  return united;
}

// Lookup of ids in a sorted list: a table indexed by the leading bits of an id narrows the range of the binary search.
class id_finder {
 public:
  explicit id_finder(std::span<const std::uint64_t> ids) : ids_(ids) {
    const int id_bits = std::max(1, static_cast<int>(std::bit_width(ids.back())));
    const int table_bits = std::min(id_bits, static_cast<int>(std::bit_width(ids.size())));  // one to two buckets per id
    shift_ = id_bits - table_bits;
    starts_.resize((std::size_t{1} << table_bits) + 1);
    for (const std::uint64_t id : ids) ++starts_[bucket(id) + 1];
    for (std::size_t b = 1; b < starts_.size(); ++b) starts_[b] += starts_[b - 1];
  }

  [[nodiscard]] vertex_id operator()(std::uint64_t id) const {
    const auto first = ids_.begin() + starts_[bucket(id)];
    const auto last = ids_.begin() + starts_[bucket(id) + 1];
    return static_cast<vertex_id>(std::lower_bound(first, last, id) - ids_.begin());
  }

 private:
  [[nodiscard]] std::size_t bucket(std::uint64_t id) const { return static_cast<std::size_t>(id >> shift_); }

  std::span<const std::uint64_t> ids_;
  std::vector<std::uint32_t> starts_;
  int shift_ = 0;
};

array<vertex_id> mapped(given_ids& column, const id_finder& find, int threads) {
  array<vertex_id> found(column.size());
  for_each_id(column, threads, [&](std::size_t i, std::uint64_t id) { found[i] = find(id); });
  return found;
}

// Adds the smallest unused ids to the list until it has `wanted` ids.
std::vector<std::uint64_t> filled_up(std::vector<std::uint64_t> ids, std::uint64_t wanted) {
  const bool from_one = !ids.empty() && ids.front() >= 1 && ids.back() <= wanted;
  std::vector<std::uint64_t> all;
  all.reserve(wanted);
  std::uint64_t missing = wanted - ids.size(), next = from_one ? 1 : 0;
  for (const std::uint64_t id : ids) {
    for (; missing > 0 && next < id; ++next, --missing) all.push_back(next);
    all.push_back(id);
    next = id + 1;
  }
  for (; missing > 0; ++next, --missing) all.push_back(next);
  return all;
}

void require_vertices(std::uint64_t n, const char* what) {
  if (n <= fathom::max_vertices) return;
  throw std::invalid_argument(std::string(what) + " is " + std::to_string(n) + "; a graph has at most " +
                              std::to_string(fathom::max_vertices) + " vertices");
}

void keep_positions(given_ids& sources, given_ids& targets, std::uint64_t n, const fathom::run_control& control,
                    fathom::edge_list& edges) {
  edges.sources = sources.as_vertices(control);
  edges.targets = targets.as_vertices(control);
  edges.num_vertices = n;
}

}  // namespace

void number_vertices(given_ids& sources, given_ids& targets, const numbering_options& options, const fathom::run_control& control,
                     fathom::edge_list& edges) {
  const int threads = fathom::thread_count(control);
  sources.measure(control);
  targets.measure(control);
  const std::size_t size = sources.size() + targets.size();
  const std::uint64_t largest = std::max(sources.largest(), targets.largest());
  if (options.num_vertices) require_vertices(*options.num_vertices, "num_vertices");
  if (size == 0) {
    keep_positions(sources, targets, options.num_vertices.value_or(0), control, edges);
    return;
  }
  if (options.keep_gaps) {
    keep_positions(sources, targets, options.num_vertices.value_or(largest + 1), control, edges);
    return;
  }
  if (options.num_vertices && largest < *options.num_vertices) {
    keep_positions(sources, targets, *options.num_vertices, control, edges);
    return;
  }
  std::vector<std::uint64_t> ids;
  if (largest / bits_per_id < std::max<std::uint64_t>(size, least_ids) && largest < fathom::max_vertices) {
    id_bitmap bitmap(largest);
    bitmap.mark(sources, threads);
    bitmap.mark(targets, threads);
    bitmap.count();
    if (bitmap.distinct() == largest + 1 && !options.num_vertices) {
      keep_positions(sources, targets, largest + 1, control, edges);
      return;
    }
    ids = bitmap.ids();
  } else {
    ids = distinct_sorted(sources, targets, threads);
  }
  if (options.num_vertices) {
    if (*options.num_vertices < ids.size()) {
      throw std::invalid_argument("num_vertices is " + std::to_string(*options.num_vertices) + ", but the edges name " +
                                  std::to_string(ids.size()) + " vertices; use num_vertices=" + std::to_string(ids.size()) +
                                  " or more, or None");
    }
    ids = filled_up(std::move(ids), *options.num_vertices);
  }
  require_vertices(ids.size(), "the number of distinct ids");
  const id_finder find(ids);
  edges.sources = mapped(sources, find, threads);
  edges.targets = mapped(targets, find, threads);
  edges.num_vertices = ids.size();
  edges.original_ids = array<std::uint64_t>(ids.size());
  std::copy(ids.begin(), ids.end(), edges.original_ids.begin());
}

}  // namespace fathom_python
