// Ligra's adjacency format (Shun, Blelloch, PPoPP 2013; Problem-Based Benchmark Suite): "AdjacencyGraph" or
// "WeightedAdjacencyGraph", n, m, n offsets, m targets[, m weights], 0-based, one number per line (after the third line any white
// space separates numbers).
#include <fmt/format.h>

#include <atomic>
#include <limits>

#include "io/formats/format.hpp"
#include "io/formats/formats.hpp"
#include "io/text/header_words.hpp"
#include "io/text/text_chunks.hpp"
#include "io/text/text_scan.hpp"
#include "io/text/text_writer.hpp"

namespace fathom::io {
namespace {

constexpr std::string_view plain_word = "AdjacencyGraph";
constexpr std::string_view weighted_word = "WeightedAdjacencyGraph";

struct ligra_header {
  bool weighted = false;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;

  [[nodiscard]] std::uint64_t numbers() const { return vertices + (weighted ? 2 : 1) * edges; }
};

std::uint64_t header_number(text_source& text, std::string_view what) {
  const std::optional<std::string_view> line = text.next_line();
  if (!line) bad_text(text, fmt::format("ends before the number of {}", what));
  const auto numbers = header_numbers(*line);
  if (!numbers || numbers->size() != 1) bad_line(text, *line, fmt::format("expected the number of {}", what));
  return numbers->front();
}

ligra_header read_ligra_header(text_source& text) {
  ligra_header head;
  std::string_view line = text.next_line().value_or("");
  const std::string_view word = line.substr(0, line.find_last_not_of(" \t") + 1);
  if (word != plain_word && word != weighted_word)
    bad_line(text, line, "expected \"AdjacencyGraph\" or \"WeightedAdjacencyGraph\"");
  head.weighted = word == weighted_word;
  head.vertices = header_number(text, "vertices");
  if (head.vertices > max_vertices)
    bad_text(text, fmt::format("line 2 declares {} vertices; a graph has at most {}", head.vertices, max_vertices));
  head.edges = header_number(text, "edges");
  return head;
}

struct chunk_result {
  std::uint64_t numbers = 0;  // numbers in the chunk
  std::uint64_t good = 0;     // numbers before the fault, if any
  fault wrong;
};

class number_router {
 public:
  number_router(const ligra_header& head, graph_arrays& rows) : head_(head), rows_(rows) {}

  static std::uint64_t count(std::string_view chunk) {
    std::uint64_t numbers = 0;
    bool in_number = false;
    for (const char c : chunk) {
      const bool space = is_space(c);
      numbers += !space && !in_number;
      in_number = !space;
    }
    return numbers;
  }

  /// Stores the numbers of a chunk, the first of which is number `index` of the file, in the graph's arrays.
  void parse(std::string_view chunk, std::uint64_t index, chunk_result& result) {
    const std::uint64_t first = index;
    const char* const end = chunk.data() + chunk.size();
    for (const char* p = chunk.data();;) {
      while (p != end && is_space(*p)) ++p;
      if (p == end) break;
      const char* behind = p;
      if (const line_fault what = put(behind, index, index > first); what != line_fault::none) {
        const auto* newline = static_cast<const char*>(::memrchr(chunk.data(), '\n', static_cast<std::size_t>(p - chunk.data())));
        result.wrong = {what, newline ? newline + 1 : chunk.data(), p};
        break;
      }
      ++index;
      p = behind;
    }
    result.good = index - first;
  }

  [[nodiscard]] bool has_changed_weights() const { return changed_.load(std::memory_order_relaxed); }

  [[nodiscard]] fault_context context(std::uint64_t index) const {
    const bool offset = index < head_.vertices;
    return {offset ? fmt::format("offsets that ascend to {}", head_.edges)
                   : fmt::format("0..{}", static_cast<std::int64_t>(head_.vertices) - 1),
            fmt::format("the {} numbers that {} vertices and {} edges need", head_.numbers(), head_.vertices, head_.edges),
            "one number", ""};
  }

 private:
  line_fault put(const char*& p, std::uint64_t index, bool has_previous) {
    if (index >= head_.numbers()) return line_fault::extra_entry;
    if (index >= head_.vertices + head_.edges) return put_weight(p, index - head_.vertices - head_.edges);
    std::uint64_t value = 0;
    const char* const token = p;
    p = scan_digits(p, value);
    if (p == token || !is_space(*p)) return *token == '-' ? line_fault::negative : line_fault::not_an_id;
    if (index < head_.vertices) {
      if (value > head_.edges || (has_previous && value < rows_.offsets[index - 1])) return line_fault::out_of_range;
      rows_.offsets[index] = value;
    } else {
      if (value >= head_.vertices) return line_fault::out_of_range;
      rows_.targets[index - head_.vertices] = static_cast<vertex_id>(value);
    }
    return line_fault::none;
  }

