#include "distributed/read_share.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/memory.hpp"
#include "distributed/agreement.hpp"
#include "distributed/block_values.hpp"
#include "distributed/same_file.hpp"
#include "fathom/error.hpp"
#include "io/read_input.hpp"
#include "io/renumber.hpp"

namespace fathom {
namespace {

/// What the ranks tell each other of their parts.
struct part_told {
  std::uint64_t entries, vertices, declared, ids_end, distinct;
  std::uint32_t may_be_sparse, ascending, descending;
};

part_told told_by(const io::parsed& found) {
  const io::part_facts& p = found.part;
  return {p.entries, found.edges->num_vertices, p.declared, p.ids_end, p.distinct, p.may_be_sparse, p.ascending, p.descending};
}

part_told put_together(const std::vector<part_told>& parts) {
  part_told all{};
  for (const part_told& p : parts) {
    all.entries += p.entries;
    all.vertices = std::max(all.vertices, p.vertices);
    all.declared = std::max(all.declared, p.declared);
    all.ids_end = std::max(all.ids_end, p.ids_end);
    all.distinct = std::max(all.distinct, p.distinct);
    all.may_be_sparse |= p.may_be_sparse, all.ascending |= p.ascending, all.descending |= p.descending;
  }
  return all;
}

// Ids that one part alone shows to be dense are; else only the whole file tells.
bool may_be_renumbered(const io::part_facts& facts, const part_told& all) {
  if (facts.ids_declared) return false;
  if (all.may_be_sparse != 0) return true;
  return all.ids_end > 0 && all.declared < all.ids_end && io::are_sparse(all.ids_end - 1, all.distinct);
}

void require_announced(communicator& ranks, const std::filesystem::path& file, const io::part_facts& facts, const part_told& all) {
  on_all_ranks(ranks, [&] {
    if (!facts.announced || *facts.announced == all.entries) return;
    throw error(error_category::input,
                fmt::format("{}: announces {} edges and has {}", file.string(), *facts.announced, all.entries));
  });
}

void decide_direction(const read_options& options, const io::part_facts& facts, const part_told& all, share_read& result) {
  bool directed = result.share.directed;
  if (facts.direction_open) {
    directed = all.ascending == all.descending;
    if (!directed) {
      result.notes.push_back(
          fmt::format("undirected: no comment says otherwise, and every edge is listed once, with its {} id first",
                      all.ascending != 0 ? "smaller" : "larger"));
    }
  }
  if (facts.are_rows) directed = true;  // every edge stands there as it is
  if (options.direction != stated_direction::automatic && !facts.are_rows)
    directed = options.direction == stated_direction::directed;
  if (options.direction == stated_direction::undirected || options.build.symmetrize) directed = false;
  result.share.directed = directed;
  result.must_be_mirrored = facts.are_rows && !facts.rows_directed && options.direction == stated_direction::automatic;
}

bool read_part(communicator& ranks, const std::filesystem::path& file, const read_options& options, share_read& result) {
  io::input in;
  on_all_ranks(ranks, [&] { in = io::read_input(file, options, {ranks.rank(), ranks.size()}); });
  const io::part_facts facts = in.found.part;
  const part_told all = put_together(of_each_rank(ranks, told_by(in.found)));
  if (may_be_renumbered(facts, all)) {
    result.why_whole = "its ids may have to be renumbered";
    return false;
  }
  require_announced(ranks, file, facts, all);
  result.format = in.format, result.bytes = in.bytes, result.edges_read = all.entries;
  result.original_ids = std::move(in.found.edges->original_ids);
  result.labels = std::move(in.found.edges->labels);
  result.notes = std::move(in.found.notes);
  result.notes.insert(result.notes.end(), in.found.edges->notes.begin(), in.found.edges->notes.end());
  if (!options.build.keep_weights) in.found.edges->weights = {};
  in.found.edges->num_vertices = facts.ids_declared ? all.vertices : std::max(all.declared, all.ids_end);
  on_all_ranks(ranks, [&] { result.share = as_share(std::move(*in.found.edges), all.entries); });
  decide_direction(options, facts, all, result);
  return true;
}

void read_whole(communicator& ranks, const std::filesystem::path& file, const read_options& options, share_read& result) {
  read_result read;
  on_all_ranks(ranks, [&] { read = read_graph(file, options); });
  const graph& g = read.g;
  require_same_graph(ranks, file, g, thread_count(options.build.control));
  on_all_ranks(ranks, [&] {
    result.share = share_of(g, true, ranks.rank(), ranks.size());
    result.format = read.format, result.bytes = read.bytes, result.edges_read = read.what.edges_read;
    result.notes = read.what.notes;
    const graph_arrays& a = g.arrays();
    result.original_ids = array<std::uint64_t>(a.original_ids.size());
    std::copy(a.original_ids.begin(), a.original_ids.end(), result.original_ids.begin());
    result.labels = {array<std::uint64_t>(a.labels.offsets.size()), array<char>(a.labels.text.size())};
    std::copy(a.labels.offsets.begin(), a.labels.offsets.end(), result.labels.offsets.begin());
    std::copy(a.labels.text.begin(), a.labels.text.end(), result.labels.text.begin());
  });
}

}  // namespace

share_read read_share(communicator& ranks, const std::filesystem::path& file, const read_options& options) {
  share_read result;
  const argument arguments[] = {{"another format", static_cast<std::uint64_t>(options.format)},
                                {"another direction", static_cast<std::uint64_t>(options.direction)},
                                {"another wish for reverse edges", options.build.symmetrize},
                                {"another wish for weights", options.build.keep_weights}};
  require_same(ranks, arguments);
  on_all_ranks(ranks, [&] {
    check_stop(options.build.control);
    result.why_whole = io::why_whole(file, options);
    if (ranks.size() == 1) result.why_whole = "there is one rank";
  });
  require_same_file(ranks, file);
  const bool in_parts = largest_of(ranks, result.why_whole.empty() ? 0 : 1) == 0;
  if (!in_parts || !read_part(ranks, file, options, result)) read_whole(ranks, file, options, result);
  return result;
}

edge_share as_share(edge_list&& list, std::uint64_t num_edges) {
  require_host_memory(list.size() * sizeof(packed_edge), fmt::format("{} edges, a rank's share", list.size()));
  edge_share share;
  share.num_vertices = list.num_vertices, share.num_edges = num_edges, share.directed = list.directed;
  share.edges = array<packed_edge>(list.size());
  for (std::uint64_t i = 0; i < list.size(); ++i) share.edges[i] = packed_edge(list.sources[i], list.targets[i]);
  share.weights = std::move(list.weights);
  list = {};
  return share;
}

}  // namespace fathom
