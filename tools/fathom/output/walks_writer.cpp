#include "output/walks_writer.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <span>

#include "base/output_file.hpp"
#include "interrupt.hpp"
#include "io/formats/npy.hpp"
#include "output/result_writer.hpp"

namespace fathom::program {
namespace {

template <class Integer>
void write_matrix(output_file& out, const char* type, const graph& g, const random_walk_result& found) {
  out.write(io::make_npy_header(type, fmt::format("({}, {})", found.walks, found.length + std::uint64_t{1})));
  std::vector<Integer> row(found.length + std::size_t{1});
  for (std::uint64_t i = 0; i < found.walks; ++i) {
    const std::span<const vertex_id> walk = found.walk(i);
    for (std::size_t step = 0; step < row.size(); ++step)
      row[step] = walk[step] == no_vertex ? Integer{-1} : static_cast<Integer>(g.original_id(walk[step]));
    out.write(row.data(), row.size() * sizeof(Integer));
  }
}

void write_lines(output_file& out, bool by_label, const graph& g, const random_walk_result& found) {
  fmt::memory_buffer line;
  for (std::uint64_t i = 0; i < found.walks; ++i) {
    line.clear();
    for (const vertex_id v : found.walk(i)) {
      if (v == no_vertex) break;
      if (line.size() > 0) line.push_back(by_label ? '\t' : ' ');
      if (by_label)
        fmt::format_to(fmt::appender(line), "{}", table_cell(g.name(v)));
      else
        fmt::format_to(fmt::appender(line), "{}", g.original_id(v));
    }
    line.push_back('\n');
    out.write(line.data(), line.size());
  }
}

}  // namespace

std::vector<std::string> write_walks(const std::filesystem::path& file, const graph& g, const random_walk_result& found) {
  if (file.empty()) return {};
  const result_format format = result_format_of(file);
  output_group files(interrupt_token());
  output_file& out = files.add(file);
  if (format != result_format::npy)
    write_lines(out, format == result_format::table, g, found);
  else if (has_wide_ids(g))
    write_matrix<std::int64_t>(out, "<i8", g, found);
  else
    write_matrix<std::int32_t>(out, "<i4", g, found);
  leave_out(files, file, {"predecessors", "vertices"});
  files.commit();
  return {file.string()};
}

}  // namespace fathom::program