  line_fault put_weight(const char*& p, std::uint64_t edge) {
    double w = 0;
    const char* const token = p;
    p = scan_weight(p, w);
    if (!p) return line_fault::bad_weight;
    if (!is_finite_weight(w)) return line_fault::not_finite;
    rows_.wide_weights[edge] = w;
    if (is_changed_weight({token, static_cast<std::size_t>(p - token)}, w)) changed_.store(true, std::memory_order_relaxed);
    return line_fault::none;
  }

  const ligra_header& head_;
  graph_arrays& rows_;
  std::atomic<bool> changed_{false};  // double precision changed some weight
};

// Reads one block; returns the number of numbers read from the file so far.
std::uint64_t read_block(text_source& text, std::string_view block, std::uint64_t index, const ligra_header& head,
                         graph_arrays& rows, number_router& router, int threads) {
  const std::vector<std::string_view> chunks = split_chunks(block);
  std::vector<chunk_result> results(chunks.size());
  parallel_for(chunks.size(), threads, [&](std::size_t i) { results[i].numbers = number_router::count(chunks[i]); });
  std::vector<std::uint64_t> starts(chunks.size() + 1, index);
  for (std::size_t i = 0; i < chunks.size(); ++i) starts[i + 1] = starts[i] + results[i].numbers;
  parallel_for(chunks.size(), threads, [&](std::size_t i) { router.parse(chunks[i], starts[i], results[i]); });
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    const std::uint64_t at = starts[i];
    // Offsets must ascend across chunk boundaries as well.
    if (results[i].good > 0 && at > 0 && at < head.vertices && rows.offsets[at] < rows.offsets[at - 1]) {
      const char* token = chunks[i].data();
      while (is_space(*token)) ++token;
      throw_fault(text, {line_fault::out_of_range, token, token}, router.context(at));
    }
    if (results[i].wrong.what != line_fault::none) throw_fault(text, results[i].wrong, router.context(at + results[i].good));
  }
  return starts.back();
}

}  // namespace

parsed read_ligra(text_source& text, const read_options& options) {
  text.allow_long_rows();
  const ligra_header head = read_ligra_header(text);
  constexpr std::uint64_t min_number_bytes = 2, line = 3;
  require_declared_sizes(text, head.vertices, head.edges, min_number_bytes, line);
  graph_arrays rows;
  rows.offsets = array<edge_offset>(head.vertices + 1);
  rows.targets = array<vertex_id>(head.edges);
  if (head.weighted) rows.wide_weights = array<double>(head.edges);
  rows.offsets[head.vertices] = head.edges;
  std::uint64_t numbers = 0;
  number_router router(head, rows);
  for (std::string_view block = text.next(); !block.empty(); block = text.next()) {
    numbers = read_block(text, block, numbers, head, rows, router, thread_count(options.build.control));
  }
  if (numbers < head.numbers()) {
    bad_text(text, fmt::format("ends after {} of the {} numbers that {} vertices and {} edges need", numbers, head.numbers(),
                               head.vertices, head.edges));
  }
  if (head.vertices > 0 && rows.offsets[0] != 0) bad_text(text, fmt::format("the first offset is {}, not 0", rows.offsets[0]));
  if (head.vertices == 0 && head.edges > 0) bad_text(text, fmt::format("has {} edges and no vertices", head.edges));
  std::vector<std::string> notes;
  if (router.has_changed_weights()) notes.push_back(changed_weights_note);
  return {{}, std::move(rows), true, {}, {}, std::move(notes)};
}

void write_ligra(output_file& out, const graph& g) {
  // Ligra reads weights as C integers.
  require_whole_weights(g, "Ligra", std::numeric_limits<double>::lowest());
  const adjacency_view& rows = g.view().out;
  text_writer text(out);
  text << (g.weighted() ? weighted_word : plain_word) << '\n' << g.num_vertices() << '\n' << g.num_edges() << '\n';
  for (vertex_id v = 0; v < g.num_vertices(); ++v) text << rows.offsets[v] << '\n';
  for (edge_offset e = 0; e < g.num_edges(); ++e) text << rows.targets[e] << '\n';
  for (edge_offset e = 0; g.weighted() && e < g.num_edges(); ++e) text << whole_weight(rows.weight(e)) << '\n';
  text.finish();
}

extern constinit const format_description ligra_format{
    .format = file_format::ligra,
    .names = {"ligra", "adj"},
    .suffixes = {".adj"},
    .has_signature =
        [](const text_sample& sample) {
          return sample.start.starts_with("AdjacencyGraph") || sample.start.starts_with("WeightedAdjacencyGraph");
        },
    .read_text = read_ligra,
    .write = [](output_file& out, const write_request& request) { write_ligra(out, request.g); },
    .loses = {.original_ids = true}};

}  // namespace fathom::io
