// read_graph(): read, build, and record the decisions in the receipt.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "base/timer.hpp"
#include "io/read_input.hpp"
#include "io/text/text_scan.hpp"
#include "io/vertices/vertex_numbering.hpp"

namespace fathom {
namespace {

using io::parsed;

graph_arrays copy_of(const graph& g) {
  const graph_arrays& from = g.arrays();
  const auto copy = []<class T>(const array<T>& a) {
    array<T> same(a.size());
    std::copy(a.begin(), a.end(), same.begin());
    return same;
  };
  graph_arrays rows;
  rows.offsets = copy(from.offsets);
  rows.targets = copy(from.targets);
  rows.weights = copy(from.weights);
  rows.wide_weights = copy(from.wide_weights);
  rows.original_ids = copy(from.original_ids);
  rows.labels = {copy(from.labels.offsets), copy(from.labels.text)};
  return rows;
}

build_result take_finished(parsed& found, const build_options& options) {
  if (options.symmetrize && found.finished->directed()) {
    found.prepared.reset();
    build_options same_weights = options;
    same_weights.exact_weights |= found.finished->has_wide_weights();
    return from_csr(copy_of(*found.finished), true, same_weights);
  }
  receipt what;
  what.parallel = parallel_edges::keep;
  what.edges_read = what.edges_stored = found.finished->num_edges();
  what.vertices = found.finished->num_vertices();
  what.isolated = found.finished->properties().isolated;
  const array<std::uint64_t>& ids = found.finished->arrays().original_ids;
  what.renumbered = !ids.empty();
  if (what.renumbered) what.largest_original_id = ids[ids.size() - 1];
  return {std::move(*found.finished), std::move(what)};
}

std::uint64_t vertices_of(const parsed& found) {
  if (found.edges) return found.edges->num_vertices;
  if (found.finished) return found.finished->num_vertices();
  return found.rows->offsets.size() - 1;
}

build_result make_graph(parsed& found, const read_options& options) {
  build_options build_as = options.build;
  if (found.edges) {
    if (options.direction != stated_direction::automatic) found.edges->directed = options.direction == stated_direction::directed;
    return build(std::move(*found.edges), build_as);
  }
  if (options.direction == stated_direction::undirected) build_as.symmetrize = true;
  if (found.finished) return take_finished(found, build_as);
  const bool directed = found.rows_directed || options.direction != stated_direction::automatic;
  return from_csr(std::move(*found.rows), directed, build_as);
}

// Python's strings, JSON and terminals show the bytes of other encodings as escapes.
void note_encoding(const vertex_labels& labels, std::vector<std::string>& notes) {
  if (is_utf8({labels.text.data(), labels.text.size()})) return;
  for (std::size_t v = 0; v + 1 < labels.offsets.size(); ++v) {
    if (is_utf8(labels[static_cast<vertex_id>(v)])) continue;
    notes.push_back(fmt::format("some names are not UTF-8, such as {}; convert the file, for example with iconv -f LATIN1 -t UTF-8",
                                io::excerpt(labels[static_cast<vertex_id>(v)])));
    return;
  }
}

void refuse_gaps_of_names(const std::filesystem::path& file, const read_options& options, const parsed& found) {
  if (!options.keep_id_gaps || !found.edges || found.edges->labels.offsets.empty()) return;
  throw error(
      error_category::usage,
      fmt::format("--keep-id-gaps applies to edge lists of numbers, but the vertices of {} have names; omit it", file.string()));
}

}  // namespace

read_result read_graph(const std::filesystem::path& file, const read_options& options) {
  const timer clock;
  io::input in = io::read_input(file, options);
  io::require_requested_vertices(file, options, vertices_of(in.found));
  refuse_gaps_of_names(file, options, in.found);
  read_result result;
  result.seconds_read = clock.seconds();
  result.format = in.format;
  result.bytes = in.bytes;
  build_result built = make_graph(in.found, options);
  result.seconds_build = clock.seconds() - result.seconds_read;
  result.g = std::move(built.g);
  result.what = std::move(built.what);
  result.what.notes.insert(result.what.notes.begin(), std::make_move_iterator(in.found.notes.begin()),
                           std::make_move_iterator(in.found.notes.end()));
  note_encoding(result.g.arrays().labels, result.what.notes);
  result.prepared = std::move(in.found.prepared);
  return result;
}

}  // namespace fathom
