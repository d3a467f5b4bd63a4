#include "io/formats/fathom_check.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "base/checksum.hpp"
#include "io/input_error.hpp"

namespace fathom::io {
namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

constexpr std::size_t word_bits = 64;
// Rows whose first targets are prefetched, because those are too far apart for the hardware to foresee.
constexpr std::size_t rows_ahead = 64;

// Blocks between two progress reports and polls of the stop token: 256 MiB, some tens of milliseconds.
constexpr std::uint64_t blocks_per_round = 256;

// The condition on every element of a section that keeps code which follows it inside the arrays.
enum class rule {
  anything,            // text
  ascending,           // offsets: with both ends checked, every offset is in range
  strictly_ascending,  // original ids: searched by binary search
  below,               // indices: each below `limit`
  finite,              // weights: neither infinite nor NaN
  finite_double,       // weights in double precision, with the same condition
  below_with_inverse,  // to_caller: below `limit`, and `inverse` maps back; the extra last element is no_vertex
  inverse_or_none,     // to_internal: no_vertex, or as for below_with_inverse
};

struct task {
  section_kind kind{};
  rule what = rule::anything;
  vertex_id limit = 0;
  std::span<const vertex_id> inverse{};
  std::span<const std::uint64_t> has_row{};  // of targets: bitmap of the vertices that have edges; empty if all may be targets
  std::uint64_t first_block = 0;             // index among the blocks of all tasks
};

// The index of the first bad element of type T in bytes [begin, end) of the section; none if all are good. The first loop has no
// early exit and accumulates in a word as wide as the elements, so that it vectorizes: nearly always there is no bad element.
template <class T, class Bad>
std::uint64_t find_bad(std::span<const std::byte> section, std::uint64_t begin_byte, std::uint64_t end_byte, Bad bad) noexcept {
  using word = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  const T* values = reinterpret_cast<const T*>(section.data());
  std::uint64_t begin = begin_byte / sizeof(T);
  const std::uint64_t end = end_byte / sizeof(T);
  word any = 0;
  for (std::uint64_t i = begin; i < end; ++i) any |= word{bad(values, i)};
  if (any == 0) return none;
  while (!bad(values, begin)) ++begin;
  return begin;
}

// Checks the elements in bytes [begin, end) of the task's section; earlier elements are only read for comparison.
std::uint64_t check_block(const task& t, std::span<const std::byte> section, std::uint64_t begin, std::uint64_t end) noexcept {
  using u64 = std::uint64_t;
  const vertex_id limit = t.limit;
  const std::span<const vertex_id> inverse = t.inverse;
  switch (t.what) {
    case rule::anything:
      return none;
    case rule::ascending:
      return find_bad<u64>(section, std::max<u64>(begin, sizeof(u64)), end, [](const u64* v, u64 i) { return v[i] < v[i - 1]; });
    case rule::strictly_ascending:
      return find_bad<u64>(section, std::max<u64>(begin, sizeof(u64)), end, [](const u64* v, u64 i) { return v[i] <= v[i - 1]; });
    case rule::below:
      return find_bad<vertex_id>(section, begin, end, [=](const vertex_id* v, u64 i) { return v[i] >= limit; });
    case rule::finite:
      return find_bad<edge_weight>(section, begin, end, [](const edge_weight* v, u64 i) {
        return !(std::abs(v[i]) <= std::numeric_limits<edge_weight>::max());
      });
    case rule::finite_double:
      return find_bad<double>(section, begin, end,
                              [](const double* v, u64 i) { return !(std::abs(v[i]) <= std::numeric_limits<double>::max()); });
    case rule::below_with_inverse: {
      const u64 last = section.size() / sizeof(vertex_id) - 1;
      return find_bad<vertex_id>(section, begin, end, [=](const vertex_id* v, u64 i) {
        return i == last ? v[i] != no_vertex : v[i] >= limit || inverse[v[i]] != i;
      });
    }
    case rule::inverse_or_none:
      return find_bad<vertex_id>(section, begin, end, [=](const vertex_id* v, u64 i) {
        return v[i] != no_vertex && (v[i] >= limit || inverse[v[i]] != i);
      });
  }
  return none;
}

// Bitmap of the vertices that have edges in either direction. Empty if that is all of them, or if no in-edges are stored: layouts
// omit vertices without edges, so no edge may lead to one, but with out-edges only they omit none.
std::vector<std::uint64_t> vertices_with_rows(const fathom_contents& contents, int threads) {
  const auto offsets = contents.view<edge_offset>(section_kind::offsets);
  const auto in_offsets = contents.view<edge_offset>(section_kind::in_offsets);
  if (in_offsets.empty() && (contents.header.flags & flag_directed) != 0) return {};
  const std::size_t n = offsets.size() - 1;
  std::vector<std::uint64_t> has_row((n + word_bits - 1) / word_bits);
  std::uint64_t rows = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : rows)
  for (std::size_t w = 0; w < has_row.size(); ++w) {
    std::uint64_t word = 0;
    for (std::size_t v = w * word_bits; v < std::min(n, (w + 1) * word_bits); ++v) {
      const bool has = (offsets[v] != offsets[v + 1]) | (!in_offsets.empty() && in_offsets[v] != in_offsets[v + 1]);
      word |= std::uint64_t{has} << (v % word_bits);
    }
    has_row[w] = word;
    rows += static_cast<std::uint64_t>(std::popcount(word));
  }
  if (rows == n) has_row.clear();
  return has_row;
}

