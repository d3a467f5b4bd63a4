#include "output/vertex_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>

#include "base/output_file.hpp"
#include "base/text.hpp"
#include "interrupt.hpp"
#include "io/formats/npy.hpp"
#include "output/describe.hpp"
#include "output/result_rows.hpp"
#include "output/result_writer.hpp"
#include "output/shown.hpp"

namespace fathom::program {
namespace {

// The number with enough digits to restore it exactly.
std::string exact_text(double value, bool whole) { return whole ? fmt::format("{:.0f}", value) : fmt::format("{}", value); }

template <class T, class Values>
void write_binary(output_file& out, const char* type, std::size_t count, Values value) {
  out.write(io::make_npy_header(type, fmt::format("({},)", count)));
  for (std::size_t i = 0; i < count; ++i) {
    const T element = static_cast<T>(value(i));
    out.write(&element, sizeof element);
  }
}

std::vector<std::size_t> largest(const vertex_values& v) {
  // NaN stands for an unknown value and sorts last.
  const auto key = [&](std::size_t i) { return std::isnan(v.values[i]) ? -std::numeric_limits<double>::infinity() : v.values[i]; };
  const auto larger = [&](std::size_t a, std::size_t b) { return key(a) != key(b) ? key(a) > key(b) : a < b; };
  std::vector<std::size_t> some;  // the largest so far, in descending order
  for (std::size_t i = 0; i < v.values.size(); ++i) {
    if (some.size() == few_values && !larger(i, some.back())) continue;
    if (some.size() == few_values) some.pop_back();
    some.insert(std::upper_bound(some.begin(), some.end(), i, larger), i);
  }
  return some;
}

json value_json(const graph& g, const vertex_values& v, std::size_t i) {
  json object = {{"vertex", g.original_id(v.vertex(i))}};
  if (!g.arrays().labels.empty()) object["label"] = g.name(v.vertex(i));
  object["value"] = v.whole ? json(static_cast<std::int64_t>(v.values[i])) : json(v.values[i]);
  return object;
}

}  // namespace

std::vector<std::string> write_values(const std::filesystem::path& file, const graph& g, const vertex_values& v,
                                      std::initializer_list<const char*> others) {
  if (file.empty()) return {};
  const result_format format = result_format_of(file);
  output_group files(interrupt_token());
  output_file& out = files.add(file);
  const std::size_t count = v.values.size();
  if (format == result_format::table) {
    result_rows table(out, file);
    table.cell("vertex").cell(v.name).end_row();
    for (std::size_t i = 0; i < count; ++i) {
      table.name(g.name(v.vertex(i))).cell(exact_text(v.values[i], v.whole)).end_row();
    }
    files.commit();
    return {file.string()};
  }
  const auto value = [&](std::size_t i) { return v.values[i]; };
  const auto id = [&](std::size_t i) { return g.original_id(v.vertex(i)); };
  if (format == result_format::text) {
    for (std::size_t i = 0; i < count; ++i) out.write(exact_text(v.values[i], v.whole) + "\n");
  } else if (v.whole) {
    write_binary<std::int32_t>(out, "<i4", count, value);
  } else {
    write_binary<double>(out, "<f8", count, value);
  }
  leave_out(files, file, {"predecessors"});
  leave_out(files, file, others);
  std::vector<std::string> written{file.string()};
  if (!v.vertices.empty() || !g.arrays().original_ids.empty()) {
    written.push_back(beside(file, "vertices").string());
    output_file& vertices = files.add(written.back());
    if (format == result_format::text) {
      for (std::size_t i = 0; i < count; ++i) vertices.write(fmt::format("{}\n", id(i)));
    } else {
      write_binary<std::int64_t>(vertices, "<i8", count, id);
    }
  } else {
    leave_out(files, file, {"vertices"});
  }
  files.commit();
  return written;
}

std::string largest_values_text(const graph& g, const vertex_values& v) {
  text_table table{{{"vertex"}, {v.name}}, {}};
  const std::vector<std::size_t> shown = largest(v);
  for (const std::size_t i : shown) {
    table.rows.push_back(
        {shown_name(g, v.vertex(i)), v.whole ? exact_text(v.values[i], true) : shown_value(v.values[i], v.values[shown.front()])});
  }
  return table.render();
}

json largest_values_json(const graph& g, const vertex_values& v) {
  json all = json::array();
  for (const std::size_t i : largest(v)) all.push_back(value_json(g, v, i));
  return all;
}

json all_values_json(const graph& g, const vertex_values& v) {
  json all = json::array();
  for (std::size_t i = 0; i < v.values.size(); ++i) all.push_back(value_json(g, v, i));
  return all;
}

}  // namespace fathom::program
