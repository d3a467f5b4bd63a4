#include "output/neighbors_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/output_file.hpp"
#include "interrupt.hpp"
#include "io/formats/npy.hpp"
#include "output/result_rows.hpp"
#include "output/result_writer.hpp"

namespace fathom::program {
namespace {

namespace fs = std::filesystem;

template <class T, class Value>
void write_items(output_file& out, std::uint64_t count, const Value& value) {
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto item = static_cast<T>(value(i));
    out.write(&item, sizeof item);
  }
}

// Writes the numbers value(0), ..., value(count - 1) as a vector, or as a matrix of `rows` rows.
template <class Value>
void write_npy(output_file& out, bool wide, std::uint64_t count, std::uint64_t rows, const Value& value) {
  const std::string shape = rows > 0 ? fmt::format("({}, {})", rows, count / rows) : fmt::format("({},)", count);
  out.write(io::make_npy_header(wide ? "<i8" : "<i4", shape));
  wide ? write_items<std::int64_t>(out, count, value) : write_items<std::int32_t>(out, count, value);
}

// Writes a line with the numbers value(begin), ..., value(end - 1).
template <class Value>
void write_line(output_file& out, std::uint64_t begin, std::uint64_t end, const Value& value) {
  for (std::uint64_t i = begin; i < end; ++i) {
    char text[24];
    char* last = fmt::format_to(text, "{}", static_cast<std::int64_t>(value(i)));
    if (i + 1 < end) *last++ = ' ';
    out.write(text, static_cast<std::size_t>(last - text));
  }
  out.write("\n");
}

void write_sources(output_file& out, result_format format, const graph& g, std::span<const vertex_id> sources) {
  const auto id = [&](std::uint64_t i) { return g.original_id(sources[i]); };
  if (format == result_format::npy) return write_npy(out, has_wide_ids(g), sources.size(), 0, id);
  for (std::size_t i = 0; i < sources.size(); ++i) write_line(out, i, i + 1, id);
}

void write_table(result_rows table, const graph& g, std::span<const vertex_id> sources, const k_hop_neighbors_result& found) {
  table.cell("source").cell("vertex").cell("distance").end_row();
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::string source = g.name(sources[i]);
    for (std::uint64_t j = found.offsets[i]; j < found.offsets[i + 1]; ++j) {
      table.name(source).name(g.name(found.vertices[j])).cell(found.distances[j]).end_row();
    }
  }
}

// Files that are opened together, so that an unwritable file is detected before anything is written.
class file_set {
 public:
  explicit file_set(const std::vector<fs::path>& files) : group_(interrupt_token()) {
    for (const fs::path& file : files) files_.push_back(&group_.add(file));
    leave_out(group_, files.front(), {"predecessors", "vertices"});
  }
  output_file& operator[](std::size_t i) { return *files_[i]; }
  /// With `counts`, also removes the files that only lists of vertices have.
  void commit(const fs::path& file, bool counts) {
    if (counts) leave_out(group_, file, {"distances", "offsets"});
    group_.commit();
  }

 private:
  output_group group_;
  std::vector<output_file*> files_;
};

}  // namespace

std::vector<fs::path> neighbor_files(const fs::path& file, bool counts) {
  const result_format format = result_format_of(file);
  if (format == result_format::table) return {file};
  std::vector<fs::path> files{file, beside(file, "sources")};
  if (!counts) files.push_back(beside(file, "distances"));
  if (!counts && format == result_format::npy) files.push_back(beside(file, "offsets"));
  return files;
}

void write_neighbors(const fs::path& file, const graph& g, std::span<const vertex_id> sources,
                     const k_hop_neighbors_result& found) {
  const result_format format = result_format_of(file);
  file_set files(neighbor_files(file, false));
  if (format == result_format::table) {
    write_table(result_rows(files[0], file), g, sources, found);
    return files.commit(file, false);
  }
  const auto vertex = [&](std::uint64_t i) { return g.original_id(found.vertices[i]); };
  const auto distance = [&](std::uint64_t i) { return found.distances[i]; };
  write_sources(files[1], format, g, sources);
  if (format == result_format::npy) {
    write_npy(files[0], has_wide_ids(g), found.vertices.size(), 0, vertex);
    write_npy(files[2], false, found.vertices.size(), 0, distance);
    write_npy(files[3], true, found.offsets.size(), 0, [&](std::uint64_t i) { return found.offsets[i]; });
    return files.commit(file, false);
  }
  for (std::size_t i = 0; i < sources.size(); ++i) {
    write_line(files[0], found.offsets[i], found.offsets[i + 1], vertex);
    write_line(files[2], found.offsets[i], found.offsets[i + 1], distance);
  }
  files.commit(file, false);
}

void write_counts(const fs::path& file, const graph& g, std::span<const vertex_id> sources, const k_hop_counts_result& found) {
  const result_format format = result_format_of(file);
  file_set files(neighbor_files(file, true));
  std::size_t columns = 1;
  for (const auto& at : found.at) columns = std::max(columns, at.size());
  const auto count = [&](std::uint64_t i) {
    const std::vector<std::uint64_t>& at = found.at[i / columns];
    return i % columns < at.size() ? at[i % columns] : 0;
  };
  if (format == result_format::table) {
    result_rows table(files[0], file);
    table.cell("source").cell("hops").cell("vertices").end_row();
    for (std::size_t i = 0; i < sources.size(); ++i) {
      const std::string source = g.name(sources[i]);
      for (std::size_t hops = 0; hops < found.at[i].size(); ++hops) {
        table.name(source).cell(hops).cell(found.at[i][hops]).end_row();
      }
    }
    return files.commit(file, true);
  }
  write_sources(files[1], format, g, sources);
  if (format == result_format::npy) write_npy(files[0], true, sources.size() * columns, sources.size(), count);
  for (std::size_t i = 0; format == result_format::text && i < sources.size(); ++i) {
    write_line(files[0], i * columns, (i + 1) * columns, count);
  }
  files.commit(file, true);
}

}  // namespace fathom::program