// The index of the first element in bytes [begin, end) of the task's section, which are below its limit, whose vertex has no row.
std::uint64_t find_without_row(const task& t, std::span<const std::byte> section, std::uint64_t begin, std::uint64_t end) noexcept {
  if (t.has_row.empty()) return none;
  const std::uint64_t* const has_row = t.has_row.data();
  const vertex_id* const values = reinterpret_cast<const vertex_id*>(section.data());
  const auto has = [&](std::uint64_t i) { return has_row[values[i] / word_bits] >> (values[i] % word_bits); };
  std::uint64_t all = 1;
  for (std::uint64_t i = begin / sizeof(vertex_id); i < end / sizeof(vertex_id); ++i) all &= has(i);
  if (all != 0) return none;
  std::uint64_t i = begin / sizeof(vertex_id);
  while ((has(i) & 1) != 0) ++i;
  return i;
}

std::vector<task> tasks_for(const fathom_contents& contents, std::span<const std::uint64_t> has_row) {
  using enum section_kind;
  const auto n = static_cast<vertex_id>(contents.header.num_vertices);
  const auto layout_n = static_cast<vertex_id>(contents.header.layout_vertices);
  const task all[] = {
      {offsets, rule::ascending, 0, {}},
      {targets, rule::below, n, {}, has_row},
      {weights, rule::finite, 0, {}},
      {in_offsets, rule::ascending, 0, {}},
      {in_targets, rule::below, n, {}, has_row},
      {in_weights, rule::finite, 0, {}},
      {wide_weights, rule::finite_double, 0, {}},
      {in_wide_weights, rule::finite_double, 0, {}},
      {original_ids, rule::strictly_ascending, 0, {}},
      {label_offsets, rule::ascending, 0, {}},
      {label_text, rule::anything, 0, {}},
      {layout_offsets, rule::ascending, 0, {}},
      {layout_targets, rule::below, layout_n, {}},
      {layout_in_offsets, rule::ascending, 0, {}},
      {layout_in_targets, rule::below, layout_n, {}},
      {layout_heads, rule::below, layout_n, {}},
      {layout_to_caller, rule::below_with_inverse, n, contents.view<vertex_id>(layout_to_internal)},
      {layout_to_internal, rule::inverse_or_none, layout_n, contents.view<vertex_id>(layout_to_caller)},
      {layout_reason, rule::anything, 0, {}},
  };
  std::vector<task> tasks;
  std::uint64_t blocks = 0;
  for (task t : all) {
    if (!contents.has(t.kind)) continue;
    t.first_block = blocks;
    blocks += block_count(contents[t.kind].bytes);
    tasks.push_back(t);
  }
  return tasks;
}

[[noreturn]] void report_element(const fathom_contents& contents, const task& t, std::uint64_t index) {
  const section_entry& entry = contents[t.kind];
  const std::uint64_t place = entry.offset + index * entry.element_bytes;
  if (t.what == rule::finite || t.what == rule::finite_double) {
    bad_input(contents.source->file, "section {}: element {} (byte {}) is NaN or infinite; weights must be finite",
              to_string(t.kind), index, place);
  }
  const std::uint64_t value = entry.element_bytes == sizeof(vertex_id) ? contents.view<vertex_id>(t.kind)[index]
                                                                       : contents.view<std::uint64_t>(t.kind)[index];
  const std::string_view wrong = t.what == rule::ascending            ? "is smaller than the previous element"
                                 : t.what == rule::strictly_ascending ? "is not larger than the previous element"
                                 : t.what == rule::below              ? "is outside the graph"
                                                                      : "is inconsistent with the inverse mapping";
  bad_input(contents.source->file, "section {}: element {} (byte {}) is {}, which {}; the file is corrupted, write it again",
            to_string(t.kind), index, place, value, wrong);
}

