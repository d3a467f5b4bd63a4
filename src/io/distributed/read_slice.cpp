#include "io/distributed/read_slice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <utility>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "comm/agreement.hpp"
#include "comm/same_file.hpp"
#include "fathom/error.hpp"
#include "graph/build/wide_weights.hpp"
#include "graph/partition/block_values.hpp"
#include "io/compression/decompress.hpp"
#include "io/read_input.hpp"
#include "io/vertices/renumber.hpp"

namespace fathom {
namespace {

/// Facts about their parts that processes exchange.
struct part_summary {
  std::uint64_t entries, vertices, declared;
  io::id_extent ids;
  io::column_statistics values;
  bool too_wide;
};

part_summary summarize(const io::parsed& found) {
  const io::part_facts& p = found.part;
  return {p.entries, found.edges->num_vertices, p.declared, p.ids, p.values, p.too_wide};
}

io::id_extent united(io::id_extent a, io::id_extent b) {
  if (a.none || b.none) return a.none ? b : a;
  return {false, std::min(a.smallest, b.smallest), std::max(a.largest, b.largest)};
}

part_summary merge_summaries(const std::vector<part_summary>& parts) {
  part_summary all{};
  for (const part_summary& p : parts) {
    all.entries += p.entries;
    all.vertices = std::max(all.vertices, p.vertices);
    all.declared = std::max(all.declared, p.declared);
    all.ids = united(all.ids, p.ids);
    all.values.add(p.values);
    all.too_wide |= p.too_wide;
  }
  return all;
}

// The reason why the file must be read as a whole; empty if the parts suffice.
std::string undecided(const io::part_facts& facts, const part_summary& all) {
  if (!facts.whole_file_reason.empty()) return facts.whole_file_reason;
  if (facts.ids_declared) return {};
  if (all.too_wide) return "its ids do not fit 32 bits";
  if (facts.edges_of_count_line && *facts.edges_of_count_line + 1 == all.entries) return "its first line may state its size";
  if (facts.unnamed_column && io::may_count_from_zero(all.values)) return "its third column may hold time stamps";
  return {};
}

// The numbering of the ids of all parts, identical to that of a single process; empty if ids are sparse.
std::optional<io::vertex_numbering> number_ids(communicator& ranks, const std::filesystem::path& file, const io::parsed& found,
                                               const part_summary& all, int threads) {
  const io::numbering_rules rules = io::with_fathom_comment(found.part.rules, all.declared);
  std::optional<io::vertex_numbering> numbers;
  on_all_processes(ranks, [&] { numbers = io::vertex_numbering::by_rules(file, rules, all.ids); });
  const edge_list& list = *found.edges;
  if (numbers || !io::id_bitmap::pays(all.ids.largest, 2 * all.entries)) return numbers;
  std::optional<io::id_bitmap> ids;
  on_all_processes(ranks, [&] {
    ids.emplace(all.ids.largest);
    for (const std::uint64_t id : found.part.lone) ids->mark(id);
    ids->mark(list.sources.view(), threads);
    ids->mark(list.targets.view(), threads);
  });
  ranks.all_reduce(reduction::bit_or, ids->words());
  ids->recount();
  on_all_processes(ranks, [&] { numbers = io::vertex_numbering::by_ids(file, rules, std::move(*ids)); });
  return numbers;
}

void drop_time_stamps(const io::part_facts& facts, const part_summary& all, edge_list& list) {
  if (!facts.unnamed_column) return;
  const bool times = io::are_calendar_times(all.values);
  list.notes.push_back(io::unnamed_column_note(all.values, times));
  if (times) list.weights = {}, list.wide_weights = {};
}

void require_declared_sizes(communicator& ranks, const std::filesystem::path& file, const io::part_facts& facts,
                            const part_summary& all) {
  on_all_processes(ranks, [&] {
    if (!facts.announced || *facts.announced == all.entries) return;
    throw error(error_category::input,
                fmt::format("{}: declares {} edges but has {}", file.string(), *facts.announced, all.entries));
  });
}

void decide_direction(const read_options& options, const io::part_facts& facts, edge_slice_result& result) {
  bool directed = result.share.directed;
  if (facts.are_rows) directed = true;  // every edge is listed in its own direction
  if (options.direction != stated_direction::automatic && !facts.are_rows)
    directed = options.direction == stated_direction::directed;
  if (options.direction == stated_direction::undirected || options.build.symmetrize) directed = false;
  result.share.directed = directed;
  result.must_be_mirrored = facts.are_rows && !facts.rows_directed && options.direction == stated_direction::automatic;
}

bool read_part(communicator& ranks, const std::filesystem::path& file, const read_options& options, bool weights,
               edge_slice_result& result) {
  io::input in;
  on_all_processes(ranks, [&] { in = io::read_input(file, options, {ranks.rank(), ranks.size()}); });
  const io::part_facts facts = in.found.part;
  const part_summary all = merge_summaries(gather_from_all(ranks, summarize(in.found)));
  result.whole_file_reason = undecided(facts, all);
  if (!result.whole_file_reason.empty()) return false;
  require_declared_sizes(ranks, file, facts, all);
  edge_list& list = *in.found.edges;
  const int threads = thread_count(options.build.control);
  if (facts.ids_declared) {
    list.num_vertices = all.vertices;
    on_all_processes(ranks, [&] { io::require_requested_vertices(file, options, all.vertices); });
  } else {
    const std::optional<io::vertex_numbering> numbers = number_ids(ranks, file, in.found, all, threads);
    if (!numbers) {
      result.whole_file_reason = "its ids are sparse";
      return false;
    }
    drop_time_stamps(facts, all, list);
    if (facts.stated_edges) {
      std::string note = io::edge_count_note(facts.stated_text, *facts.stated_edges, all.entries);
      if (!note.empty()) list.notes.push_back(std::move(note));
    }
    on_all_processes(ranks, [&] {
      numbers->apply(list.sources.view(), threads);
      numbers->apply(list.targets.view(), threads);
      list.num_vertices = numbers->count();
      list.original_ids = numbers->original_ids();
    });
    list.notes.insert(list.notes.end(), numbers->notes().begin(), numbers->notes().end());
  }
  result.format = in.format, result.bytes = in.bytes, result.edges_read = all.entries;
  result.original_ids = std::move(in.found.edges->original_ids);
  result.labels = std::move(in.found.edges->labels);
  result.notes = std::move(in.found.notes);
  result.notes.insert(result.notes.end(), in.found.edges->notes.begin(), in.found.edges->notes.end());
  if (!options.build.keep_weights || !weights) in.found.edges->weights = {}, in.found.edges->wide_weights = {};
  on_all_processes(ranks, [&] { narrow_where_exact(list.weights, list.wide_weights, false, options.build.control); });
  if (largest_of(ranks, list.wide_weights.empty() ? 0 : 1) != 0) result.notes.emplace_back(rounded_weights_note);
  on_all_processes(ranks, [&] { result.share = to_edge_slice(std::move(*in.found.edges), all.entries); });
  decide_direction(options, facts, result);
  return true;
}

void read_whole(communicator& ranks, const std::filesystem::path& file, const read_options& options, bool weights,
                edge_slice_result& result) {
  read_result read;
  on_all_processes(ranks, [&] { read = read_graph(file, options); });
  const graph& g = read.g;
  require_same_graph(ranks, file, g, thread_count(options.build.control));
  on_all_processes(ranks, [&] {
    result.share = share_of(g, weights, ranks.rank(), ranks.size());
    result.format = read.format, result.bytes = read.bytes, result.edges_read = read.what.edges_read;
    result.notes = read.what.notes;
    if (weights && g.has_wide_weights()) result.notes.emplace_back(rounded_weights_note);
    const graph_arrays& a = g.arrays();
    result.original_ids = array<std::uint64_t>(a.original_ids.size());
    std::copy(a.original_ids.begin(), a.original_ids.end(), result.original_ids.begin());
    result.labels = {array<std::uint64_t>(a.labels.offsets.size()), array<char>(a.labels.text.size())};
    std::copy(a.labels.offsets.begin(), a.labels.offsets.end(), result.labels.offsets.begin());
    std::copy(a.labels.text.begin(), a.labels.text.end(), result.labels.text.begin());
  });
}

constexpr std::uint64_t no_number = std::numeric_limits<std::uint64_t>::max();

// A hash of options that must be the same on every process.
std::uint64_t hash_of(const table_options& table) {
  const std::string all = table.source_column + '\n' + table.target_column + '\n' + table.weight_column + '\n' + table.separator +
                          std::to_string(static_cast<int>(table.header));
  return std::hash<std::string>{}(all);
}

}  // namespace

void require_readable_by_all(const communicator& ranks, const std::filesystem::path& file) {
  if (ranks.size() == 1 || !io::is_pipe(file)) return;
  throw error(error_category::input, fmt::format("{}: {} can be read only once, but {} {} read it; save it to a file first",
                                                 file.string(), file == "-" ? "standard input" : "a pipe", ranks.size(),
                                                 ranks.in_one_process() ? "devices" : "processes"));
}

edge_slice_result read_edge_slice(communicator& ranks, const std::filesystem::path& file, const read_options& options,
                                  bool weights) {
  edge_slice_result result;
  const argument arguments[] = {{"format", static_cast<std::uint64_t>(options.format)},
                                {"direction", static_cast<std::uint64_t>(options.direction)},
                                {"choice of reverse edges", options.build.symmetrize},
                                {"choice of weights", options.build.keep_weights},
                                {"choice of --keep-id-gaps", options.keep_id_gaps},
                                {"number of vertices", options.num_vertices.value_or(no_number)},
                                {"table options", hash_of(options.table)}};
  require_same(ranks, arguments);
  on_all_processes(ranks, [&] {
    check_stop(options.build.control);
    require_readable_by_all(ranks, file);
    if (options.build.exact_weights)
      fail_usage(
          "--exact-weights needs the graph in one process: a partitioned graph has weights in single precision; leave it out");
    result.whole_file_reason = io::whole_file_reason(file, options);
    if (ranks.size() == 1) result.whole_file_reason = "there is only one process";
  });
  require_same_file(ranks, file);
  const bool in_parts = largest_of(ranks, result.whole_file_reason.empty() ? 0 : 1) == 0;
  if (!in_parts || !read_part(ranks, file, options, weights, result)) read_whole(ranks, file, options, weights, result);
  return result;
}

edge_slice to_edge_slice(edge_list&& list, std::uint64_t num_edges) {
  require_host_memory(list.size() * sizeof(packed_edge), fmt::format("one process's edge slice ({} edges)", list.size()));
  if (!list.wide_weights.empty()) {
    require_single_range(list.wide_weights.view());
    list.weights = rounded_to_single(list.wide_weights, {});
  }
  edge_slice share;
  share.rounded_weights = !list.wide_weights.empty();
  share.num_vertices = list.num_vertices, share.num_edges = num_edges, share.directed = list.directed;
  share.edges = array<packed_edge>(list.size());
  for (std::uint64_t i = 0; i < list.size(); ++i) share.edges[i] = packed_edge(list.sources[i], list.targets[i]);
  share.weights = std::move(list.weights);
  list = {};
  return share;
}

}  // namespace fathom
