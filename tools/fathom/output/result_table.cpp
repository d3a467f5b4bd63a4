#include "output/result_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/text.hpp"
#include "fathom/error.hpp"
#include "options/line_reader.hpp"
#include "output/result_rows.hpp"

namespace fathom::program {
namespace {

// Headings of tables of one search and of several.
constexpr std::array<std::string_view, 3> heading{"vertex", "distance", "predecessor"};
constexpr std::array<std::string_view, 4> heading_with_sources{"source", "vertex", "distance", "predecessor"};

// Whether the cell is one of the numbers that mean "no predecessor", as in .npy and text files.
bool means_none(std::string_view cell) {
  std::int64_t value = 0;
  const auto [stop, status] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (status != std::errc{} || stop != cell.data() + cell.size()) return false;
  return value < 0 || value == std::numeric_limits<std::int32_t>::max() || value == std::numeric_limits<std::int64_t>::max();
}

class table_reader {
 public:
  table_reader(const graph& g, std::span<const vertex_id> sources, const std::filesystem::path& file)
      : g_(g), file_(file), with_commas_(has_commas(file)) {
    for (std::size_t row = 0; row < sources.size(); ++row) searches_[sources[row]].rows.push_back(row);
    for (vertex_id v = 0; v < g.num_vertices() && !g.arrays().labels.empty(); ++v) by_label_.try_emplace(g.arrays().labels[v], v);
  }

  std::vector<stored_result> read(std::size_t sources) {
    line_reader in(file_);
    std::string row;
    if (!next(in, row)) fail("is empty");
    const std::vector<std::string> first = cells_of(row, with_commas_);
    with_sources_ = std::ranges::equal(first, heading_with_sources);
    if (!with_sources_ && !std::ranges::equal(first, heading)) {
      fail(
          fmt::format("the first line is not the heading 'vertex distance predecessor', separated by {}; use a .npy or .txt file "
                      "for plain numbers",
                      with_commas_ ? "commas" : "tabs"));
    }
    if (!with_sources_ && sources != 1) fail(fmt::format("has one search, but {} sources were given; use one source", sources));
    prepare(sources);
    while (next(in, row)) {
      if (!row.empty()) read_row(cells_of(row, with_commas_));
    }
    check_searches();
    return std::move(results_);
  }

 private:
  // The searches from one source, which may have been given more than once.
  struct searches {
    std::vector<std::size_t> rows;  // indices of their results
    std::size_t current = 0;        // index in `rows` of the search being read
    std::vector<bool> has_line;     // by vertex; empty before the first line
  };

  [[noreturn]] void fail(std::string_view why) const {
    throw error(error_category::input, fmt::format("{}:{}: {}", file_.string(), line_, why));
  }

  // The next row without its end. A quoted name may contain line breaks.
  bool next(line_reader& in, std::string& row) {
    line_ += lines_;
    lines_ = 0;
    std::string line;
    std::ptrdiff_t marks = 0;  // quotation marks in the row
    for (row.clear(); in.next(line); row += '\n') {
      ++lines_;
      row += line;
      if (with_commas_) marks += std::count(line.begin(), line.end(), '"');
      if (marks % 2 != 0) continue;
      if (row.ends_with('\r')) row.pop_back();
      return true;
    }
    if (lines_ > 0) fail("a quoted name does not end");
    return false;
  }

  void prepare(std::size_t sources) {
    for (std::size_t i = 0; i < sources; ++i) {
      stored_result result{array<hop_count>(g_.num_vertices()), array<vertex_id>(g_.num_vertices())};
      std::fill(result.distances.begin(), result.distances.end(), unreachable);
      std::fill(result.predecessors.begin(), result.predecessors.end(), no_vertex);
      results_.push_back(std::move(result));
    }
  }

  std::optional<vertex_id> find(std::string_view cell) const {
    if (!by_label_.empty()) {
      const auto found = by_label_.find(cell);
      return found != by_label_.end() ? std::optional(found->second) : std::nullopt;
    }
    std::uint64_t id = 0;
    const auto [stop, status] = std::from_chars(cell.data(), cell.data() + cell.size(), id);
    if (status != std::errc{} || stop != cell.data() + cell.size()) return std::nullopt;
    return g_.find_vertex(id);
  }

  vertex_id vertex(std::string_view cell) const {
    if (const auto known = find(cell)) return *known;
    fail(fmt::format("'{}' is not in the graph", cell));
  }

  hop_count distance(std::string_view cell) const {
    hop_count value = 0;
    const auto [stop, status] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    if (status != std::errc{} || stop != cell.data() + cell.size()) {
      const bool weighted = cell == "inf" || cell.find('.') != cell.npos;
      fail(fmt::format("'{}' is not a number of edges{}", cell,
                       weighted ? "; distances along weights are validated by fathom sssp --validate" : ""));
    }
    return value < 0 || value == std::numeric_limits<hop_count>::max() ? unreachable : value;
  }

  // The result that a line for `v` belongs to. If a source was given more than once, a vertex that already has a line begins the
  // next search.
  std::size_t result_of(vertex_id source, searches& from, vertex_id v) const {
    if (from.has_line.empty()) from.has_line.resize(g_.num_vertices());
    if (from.has_line[v]) {
      if (from.current + 1 == from.rows.size()) {
        fail(fmt::format("vertex {} already has a line; name source {} once per search", g_.name(v), g_.name(source)));
      }
      ++from.current;
      std::fill(from.has_line.begin(), from.has_line.end(), false);
    }
    from.has_line[v] = true;
    return from.rows[from.current];
  }

  void check_searches() const {
    for (const auto& [source, from] : searches_) {
      const std::size_t found = from.has_line.empty() ? 0 : from.current + 1;
      if (found == from.rows.size()) continue;
      throw error(error_category::input, fmt::format("{}: has {} from source {}, but the source was given {}", file_.string(),
                                                     found == 0 ? "no search" : counted(found, "search", "searches"),
                                                     g_.name(source), counted(from.rows.size(), "time")));
    }
  }

  void read_row(const std::vector<std::string>& row) {
    const std::size_t expected = with_sources_ ? 4 : 3;
    if (row.size() != expected) fail(fmt::format("has {} cells; expected {}", row.size(), expected));
    const auto from = with_sources_ ? searches_.find(vertex(row[0])) : searches_.begin();
    if (from == searches_.end()) return;  // a search from another source
    const std::size_t first = expected - 3;
    const vertex_id v = vertex(row[first]);
    stored_result& result = results_[result_of(from->first, from->second, v)];
    result.distances[v] = distance(row[first + 1]);
    // A label may look like one of these numbers. If the distance shows that there is no predecessor, the number is meant.
    const std::string_view before = row[first + 2];
    const bool none = means_none(before) && (result.distances[v] <= 0 || !find(before));
    result.predecessors[v] = none ? no_vertex : vertex(before);
  }

  const graph& g_;
  std::filesystem::path file_;
  bool with_commas_;
  std::unordered_map<vertex_id, searches> searches_;  // by source
  std::unordered_map<std::string_view, vertex_id> by_label_;
  std::vector<stored_result> results_;
  bool with_sources_ = false;
  std::size_t line_ = 1;   // first line of the current row
  std::size_t lines_ = 0;  // lines of the current row
};

}  // namespace

std::vector<stored_result> read_table(const graph& g, std::span<const vertex_id> sources, const std::filesystem::path& file) {
  return table_reader(g, sources, file).read(sources.size());
}

}  // namespace fathom::program
