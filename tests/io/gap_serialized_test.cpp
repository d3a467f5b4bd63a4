#include <limits>

#include "binary_files.hpp"

namespace fathom::test {
namespace {

using std::int32_t;
using std::int64_t;
using std::uint8_t;

template <class... Parts>
std::string packed(Parts... parts) {
  std::string bytes;
  (bytes.append(reinterpret_cast<const char*>(&parts), sizeof parts), ...);
  return bytes;
}

read_options as(file_format format) {
  read_options options;
  options.format = format;
  return options;
}

io::parsed read(const std::string& bytes, file_format format = file_format::gap_serialized) {
  return io::read_gap_serialized(source_of(bytes), as(format));
}

std::string refusal(const std::string& bytes, file_format format = file_format::gap_serialized) {
  return error_of([&] { (void)read(bytes, format); });
}

// 0 -> 1, 0 -> 2, 2 -> 1 with the inverse graph, encoded by hand from the description of the format.
std::string directed_by_hand() {
  return packed(uint8_t{1}, int64_t{3}, int64_t{3}) + packed(int64_t{0}, int64_t{2}, int64_t{2}, int64_t{3}) +
         packed(int32_t{1}, int32_t{2}, int32_t{1}) + packed(int64_t{0}, int64_t{0}, int64_t{2}, int64_t{3}) +
         packed(int32_t{0}, int32_t{2}, int32_t{0});
}

TEST(gap_serialized, reads_a_file_made_by_hand) {
  const graph g = finished(read(directed_by_hand()));
  EXPECT_TRUE(g.directed());
  EXPECT_EQ(listed(g.view().out.offsets, 4), (std::vector<edge_offset>{0, 2, 2, 3}));
  EXPECT_EQ(listed(g.view().out.targets, 3), (std::vector<vertex_id>{1, 2, 1}));
  EXPECT_EQ(listed(g.view().in.targets, 3), (std::vector<vertex_id>{0, 2, 0}));
}

TEST(gap_serialized, writes_the_bytes_of_the_file_made_by_hand) {
  const graph g = build(edges_of(3, {{0, 1, 1}, {2, 1, 1}, {0, 2, 1}}, true, false)).g;
  EXPECT_EQ(written_by([&](output_file& out) { io::write_gap_serialized(out, g, file_format::gap_serialized); }),
            directed_by_hand());
}

TEST(gap_serialized, reads_weights_made_by_hand) {
  const std::string bytes = packed(uint8_t{0}, int64_t{2}, int64_t{2}, int64_t{0}, int64_t{1}, int64_t{2}, int32_t{1}, int32_t{-7},
                                   int32_t{0}, int32_t{-7});
  const graph g = finished(read(bytes, file_format::gap_weighted));
  EXPECT_FALSE(g.directed());
  EXPECT_EQ(listed(g.view().out.weights, 2), (std::vector<edge_weight>{-7, -7}));
}

TEST(gap_serialized, keeps_every_digit_of_large_weights) {
  const std::string bytes = packed(uint8_t{0}, int64_t{2}, int64_t{2}, int64_t{0}, int64_t{1}, int64_t{2}, int32_t{1},
                                   int32_t{16777217}, int32_t{0}, int32_t{16777217});
  const graph g = finished(read(bytes, file_format::gap_weighted));
  EXPECT_EQ(g.view().out.weight(0), 16777217);
  EXPECT_EQ(written_by([&](output_file& out) { io::write_gap_serialized(out, g, file_format::gap_weighted); }), bytes);
}

TEST(gap_serialized, round_trips) {
  for (const bool directed : {false, true}) {
    for (const file_format format : {file_format::gap_serialized, file_format::gap_weighted}) {
      const graph g = small_graph(directed, format == file_format::gap_weighted);
      const std::string bytes = written_by([&](output_file& out) { io::write_gap_serialized(out, g, format); });
      expect_same_graph(finished(read(bytes, format)), g);
      expect_same_graph(finished(read(bytes, file_format::automatic)), g);
    }
  }
}

TEST(gap_serialized, a_graph_without_vertices_round_trips) {
  const graph g = build(edges_of(0, {}, false, false)).g;
  const std::string bytes = written_by([&](output_file& out) { io::write_gap_serialized(out, g, file_format::gap_serialized); });
  EXPECT_EQ(finished(read(bytes)).num_vertices(), 0u);
}

TEST(gap_serialized, refuses_every_truncation) {
  const std::string whole = directed_by_hand();
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_NE(refusal(whole.substr(0, length)).find("truncated"), std::string::npos) << length;
  }
  EXPECT_NE(refusal(whole + '\0'), "");
}

TEST(gap_serialized, distinguishes_files_with_and_without_weights) {
  const graph g = small_graph(false, true);
  const std::string weighted = written_by([&](output_file& out) { io::write_gap_serialized(out, g, file_format::gap_weighted); });
  const std::string plain = written_by([&](output_file& out) { io::write_gap_serialized(out, g, file_format::gap_serialized); });
  EXPECT_NE(refusal(weighted, file_format::gap_serialized).find("with weights"), std::string::npos);
  EXPECT_NE(refusal(plain, file_format::gap_weighted).find("without weights"), std::string::npos);
}

TEST(gap_serialized, refuses_announcements_that_the_file_cannot_hold) {
  for (const int64_t count : {int64_t{-1}, int64_t{1} << 31, int64_t{1} << 61, std::numeric_limits<int64_t>::max()}) {
    for (const std::size_t field : {1, 9}) {
      std::string bytes = directed_by_hand();
      poke(bytes, field, count);
      EXPECT_NE(refusal(bytes).find("declares"), std::string::npos) << count;
    }
  }
}

TEST(gap_serialized, refuses_values_out_of_range_and_names_the_byte) {
  std::string bytes = directed_by_hand();
  poke(bytes, 25, int64_t{4});
  EXPECT_NE(refusal(bytes).find("offset 1 (byte 25) is 4"), std::string::npos);
  bytes = directed_by_hand();
  poke(bytes, 33, int64_t{1});
  EXPECT_NE(refusal(bytes).find("offset 2 (byte 33) is 1"), std::string::npos);
  bytes = directed_by_hand();
  poke(bytes, 53, int32_t{-1});
  EXPECT_NE(refusal(bytes).find("edge 1 (byte 53) leads to vertex -1"), std::string::npos);
  bytes = directed_by_hand();
  poke(bytes, 57, int32_t{3});
  EXPECT_NE(refusal(bytes).find("edge 2 (byte 57) leads to vertex 3"), std::string::npos);
  bytes = directed_by_hand();
  poke(bytes, 0, uint8_t{2});
  EXPECT_NE(refusal(bytes).find("byte 0"), std::string::npos);
}

TEST(gap_serialized, refuses_to_write_what_the_format_cannot_hold) {
  const auto write = [](const graph& g) {
    return error_of([&] { written_by([&](output_file& out) { io::write_gap_serialized(out, g, file_format::gap_weighted); }); },
                    error_category::output);
  };
  EXPECT_NE(write(build(edges_of(2, {{0, 1, 0.5f}}, false, true)).g).find("0.5"), std::string::npos);
  build_options options;
  options.in = in_edges::none;
  EXPECT_NE(write(build(edges_of(2, {{0, 1, 1}}, true, false), options).g).find("in-edges"), std::string::npos);
}

}  // namespace
}  // namespace fathom::test
