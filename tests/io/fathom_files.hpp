// Parsing of .fathom files for the tests.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "binary_files.hpp"

namespace fathom::test {

inline build_options without_in_edges() {
  build_options options;
  options.in = in_edges::none;
  return options;
}

inline std::vector<std::pair<std::string, graph>> sample_graphs() {
  return {{"no vertices", build(edges_of(0, {}, false, false)).g},
          {"no edges", build(edges_of(5, {}, true, false)).g},
          {"undirected", small_graph(false, false)},
          {"undirected, weighted", small_graph(false, true)},
          {"directed", small_graph(true, false)},
          {"directed, weighted", small_graph(true, true)},
          {"directed, without in-edges", build(edges_of(5, {{0, 1, 1}, {1, 2, 1}, {3, 3, 1}}, true, false), without_in_edges()).g},
          {"named", named_graph()}};
}

inline std::string fathom_bytes(const graph& g, const layout* prepared = nullptr) {
  return written_by([&](output_file& out) { io::write_fathom(out, g, prepared); });
}

inline io::parsed read_fathom(std::string_view bytes, const read_options& options = {}, std::size_t shift = 0) {
  return io::read_fathom(source_of(bytes, shift), options);
}

inline read_options one_thread(bool trust = false) {
  read_options options;
  options.build.control.threads = 1;
  options.trust = trust;
  return options;
}

inline io::fathom_header* header_of(std::string& bytes) { return reinterpret_cast<io::fathom_header*>(bytes.data()); }

inline std::span<io::section_entry> entries_of(std::string& bytes) {
  return {reinterpret_cast<io::section_entry*>(bytes.data() + sizeof(io::fathom_header)), header_of(bytes)->section_count};
}

inline std::vector<io::section_entry> table_of(std::string bytes) {
  const auto entries = entries_of(bytes);
  return {entries.begin(), entries.end()};
}

/// Recomputes the header's checksum.
inline void rehash_header(std::string& bytes) {
  const auto all = std::as_bytes(std::span(bytes));
  const std::uint64_t table = std::min<std::uint64_t>(header_of(bytes)->section_count * sizeof(io::section_entry),
                                                      bytes.size() - sizeof(io::fathom_header));
  header_of(bytes)->checksum = io::hash_bytes(all.subspan(sizeof(io::fathom_header), table),
                                              io::hash_bytes(all.first(offsetof(io::fathom_header, checksum))));
}

/// Recomputes all checksums.
inline void rehash_sections(std::string& bytes) {
  for (io::section_entry& entry : entries_of(bytes)) {
    entry.checksum = io::checksum(std::as_bytes(std::span(bytes)).subspan(entry.offset, entry.bytes), 1);
  }
  rehash_header(bytes);
}

/// Whether a byte is padding: not in the header, the table or a section.
inline bool is_padding(const std::string& bytes, std::size_t place) {
  const auto table = table_of(bytes);
  if (place < sizeof(io::fathom_header) + table.size() * sizeof(io::section_entry)) return false;
  return std::ranges::none_of(table, [&](const auto& e) { return place >= e.offset && place < e.offset + e.bytes; });
}

inline void expect_same_layout(const layout& a, const layout& b) {
  EXPECT_EQ(
      std::tuple(a.num_vertices, a.caller_vertices, a.num_edges, a.directed, a.order, a.head_width, a.hub_degree, a.num_hubs),
      std::tuple(b.num_vertices, b.caller_vertices, b.num_edges, b.directed, b.order, b.head_width, b.hub_degree, b.num_hubs));
  EXPECT_EQ(std::tuple(a.reason, a.bytes), std::tuple(b.reason, b.bytes));
  const std::uint64_t n = a.num_vertices;
  const std::uint64_t heads = n * static_cast<std::uint64_t>(a.head_width);
  for (const auto side : {&layout::out, &layout::in}) {
    EXPECT_EQ(listed((a.*side).offsets, n + 1), listed((b.*side).offsets, n + 1));
    EXPECT_EQ(listed((a.*side).targets, a.num_edges), listed((b.*side).targets, b.num_edges));
  }
  EXPECT_EQ(listed(a.heads, heads), listed(b.heads, heads));
  EXPECT_EQ(listed(a.to_caller, n), listed(b.to_caller, n));
  EXPECT_EQ(listed(a.to_internal, a.caller_vertices), listed(b.to_internal, b.caller_vertices));
  EXPECT_EQ(a.source.num_vertices(), b.source.num_vertices());
}

}  // namespace fathom::test
