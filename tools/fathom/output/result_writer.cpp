#include "output/result_writer.hpp"

#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <type_traits>

#include "fathom/error.hpp"
#include "interrupt.hpp"
#include "io/formats/npy.hpp"

namespace fathom::program {
namespace {

constexpr std::size_t chunk_values = std::size_t{1} << 16;  // values converted at a time

void write_header(output_file& out, result_format format, const graph& g, const char* type, std::uint64_t rows) {
  if (format != result_format::npy) return;
  const vertex_id n = g.num_vertices();
  out.write(io::make_npy_header(type, rows == 1 ? fmt::format("({},)", n) : fmt::format("({}, {})", rows, n)));
}

const char* integer_type(bool wide) { return wide ? "<i8" : "<i4"; }

// Writes sums of weights. Text has enough digits to restore each number exactly.
void write_row(output_file& out, result_format format, std::span<const double> values, std::size_t rows) {
  if (format != result_format::text) return out.write(values.data(), values.size_bytes());
  const char separator = rows == 1 ? '\n' : ' ';
  for (std::size_t i = 0; i < values.size(); ++i) {
    out.write(fmt::format("{}{}", values[i], i + 1 == values.size() ? '\n' : separator));
  }
}

// With `ids`, the values are vertices, written as their ids in the graph's file; else they are distances.
template <class Integer>
void write_row(output_file& out, result_format format, const graph& g, std::span<const Integer> values, bool wide, bool ids,
               std::size_t rows) {
  const auto outside = [&](Integer value) -> std::int64_t {
    if (!ids) return static_cast<std::int32_t>(value);
    return static_cast<vertex_id>(value) == no_vertex ? -1
                                                      : static_cast<std::int64_t>(g.original_id(static_cast<vertex_id>(value)));
  };
  if (format == result_format::text) {
    const char separator = rows == 1 ? '\n' : ' ';
    for (std::size_t i = 0; i < values.size(); ++i) {
      char text[24];
      char* end = fmt::format_to(text, "{}", outside(values[i]));
      *end++ = i + 1 == values.size() ? '\n' : separator;
      out.write(text, static_cast<std::size_t>(end - text));
    }
    return;
  }
  std::vector<std::int32_t> narrow_chunk;
  std::vector<std::int64_t> wide_chunk;
  for (std::size_t begin = 0; begin < values.size(); begin += chunk_values) {
    narrow_chunk.clear();
    wide_chunk.clear();
    for (const Integer value : values.subspan(begin, std::min(chunk_values, values.size() - begin))) {
      if (wide)
        wide_chunk.push_back(outside(value));
      else
        narrow_chunk.push_back(static_cast<std::int32_t>(outside(value)));
    }
    out.write(narrow_chunk.data(), narrow_chunk.size() * sizeof(std::int32_t));
    out.write(wide_chunk.data(), wide_chunk.size() * sizeof(std::int64_t));
  }
}

void write_ids(output_file& out, result_format format, const graph& g) {
  array<vertex_id> all(g.num_vertices());
  std::iota(all.begin(), all.end(), vertex_id{0});
  write_header(out, format, g, integer_type(has_wide_ids(g)), 1);
  write_row(out, format, g, std::span<const vertex_id>(all.view()), has_wide_ids(g), true, 1);
}

}  // namespace

bool has_wide_ids(const graph& g) {
  const vertex_id n = g.num_vertices();
  return n > 0 && g.original_id(n - 1) > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
}

bool is_table(const std::filesystem::path& file) {
  const std::string suffix = result_suffix(file);
  return suffix == ".tsv" || suffix == ".csv" || (suffix != ".npy" && suffix != ".txt" && is_stream(file));
}

result_format result_format_of(const std::filesystem::path& file) {
  const std::string suffix = result_suffix(file);
  if (suffix == ".npy") return result_format::npy;
  if (suffix == ".txt") return result_format::text;
  if (is_table(file)) return result_format::table;
  throw error(error_category::usage,
              fmt::format("{}: results are written as .npy, .tsv, .csv or .txt; use one of these suffixes{}", file.string(),
                          file == "-" ? ", or /dev/stdout for a table on standard output" : ""));
}

std::filesystem::path beside(const std::filesystem::path& file, std::string_view what) {
  return file.parent_path() / fmt::format("{}.{}{}", file.stem().string(), what, file.extension().string());
}

std::vector<std::filesystem::path> result_files(const std::filesystem::path& file, bool renumbered, bool with_predecessors) {
  std::vector<std::filesystem::path> files{file};
  if (result_format_of(file) == result_format::table) return files;
  if (with_predecessors) files.push_back(beside(file, "predecessors"));
  if (renumbered) files.push_back(beside(file, "vertices"));
  return files;
}

std::vector<std::filesystem::path> touched_files(const std::filesystem::path& file, std::initializer_list<const char*> companions) {
  std::vector<std::filesystem::path> files{file};
  if (result_format_of(file) == result_format::table) return files;
  for (const char* name : companions) files.push_back(beside(file, name));
  return files;
}

void write_vertices(output_file& out, const std::filesystem::path& file, const graph& g) {
  write_ids(out, result_format_of(file), g);
}

void leave_out(output_group& files, const std::filesystem::path& file, std::initializer_list<const char*> what) {
  if (result_format_of(file) == result_format::table) return;
  for (const char* name : what) files.leave_out(beside(file, name));
}

std::vector<std::string> write_vertex_column(const std::filesystem::path& file, const graph& g, std::string_view name,
                                             std::span<const vertex_id> column) {
  if (file.empty()) return {};
  const result_format format = result_format_of(file);
  output_group files(interrupt_token());
  output_file& out = files.add(file);
  if (format == result_format::table) {
    result_rows table(out, file);
    table.cell("vertex").cell(name).end_row();
    for (vertex_id v = 0; v < g.num_vertices(); ++v) table.name(g.name(v)).name(g.name(column[v])).end_row();
    files.commit();
    return {file.string()};
  }
  write_header(out, format, g, integer_type(has_wide_ids(g)), 1);
  write_row(out, format, g, column, has_wide_ids(g), true, 1);
  leave_out(files, file, {"predecessors"});
  std::vector<std::string> written{file.string()};
  if (g.arrays().original_ids.empty()) {
    leave_out(files, file, {"vertices"});
  } else {
    written.push_back(beside(file, "vertices").string());
    write_vertices(files.add(written.back()), file, g);
  }
  files.commit();
  return written;
}

result_writer::result_writer(const std::filesystem::path& file, const graph& g, std::vector<vertex_id> sources, distance_type type,
                             bool with_predecessors)
    : format_(result_format_of(file)),
      g_(g),
      sources_(std::move(sources)),
      with_predecessors_(with_predecessors),
      files_(interrupt_token()),
      distances_(files_.add(file)),
      table_(distances_, file) {
  wide_ids_ = has_wide_ids(g_);
  if (format_ == result_format::table) {
    if (sources_.size() > 1) table_.cell("source");
    table_.cell("vertex").cell("distance");
    if (with_predecessors_) table_.cell("predecessor");
    table_.end_row();
    return;
  }
  if (with_predecessors_)
    predecessors_ = &files_.add(beside(file, "predecessors"));
  else
    leave_out(files_, file, {"predecessors"});
  if (g_.arrays().original_ids.empty())
    leave_out(files_, file, {"vertices"});
  else
    vertices_ = &files_.add(beside(file, "vertices"));
  write_header(distances_, format_, g_, type == distance_type::hops ? integer_type(false) : "<f8", sources_.size());
  if (predecessors_) write_header(*predecessors_, format_, g_, integer_type(wide_ids_), sources_.size());
}

template <class Distance>
void result_writer::write_table(std::span<const Distance> distances, std::span<const vertex_id> predecessors) {
  const std::string source = g_.name(sources_[next_]);
  for (vertex_id v = 0; v < g_.num_vertices(); ++v) {
    if (sources_.size() > 1) table_.name(source);
    table_.name(g_.name(v)).cell(distances[v]);
    if (with_predecessors_) table_.name(predecessors[v] == no_vertex ? "-1" : g_.name(predecessors[v]));
    table_.end_row();
  }
}

template <class Distance>
void result_writer::add(std::span<const Distance> distances, std::span<const vertex_id> predecessors) {
  if (format_ == result_format::table) {
    write_table(distances, predecessors);
  } else {
    if constexpr (std::is_same_v<Distance, double>)
      write_row(distances_, format_, distances, sources_.size());
    else
      write_row(distances_, format_, g_, distances, false, false, sources_.size());
    if (predecessors_) write_row(*predecessors_, format_, g_, predecessors, wide_ids_, true, sources_.size());
  }
  ++next_;
}

template void result_writer::add(std::span<const hop_count>, std::span<const vertex_id>);
template void result_writer::add(std::span<const double>, std::span<const vertex_id>);

void result_writer::commit() {
  if (vertices_ != nullptr) write_ids(*vertices_, format_, g_);
  files_.commit();
}

}  // namespace fathom::program