const task& task_of(const std::vector<task>& tasks, std::uint64_t block) {
  return *std::prev(std::ranges::upper_bound(tasks, block, {}, &task::first_block));
}

[[noreturn]] void report_without_row(const fathom_contents& contents, const std::vector<task>& tasks, std::uint64_t block) {
  const task& t = task_of(tasks, block);
  const auto section = contents.bytes(t.kind);
  const std::uint64_t begin = (block - t.first_block) * checksum_block_bytes;
  const std::uint64_t e = find_without_row(t, section, begin, std::min(begin + checksum_block_bytes, section.size()));
  bad_input(contents.source->file,
            "section {}: element {} is vertex {}, whose own rows are empty; the file is corrupted, write it again",
            to_string(t.kind), e, contents.view<vertex_id>(t.kind)[e]);
}

// Compares checksums first: a mismatch means accidental corruption, while valid checksums with bad elements mean a file that was
// written wrong.
void require_valid(const fathom_contents& contents, const std::vector<task>& tasks, const std::vector<std::uint64_t>& hashes,
                   std::uint64_t failed_block) {
  for (const task& t : tasks) {
    const section_entry& entry = contents[t.kind];
    const std::uint64_t sum = combine_blocks(std::span(hashes).subspan(t.first_block, block_count(entry.bytes)));
    if (sum == entry.checksum) continue;
    bad_input(contents.source->file,
              "section {} (bytes {} to {}) has checksum {:016x}, expected {:016x}; the file is corrupted, write it again",
              to_string(t.kind), entry.offset, entry.offset + entry.bytes, sum, entry.checksum);
  }
  if (failed_block == none) return;
  const task& t = task_of(tasks, failed_block);
  const auto section = contents.bytes(t.kind);
  const std::uint64_t begin = (failed_block - t.first_block) * checksum_block_bytes;
  report_element(contents, t, check_block(t, section, begin, std::min(begin + checksum_block_bytes, section.size())));
}

// An array of offsets must run from 0 to the length of the array that it divides.
void check_ends(const fathom_contents& contents, section_kind kind, std::uint64_t length) {
  if (!contents.has(kind)) return;
  const auto offsets = contents.view<std::uint64_t>(kind);
  if (offsets.front() == 0 && offsets.back() == length) return;
  bad_input(contents.source->file, "section {} runs from {} to {}, expected 0 to {}; the file is corrupted, write it again",
            to_string(kind), offsets.front(), offsets.back(), length);
}

void check_all_ends(const fathom_contents& contents) {
  using enum section_kind;
  for (const section_kind kind : {offsets, in_offsets, layout_offsets, layout_in_offsets}) {
    check_ends(contents, kind, contents.header.num_edges);
  }
  check_ends(contents, label_offsets, contents[label_text].bytes);
}

// The degree properties of one direction, as computed by measure().
struct degrees {
  std::uint64_t histogram[graph_properties::histogram_bins] = {};
  edge_offset largest = 0;
};

degrees degrees_of(std::span<const edge_offset> offsets, int threads) {
  std::uint64_t bins[graph_properties::histogram_bins] = {};
  edge_offset largest = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : bins) reduction(max : largest)
  for (std::size_t v = 0; v < offsets.size() - 1; ++v) {
    const edge_offset degree = offsets[v + 1] - offsets[v];
    largest = std::max(largest, degree);
    // The bit width of the degree, which is below 2^63; no branch on 0, since vertices without edges are unpredictable.
    ++bins[std::min<std::size_t>(std::bit_width(2 * degree | 1) - 1, graph_properties::histogram_bins - 1)];
  }
  degrees found{{}, largest};
  std::ranges::copy(bins, found.histogram);
  return found;
}

// The number of vertices without edges other than self-loops, for directed graphs without in-edges.
std::uint64_t count_untouched(std::span<const edge_offset> offsets, std::span<const vertex_id> targets) {
  std::vector<bool> touched(offsets.size() - 1);
  for (std::size_t v = 0; v < touched.size(); ++v) {
    for (edge_offset e = offsets[v]; e < offsets[v + 1]; ++e) {
      if (targets[e] != v) touched[v] = touched[targets[e]] = true;
    }
  }
  return static_cast<std::uint64_t>(std::ranges::count(touched, false));
}

