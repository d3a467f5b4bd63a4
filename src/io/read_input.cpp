#include "io/read_input.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fathom/error.hpp"
#include "io/compression/decompress.hpp"
#include "io/formats/detect.hpp"
#include "io/formats/konect_bipartite.hpp"
#include "io/text/text_scan.hpp"

namespace fathom::io {
namespace {

// Formats that can be read in parts: each line is self-contained, or there is an index.
constexpr file_format in_parts[] = {file_format::matrix_market, file_format::snap,           file_format::dimacs,
                                    file_format::edge_list,     file_format::weighted_edges, file_format::gap_serialized,
                                    file_format::gap_weighted,  file_format::graph500,       file_format::fathom};

parsed read_bytes_as(file_format format, const std::filesystem::path& file, const read_options& options, file_part part) {
  byte_source source = read_bytes(file, options.build.control, format == file_format::scipy_npz);
  source.part = part;
  // The Graph500 file of a graph without edges is empty.
  if (source.bytes.empty() && format != file_format::graph500)
    throw error(error_category::input, fmt::format("{}: is empty", file.string()));
  switch (format) {
    case file_format::gap_serialized:
    case file_format::gap_weighted:
      return read_gap_serialized(source, options);
    case file_format::graph500:
      return read_graph500(source, options);
    case file_format::scipy_npz:
      return read_scipy_npz(source, options);
    default:
      return read_fathom(source, options);
  }
}

parsed read_text_as(file_format format, text_source& text, const read_options& options) {
  // The DIMACS reader has a specific message for Galois's binary .gr files.
  if (format != file_format::dimacs && text.start().find('\0') != std::string_view::npos) {
    bad_text(text, fmt::format("holds binary data and cannot be read as {} text", to_string(format)));
  }
  switch (format) {
    case file_format::matrix_market:
      return read_matrix_market(text, options);
    case file_format::dimacs:
      return read_dimacs(text, options);
    case file_format::metis:
      return read_metis(text, options);
    case file_format::csv:
      return read_csv(text, options);
    case file_format::ligra:
      return read_ligra(text, options);
    case file_format::pbbs:
      return read_pbbs(text, options);
    case file_format::graphml:
      return read_graphml(text, options);
    case file_format::gexf:
      return read_gexf(text, options);
    case file_format::gml:
      return read_gml(text, options);
    case file_format::pajek:
      return read_pajek(text, options);
    default:
      if (format == file_format::snap && is_konect_bipartite(text.start())) return read_konect_bipartite(text, options);
      return read_snap(text, options);
  }
}

std::string_view first_table_option(const table_options& table) {
  if (!table.source_column.empty()) return "--source-column";
  if (!table.target_column.empty()) return "--target-column";
  if (!table.weight_column.empty()) return "--weight-column";
  return table.separator != 0 ? "--separator" : "--header";
}

// Whether --weight-column N, which also applies to text edge lists, is the only table option.
bool numbers_weight_column_alone(const table_options& table) {
  table_options rest = table;
  rest.weight_column.clear();
  return rest == table_options{} && !table.weight_column.empty() &&
         table.weight_column.find_first_not_of("0123456789") == std::string::npos;
}

bool is_edge_list(file_format format) {
  return format == file_format::snap || format == file_format::edge_list || format == file_format::weighted_edges;
}

void check_table_options(const std::filesystem::path& file, const read_options& options, file_format format) {
  const table_options& table = options.table;
  if (table == table_options{}) return;
  if (format != file_format::csv && !(is_edge_list(format) && numbers_weight_column_alone(table))) {
    throw error(error_category::usage, fmt::format("{} applies to tables, but {} is read as {}; omit it or use --format csv",
                                                   first_table_option(table), file.string(), to_string(format)));
  }
  if (!table.weight_column.empty() && !options.build.keep_weights) {
    throw error(error_category::usage, "--weight-column and --no-weights exclude each other; give one");
  }
  constexpr std::string_view never = "\"\r\n.+-_#%";
  const char c = table.separator;
  if (is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c != 0 && never.find(c) != never.npos)) {
    throw error(error_category::usage,
                fmt::format("--separator {} is not a separator; use one such as ',', ';', tab or blank", excerpt({&c, 1})));
  }
}

void check_numbering_options(const std::filesystem::path& file, const read_options& options, file_format format) {
  if (!options.keep_id_gaps || is_edge_list(format) || format == file_format::csv || format == file_format::pbbs) return;
  throw error(error_category::usage,
              fmt::format("--keep-id-gaps applies to edge lists, but {} is read as {}; omit it", file.string(), to_string(format)));
}

// With table options, text of an unclear format is read as a table.
detected detect_text(const std::filesystem::path& file, text_source& text, const read_options& options) {
  if (options.table == table_options{} || numbers_weight_column_alone(options.table)) {
    return detect_format(file, text.name(), text.start());
  }
  file_format format = format_by_signature(text.start());
  if (format == file_format::automatic) format = format_by_name(text.name());
  if (format == file_format::snap || format == file_format::automatic) {
    return {file_format::csv, fmt::format("read as csv, because {} applies to tables", first_table_option(options.table))};
  }
  return {format, ""};
}

}  // namespace

input read_input(const std::filesystem::path& file, read_options options, file_part part) {
  std::error_code unknown;
  const std::uint64_t size = is_pipe(file) ? 0 : std::filesystem::file_size(file, unknown);
  const std::uint64_t bytes = unknown ? 0 : size;
  const bool named = options.format != file_format::automatic;
  if (!named) options.format = format_by_name(strip_compression(file.filename().string()));
  if (is_binary(options.format)) {
    check_table_options(file, options, options.format);
    check_numbering_options(file, options, options.format);
  }
  if (is_binary(options.format)) return {read_bytes_as(options.format, file, options, part), options.format, bytes};

  text_source text(file, options.build.control, part);
  detected kind{options.format, ""};
  if (!named) kind = detect_text(file, text, options);
  options.format = kind.format;
  check_table_options(file, options, kind.format);
  check_numbering_options(file, options, kind.format);
  // The beginning of the pipe has already been consumed. With a given format nothing is read for detection.
  if (is_binary(kind.format) && is_pipe(file)) {
    bad_text(text, fmt::format("holds {} data in a pipe; specify the format, or pass a file", to_string(kind.format)));
  }
  input in{is_binary(kind.format) ? read_bytes_as(kind.format, file, options, part) : read_text_as(kind.format, text, options),
           kind.format, bytes};
  if (!kind.note.empty()) in.found.notes.insert(in.found.notes.begin(), kind.note);
  return in;
}

std::string whole_file_reason(const std::filesystem::path& file, const read_options& options) {
  if (is_pipe(file)) return "a pipe can be read only once";
  const run_control quiet;
  text_source text(file, quiet);
  if (text.is_stream()) return text.is_compressed() ? "it is compressed" : "its lines end with carriage returns";
  file_format format = options.format;
  if (format == file_format::automatic) format = format_by_name(text.name());
  if (!is_binary(format) && options.format == file_format::automatic) format = detect_text(file, text, options).format;
  if (format == file_format::snap && is_konect_bipartite(text.start())) return "it is bipartite";
  if (std::find(std::begin(in_parts), std::end(in_parts), format) != std::end(in_parts)) return {};
  return fmt::format("the format {} must be read from the beginning", to_string(format));
}

}  // namespace fathom::io
