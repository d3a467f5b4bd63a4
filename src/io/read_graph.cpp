// read_graph(): choose the format, read, build, and say in the receipt what was decided.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "core/timer.hpp"
#include "fathom/error.hpp"
#include "io/decompress.hpp"
#include "io/detect.hpp"
#include "io/formats.hpp"
#include "io/text_scan.hpp"

namespace fathom {
namespace {

using io::parsed;

struct input {
  parsed found;
  file_format format = file_format::automatic;
  std::uint64_t bytes = 0;
};

parsed read_bytes_as(file_format format, const std::filesystem::path& file, const read_options& options) {
  const io::byte_source source = io::read_bytes(file, options.build.control);
  if (source.bytes.empty()) throw error(error_category::input, fmt::format("{}: is empty", file.string()));
  switch (format) {
    case file_format::gap_serialized:
    case file_format::gap_weighted:
      return io::read_gap_serialized(source, options);
    case file_format::graph500:
      return io::read_graph500(source, options);
    case file_format::scipy_npz:
      return io::read_scipy_npz(source, options);
    default:
      return io::read_fathom(source, options);
  }
}

parsed read_text_as(file_format format, io::text_source& text, const read_options& options) {
  // Galois' binary .gr is text to nobody, but its reader knows what to say of it.
  if (format != file_format::dimacs && text.start().find('\0') != std::string_view::npos) {
    io::bad_text(text, fmt::format("holds binary data and cannot be read as {} text", to_string(format)));
  }
  switch (format) {
    case file_format::matrix_market:
      return io::read_matrix_market(text, options);
    case file_format::dimacs:
      return io::read_dimacs(text, options);
    case file_format::metis:
      return io::read_metis(text, options);
    case file_format::csv:
      return io::read_csv(text, options);
    case file_format::ligra:
      return io::read_ligra(text, options);
    default:
      return io::read_snap(text, options);
  }
}

input read_input(const std::filesystem::path& file, read_options options) {
  std::error_code unknown;
  const std::uint64_t size = io::is_pipe(file) ? 0 : std::filesystem::file_size(file, unknown);
  const std::uint64_t bytes = unknown ? 0 : size;
  const bool named = options.format != file_format::automatic;
  if (!named) options.format = io::format_by_name(io::strip_compression(file.filename().string()));
  if (io::is_binary(options.format)) return {read_bytes_as(options.format, file, options), options.format, bytes};

  io::text_source text(file, options.build.control);
  io::detected kind{options.format, ""};
  if (!named) kind = io::detect_format(file, text.name(), text.start());
  options.format = kind.format;
  // Its beginning is gone from the pipe. Named, the format is known before anything is read.
  if (io::is_binary(kind.format) && io::is_pipe(file)) {
    io::bad_text(text, fmt::format("holds {} data in a pipe; name the format, or give a file", to_string(kind.format)));
  }
  input in{io::is_binary(kind.format) ? read_bytes_as(kind.format, file, options) : read_text_as(kind.format, text, options),
           kind.format, bytes};
  if (!kind.note.empty()) in.found.notes.insert(in.found.notes.begin(), kind.note);
  return in;
}

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
  rows.original_ids = copy(from.original_ids);
  rows.labels = {copy(from.labels.offsets), copy(from.labels.text)};
  return rows;
}

build_result take_finished(parsed& found, const build_options& options) {
  if (options.symmetrize && found.finished->directed()) {
    found.prepared.reset();
    return from_csr(copy_of(*found.finished), true, options);
  }
  receipt what;
  what.edges_read = what.edges_stored = found.finished->num_edges();
  what.vertices = found.finished->num_vertices();
  what.isolated = found.finished->properties().isolated;
  const array<std::uint64_t>& ids = found.finished->arrays().original_ids;
  what.renumbered = !ids.empty();
  if (what.renumbered) what.largest_original_id = ids[ids.size() - 1];
  return {std::move(*found.finished), std::move(what)};
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

}  // namespace

read_result read_graph(const std::filesystem::path& file, const read_options& options) {
  const timer clock;
  input in = read_input(file, options);
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
  result.prepared = std::move(in.found.prepared);
  return result;
}

}  // namespace fathom