// The number of isolated vertices, ignoring self-loops. For nearly every row the first target decides. No branch on empty rows,
// which are unpredictable.
std::uint64_t count_isolated(const fathom_contents& contents, int threads) {
  const auto offsets = contents.view<edge_offset>(section_kind::offsets);
  const auto targets = contents.view<vertex_id>(section_kind::targets);
  const auto in_offsets = contents.view<edge_offset>(section_kind::in_offsets);
  if (in_offsets.empty() && (contents.header.flags & flag_directed) != 0) return count_untouched(offsets, targets);
  if (targets.empty()) return offsets.size() - 1;
  const edge_offset last = targets.size() - 1;
  std::uint64_t isolated = 0;
#pragma omp parallel for num_threads(threads) reduction(+ : isolated)
  for (std::size_t v = 0; v < offsets.size() - 1; ++v) {
    __builtin_prefetch(targets.data() + offsets[std::min(v + rows_ahead, offsets.size() - 1)]);
    edge_offset e = offsets[v];
    const edge_offset end = offsets[v + 1];
    if ((e < end) & (targets[std::min(e, last)] == v)) [[unlikely]] {
      while (e < end && targets[e] == v) ++e;
    }
    const bool none_in = in_offsets.empty() || in_offsets[v + 1] - in_offsets[v] == end - offsets[v];
    isolated += (e == end) & none_in;
  }
  return isolated;
}

// Recomputes the stored properties: prepare() sizes tables by degrees, and choosing random sources relies on the number of isolated
// vertices. Requires that the offsets and targets have been validated.
void check_properties(const fathom_contents& contents, int threads) {
  const fathom_header& h = contents.header;
  const degrees out = degrees_of(contents.view<edge_offset>(section_kind::offsets), threads);
  if (out.largest != h.max_out_degree || !std::ranges::equal(out.histogram, h.out_degree_histogram)) {
    bad_input(contents.source->file,
              "states a maximum out-degree of {} or a degree histogram that disagrees with its offsets (maximum {})",
              h.max_out_degree, out.largest);
  }
  if (const std::uint64_t isolated = count_isolated(contents, threads); isolated != h.isolated) {
    bad_input(contents.source->file, "states {} isolated vertices but has {}", h.isolated, isolated);
  }
  if (!contents.has(section_kind::in_offsets)) return;
  const degrees in = degrees_of(contents.view<edge_offset>(section_kind::in_offsets), threads);
  if (in.largest == h.max_in_degree) return;
  bad_input(contents.source->file, "states a maximum in-degree of {} but has {}", h.max_in_degree, in.largest);
}

}  // namespace

void check_sections(const fathom_contents& contents, const run_control& control) {
  const int threads = thread_count(control);
  const std::vector<std::uint64_t> has_row = vertices_with_rows(contents, threads);
  const std::vector<task> tasks = tasks_for(contents, has_row);
  const std::uint64_t blocks = tasks.empty() ? 0 : tasks.back().first_block + block_count(contents[tasks.back().kind].bytes);
  std::vector<std::uint64_t> hashes(blocks);
  // The smallest block with a bad element, and with a target without a row, so that messages do not depend on the threads.
  std::uint64_t failed = none, rowless = none;
  for (std::uint64_t round = 0; round < blocks; round += blocks_per_round) {
    report_progress(control, "checking", round * checksum_block_bytes, contents.source->bytes.size());
    const std::uint64_t round_end = std::min(round + blocks_per_round, blocks);
#pragma omp parallel for num_threads(threads) schedule(dynamic) reduction(min : failed, rowless)
    for (std::uint64_t b = round; b < round_end; ++b) {
      const task& t = task_of(tasks, b);
      const auto section = contents.bytes(t.kind);
      const auto block = block_of(section, b - t.first_block);
      hashes[b] = hash_bytes(block);
      const std::uint64_t begin = static_cast<std::uint64_t>(block.data() - section.data());
      if (check_block(t, section, begin, begin + block.size()) != none) {
        failed = std::min(failed, b);
      } else if (find_without_row(t, section, begin, begin + block.size()) != none) {
        rowless = std::min(rowless, b);
      }
    }
  }
  require_valid(contents, tasks, hashes, failed);
  check_all_ends(contents);
  if (rowless != none) report_without_row(contents, tasks, rowless);
  check_properties(contents, threads);
}

}  // namespace fathom::io
