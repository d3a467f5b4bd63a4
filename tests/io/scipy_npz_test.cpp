#include <limits>

#include "binary_files.hpp"
#include "io/compression/zip_archive.hpp"
#include "io/formats/npy.hpp"

namespace fathom::test {
namespace {

// scipy.sparse.save_npz (SciPy 1.17.1, NumPy 2.4.6, compressed) of csr_matrix(([1.5, -2, 3], [1, 2, 1], [0, 2, 2, 3]), shape=(3,
// 3)).
constexpr std::string_view saved_by_scipy =
    "UEsDBC0AAAAIAAAAIQBgCCKu//////////8LABQAaW5kaWNlcy5ucHkBABAAjAAAAAAAAABMAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TaaKuo6"
    "Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GsY6mjoKtQoUAC5GBgYGJiAG0QBQSwMELQAAAAgAAAAhAA6mgKP//////////woAFABpbmRwdHIubnB5"
    "AQAQAJAAAAAAAAAATAAAAAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBuk2mirqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RomOpo6CrUKFAAuBi"
    "BggmJmIAYAUEsDBC0AAAAIAAAAIQCjw3SX//////////8KABQAZm9ybWF0Lm5weQEAEACDAAAAAAAAAEUAAAAAAAAAm+wX6hsQychQxlCtnpJanFykbqWg"
    "XhNsrK6joJ6WX1RSlJgXn1+UkgoSd0vMKU4FihdnJBakAvkamjoKtQoUAa7k4iIAUEsDBC0AAAAIAAAAIQDx2Rai//////////8JABQAc2hhcGUubnB5AQ"
    "AQAJAAAAAAAAAASQAAAAAAAACb7BfqGxDJyFDGUK2eklqcXKRupaBuk2mhrqOgnpZfVFKUmBefX5SSChJ3S8wpTgWKF2ckFqQC+RpGOpo6CrUKFAAuZgYI"
    "gNEAUEsDBC0AAAAIAAAAIQBpbxk1//////////8IABQAZGF0YS5ucHkBABAAmAAAAAAAAABQAAAAAAAAAJvsF+obEMnIUMZQrZ6SWpxcpG6loG6TZqGuo6"
    "Cell9UUpSYF59flJIKEndLzClOBYoXZyQWpAL5GsY6mjoKtQoUAC4GMPhhD6EZDkAoDgcAUEsBAi0DLQAAAAgAAAAhAGAIIq5MAAAAjAAAAAsAAAAAAAAA"
    "AAAAAIABAAAAAGluZGljZXMubnB5UEsBAi0DLQAAAAgAAAAhAA6mgKNMAAAAkAAAAAoAAAAAAAAAAAAAAIABiQAAAGluZHB0ci5ucHlQSwECLQMtAAAACA"
    "AAACEAo8N0l0UAAACDAAAACgAAAAAAAAAAAAAAgAERAQAAZm9ybWF0Lm5weVBLAQItAy0AAAAIAAAAIQDx2RaiSQAAAJAAAAAJAAAAAAAAAAAAAACAAZIB"
    "AABzaGFwZS5ucHlQSwECLQMtAAAACAAAACEAaW8ZNVAAAACYAAAACAAAAAAAAAAAAAAAgAEWAgAAZGF0YS5ucHlQSwUGAAAAAAUABQAWAQAAoAIAAAAA";

std::string decoded(std::string_view text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text.substr(0, text.find('='))) {
    bits = bits << 6 | static_cast<std::uint32_t>(digits.find(c));
    count += 6;
    if (count >= 8) bytes.push_back(static_cast<char>(bits >> (count -= 8)));
  }
  return bytes;
}

template <class T>
std::string array_file(std::string_view type, std::string_view shape, const std::vector<T>& values) {
  return io::make_npy_header(type, shape) + std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

using member_list = std::vector<std::pair<std::string, std::string>>;

std::string zipped(const member_list& members) {
  return written_by([&](output_file& out) {
    io::zip_writer zip(out);
    for (const auto& [name, bytes] : members) {
      zip.begin(name, bytes.size());
      zip.write(bytes.data(), bytes.size());
    }
    zip.finish();
  });
}

member_list with(member_list members, const member_list& replaced) {
  for (const auto& [name, bytes] : replaced) {
    for (auto& member : members) {
      if (member.first == name) member.second = bytes;
    }
  }
  return members;
}

// The matrix above, with members that a test may replace.
member_list members_with(const member_list& replaced = {}) {
  return with({{"indices.npy", array_file<std::int32_t>("<i4", "(3,)", {1, 2, 1})},
               {"indptr.npy", array_file<std::int32_t>("<i4", "(4,)", {0, 2, 2, 3})},
               {"format.npy", array_file<char>("|S3", "()", {'c', 's', 'r'})},
               {"shape.npy", array_file<std::int64_t>("<i8", "(2,)", {3, 3})},
               {"data.npy", array_file<double>("<f8", "(3,)", {1.5, -2, 3})}},
              replaced);
}

// The same matrix column by column.
member_list columns_with(const member_list& replaced = {}) {
  member_list members = members_with({{"format.npy", array_file<char>("|S3", "()", {'c', 's', 'c'})},
                                      {"indices.npy", array_file<std::int32_t>("<i4", "(3,)", {0, 2, 0})},
                                      {"indptr.npy", array_file<std::int32_t>("<i4", "(4,)", {0, 0, 2, 3})},
                                      {"data.npy", array_file<double>("<f8", "(3,)", {1.5, 3, -2})}});
  return with(std::move(members), replaced);
}

// The same matrix as coordinates, which have no order.
member_list coordinates_with(const member_list& replaced = {}) {
  return with({{"row.npy", array_file<std::int32_t>("<i4", "(3,)", {2, 0, 0})},
               {"col.npy", array_file<std::int32_t>("<i4", "(3,)", {1, 2, 1})},
               {"format.npy", array_file<char>("|S3", "()", {'c', 'o', 'o'})},
               {"shape.npy", array_file<std::int64_t>("<i8", "(2,)", {3, 3})},
               {"data.npy", array_file<double>("<f8", "(3,)", {3, -2, 1.5})}},
              replaced);
}

io::parsed read_npz(const std::string& bytes) {
  read_options options;
  options.build.control.threads = 1;  // thousands of tiny files
  return io::read_scipy_npz(source_of(bytes), options);
}

std::string refusal(const member_list& replaced) {
  return error_of([&] { (void)read_npz(zipped(members_with(replaced))); });
}

void expect_the_matrix(const graph& g) {
  EXPECT_TRUE(g.directed());
  EXPECT_EQ(listed(g.view().out.offsets, 4), (std::vector<edge_offset>{0, 2, 2, 3}));
  EXPECT_EQ(listed(g.view().out.targets, 3), (std::vector<vertex_id>{1, 2, 1}));
  EXPECT_EQ(listed(g.view().out.weights, 3), (std::vector<edge_weight>{1.5f, -2, 3}));
}

TEST(scipy_npz, reads_what_scipy_saved) { expect_the_matrix(finished(read_npz(decoded(saved_by_scipy)))); }

TEST(scipy_npz, reads_every_kind_of_index_and_value) {
  const auto check = [](const member_list& replaced) { expect_the_matrix(finished(read_npz(zipped(members_with(replaced))))); };
  check({});
  check({{"indices.npy", array_file<std::int64_t>("<i8", "(3,)", {1, 2, 1})},
         {"indptr.npy", array_file<std::uint64_t>("<u8", "(4,)", {0, 2, 2, 3})}});
  check({{"data.npy", array_file<float>("<f4", "(3,)", {1.5f, -2, 3})}});
  check({{"format.npy", array_file<std::uint32_t>("<U3", "()", {'c', 's', 'r'})}});
  const auto weights = [](const std::string& data) {
    const graph g = finished(read_npz(zipped(members_with({{"data.npy", data}}))));
    return listed(g.view().out.weights, 3);
  };
  EXPECT_EQ(weights(array_file<std::int8_t>("|i1", "(3,)", {1, -2, 3})), (std::vector<edge_weight>{1, -2, 3}));
  EXPECT_EQ(weights(array_file<std::uint16_t>("<u2", "(3,)", {1, 65535, 3})), (std::vector<edge_weight>{1, 65535, 3}));
  EXPECT_EQ(weights(array_file<std::int64_t>("<i8", "(3,)", {1, -2, 3})), (std::vector<edge_weight>{1, -2, 3}));
  EXPECT_TRUE(
      finished(read_npz(zipped(members_with({{"data.npy", array_file<char>("|b1", "(3,)", {1, 1, 1})}})))).view().out.weights ==
      nullptr);
}

TEST(scipy_npz, reads_columns_and_coordinates) {
  const auto check = [](const member_list& members) { expect_the_matrix(finished(read_npz(zipped(members)))); };
  check(columns_with());
  check(coordinates_with());
  check(columns_with({{"indices.npy", array_file<std::int64_t>("<i8", "(3,)", {0, 2, 0})},
                      {"indptr.npy", array_file<std::uint64_t>("<u8", "(4,)", {0, 0, 2, 3})}}));
  check(columns_with({{"indices.npy", array_file<std::int32_t>("<i4", "(4,)", {0, 2, 0, 9})},
                      {"data.npy", array_file<double>("<f8", "(4,)", {1.5, 3, -2, 0})}}));  // unused capacity
  check(coordinates_with({{"row.npy", array_file<std::int64_t>("<i8", "(3,)", {2, 0, 0})},
                          {"col.npy", array_file<std::uint16_t>("<u2", "(3,)", {1, 2, 1})},
                          {"data.npy", array_file<float>("<f4", "(3,)", {3, -2, 1.5f})}}));
  for (const bool columns : {true, false}) {
    const auto loaded = [columns](const std::string& data) {
      const member_list members = columns ? columns_with({{"data.npy", data}}) : coordinates_with({{"data.npy", data}});
      return finished(read_npz(zipped(members)));
    };
    const graph narrow = loaded(array_file<std::int16_t>("<i2", "(3,)", {7, 7, 7}));
    EXPECT_EQ(listed(narrow.view().out.weights, 3), (std::vector<edge_weight>{7, 7, 7}));
    EXPECT_EQ(loaded(array_file<std::int64_t>("<i8", "(3,)", {16777217, 1, 1})).has_wide_weights(), true);
    EXPECT_FALSE(loaded(array_file<char>("|b1", "(3,)", {1, 1, 1})).weighted());
  }
}

TEST(scipy_npz, columns_and_coordinates_of_a_symmetric_matrix_are_an_undirected_graph) {
  const member_list columns = columns_with({{"indices.npy", array_file<std::int32_t>("<i4", "(3,)", {1, 0, 2})},
                                            {"indptr.npy", array_file<std::int32_t>("<i4", "(4,)", {0, 1, 2, 3})},
                                            {"data.npy", array_file<double>("<f8", "(3,)", {4, 4, 5})}});
  const member_list coordinates = coordinates_with({{"row.npy", array_file<std::int32_t>("<i4", "(3,)", {1, 2, 0})},
                                                    {"col.npy", array_file<std::int32_t>("<i4", "(3,)", {0, 2, 1})},
                                                    {"data.npy", array_file<double>("<f8", "(3,)", {4, 5, 4})}});
  for (const member_list& members : {columns, coordinates}) {
    const graph g = finished(read_npz(zipped(members)));
    EXPECT_FALSE(g.directed());
    EXPECT_EQ(g.num_edges(), 2u);  // without the self-loop
  }
}

TEST(scipy_npz, repeated_coordinates_are_parallel_edges) {
  const std::string bytes = zipped(coordinates_with({{"row.npy", array_file<std::int32_t>("<i4", "(3,)", {0, 0, 0})},
                                                     {"col.npy", array_file<std::int32_t>("<i4", "(3,)", {1, 1, 1})},
                                                     {"data.npy", array_file<double>("<f8", "(3,)", {4, 2, 8})}}));
  const auto weights = [&](parallel_edges policy) {
    build_options options;
    options.parallel = policy;
    const graph g = finished(read_npz(bytes), options);
    return listed(g.view().out.weights, g.num_edges());
  };
  EXPECT_EQ(weights(parallel_edges::min), (std::vector<edge_weight>{2}));
  EXPECT_EQ(weights(parallel_edges::sum), (std::vector<edge_weight>{14}));
  EXPECT_EQ(weights(parallel_edges::first), (std::vector<edge_weight>{4}));
  EXPECT_EQ(weights(parallel_edges::keep).size(), 3u);
}

TEST(scipy_npz, empty_columns_and_coordinates) {
  const std::string none = array_file<std::int32_t>("<i4", "(0,)", {});
  const graph coordinates = finished(read_npz(
      zipped(coordinates_with({{"row.npy", none}, {"col.npy", none}, {"data.npy", array_file<double>("<f8", "(0,)", {})}}))));
  EXPECT_EQ(coordinates.num_vertices(), 3u);
  EXPECT_EQ(coordinates.num_edges(), 0u);
  const graph columns = finished(read_npz(zipped(columns_with({{"indices.npy", none},
                                                               {"indptr.npy", array_file<std::int32_t>("<i4", "(1,)", {0})},
                                                               {"shape.npy", array_file<std::int64_t>("<i8", "(2,)", {0, 0})},
                                                               {"data.npy", array_file<double>("<f8", "(0,)", {})}}))));
  EXPECT_EQ(columns.num_vertices(), 0u);
}

TEST(scipy_npz, keeps_every_digit_of_values) {
  const auto weights = [](const std::string& data, std::size_t notes = 0) {
    io::parsed found = read_npz(zipped(members_with({{"data.npy", data}})));
    EXPECT_EQ(found.notes.size(), notes);
    const graph g = finished(std::move(found));
    expect_same_graph(finished(read_npz(written_by([&](output_file& out) { io::write_scipy_npz(out, g); }))), g);
    return listed(g.view().out.wide_weights, 3);
  };
  EXPECT_EQ(weights(array_file<double>("<f8", "(3,)", {0.1, 1e300, 1e-50})), (std::vector<double>{0.1, 1e300, 1e-50}));
  EXPECT_EQ(weights(array_file<std::int32_t>("<i4", "(3,)", {16777217, -2, 3})), (std::vector<double>{16777217, -2, 3}));
  EXPECT_EQ(weights(array_file<std::int64_t>("<i8", "(3,)", {std::int64_t{1} << 53, -16777217, 3})),
            (std::vector<double>{0x1p53, -16777217, 3}));
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(weights(array_file<std::int64_t>("<i8", "(3,)", {largest, 16777217, 3}), 1),
            (std::vector<double>{0x1p63, 16777217, 3}));
  EXPECT_TRUE(weights(array_file<double>("<f8", "(3,)", {0.1, 2, 3})).empty());
}

TEST(scipy_npz, a_symmetric_matrix_is_an_undirected_graph) {
  const graph g = small_graph(false, true);
  EXPECT_FALSE(finished(read_npz(written_by([&](output_file& out) { io::write_scipy_npz(out, g); }))).directed());
}

TEST(scipy_npz, round_trips) {
  for (const bool directed : {false, true}) {
    for (const bool weighted : {false, true}) {
      const graph g = small_graph(directed, weighted);
      expect_same_graph(finished(read_npz(written_by([&](output_file& out) { io::write_scipy_npz(out, g); }))), g);
    }
  }
  const graph empty = build(edges_of(0, {}, false, false)).g;
  EXPECT_EQ(finished(read_npz(written_by([&](output_file& out) { io::write_scipy_npz(out, empty); }))).num_vertices(), 0u);
}

TEST(scipy_npz, entries_beyond_the_last_row_are_ignored) {
  expect_the_matrix(
      finished(read_npz(zipped(members_with({{"indices.npy", array_file<std::int32_t>("<i4", "(5,)", {1, 2, 1, 9, 9})},
                                             {"data.npy", array_file<double>("<f8", "(5,)", {1.5, -2, 3, 0, 0})}})))));
}

TEST(scipy_npz, refuses_matrices_that_are_not_a_graph) {
  EXPECT_NE(refusal({{"format.npy", array_file<char>("|S3", "()", {'d', 'i', 'a'})}}).find("save matrix.tocsr() with"),
            std::string::npos);
  EXPECT_NE(refusal({{"format.npy", array_file<char>("|S3", "()", {'b', 's', 'r'})}}).find("eliminate_zeros"), std::string::npos);
  EXPECT_NE(refusal({{"shape.npy", array_file<std::int64_t>("<i8", "(2,)", {3, 4})}}).find("square"), std::string::npos);
  EXPECT_NE(refusal({{"shape.npy", array_file<std::int64_t>("<i8", "(2,)", {-3, -3})}}).find("-3"), std::string::npos);
  EXPECT_NE(refusal({{"shape.npy", array_file<std::int64_t>("<i8", "(2,)", {4, 4})}}).find("indptr"), std::string::npos);
  EXPECT_NE(refusal({{"indices.npy", array_file<std::int32_t>("<i4", "(3,)", {1, 3, 1})}}).find("element 1 is 3"),
            std::string::npos);
  EXPECT_NE(refusal({{"indices.npy", array_file<std::int32_t>("<i4", "(3,)", {-1, 2, 1})}}).find("element 0 is -1"),
            std::string::npos);
  EXPECT_NE(refusal({{"indices.npy", array_file<float>("<f4", "(3,)", {1, 2, 1})}}).find("integers"), std::string::npos);
  EXPECT_NE(refusal({{"indptr.npy", array_file<std::int32_t>("<i4", "(4,)", {0, 2, 1, 3})}}).find("element 2 is 1"),
            std::string::npos);
  EXPECT_NE(refusal({{"indptr.npy", array_file<std::int32_t>("<i4", "(4,)", {1, 2, 2, 3})}}).find("element 0 is 1"),
            std::string::npos);
  EXPECT_NE(refusal({{"indptr.npy", array_file<std::int32_t>("<i4", "(4,)", {0, 2, 2, 4})}}).find("element 3 is 4"),
            std::string::npos);
  EXPECT_NE(refusal({{"data.npy", array_file<double>("<f8", "(3,)", {1, 1.0 / 0.0, 3})}}).find("element 1 is inf"),
            std::string::npos);
  EXPECT_NE(refusal({{"data.npy", array_file<float>("<f4", "(3,)", {1, 2, 0.0f / 0.0f})}}).find("nan"), std::string::npos);
  EXPECT_NE(refusal({{"data.npy", array_file<double>("<c16", "(3,)", {1, 2, 3, 4, 5, 6})}}).find("c16"), std::string::npos);
  EXPECT_NE(refusal({{"data.npy", array_file<float>(">f4", "(3,)", {1, 2, 3})}}).find("big-endian"), std::string::npos);
  EXPECT_NE(refusal({{"data.npy", array_file<float>("|O", "(3,)", {1, 2, 3})}}).find("Python objects"), std::string::npos);
}

TEST(scipy_npz, refuses_columns_and_coordinates_that_are_not_a_graph) {
  const auto columns = [](const member_list& replaced) {
    return error_of([&] { (void)read_npz(zipped(columns_with(replaced))); });
  };
  const auto coordinates = [](const member_list& replaced) {
    return error_of([&] { (void)read_npz(zipped(coordinates_with(replaced))); });
  };
  EXPECT_NE(columns({{"indices.npy", array_file<std::int32_t>("<i4", "(3,)", {0, 3, 0})}}).find("element 1 is 3"),
            std::string::npos);
  EXPECT_NE(columns({{"indptr.npy", array_file<std::int32_t>("<i4", "(3,)", {0, 2, 3})}}).find("3 columns need 4"),
            std::string::npos);
  EXPECT_NE(columns({{"indptr.npy", array_file<std::int32_t>("<i4", "(4,)", {0, 2, 1, 3})}}).find("element 2 is 1"),
            std::string::npos);
  EXPECT_NE(coordinates({{"row.npy", array_file<std::int32_t>("<i4", "(3,)", {2, 0, 3})}}).find("row.npy: element 2 is 3"),
            std::string::npos);
  EXPECT_NE(coordinates({{"col.npy", array_file<std::int32_t>("<i4", "(3,)", {-1, 0, 1})}}).find("col.npy: element 0 is -1"),
            std::string::npos);
  EXPECT_NE(coordinates({{"col.npy", array_file<std::int32_t>("<i4", "(2,)", {1, 2})}}).find("has 2 elements"), std::string::npos);
  EXPECT_NE(coordinates({{"row.npy", array_file<float>("<f4", "(3,)", {1, 2, 1})}}).find("integers"), std::string::npos);
  EXPECT_NE(coordinates({{"data.npy", array_file<double>("<f8", "(3,)", {1, 2, 0.0 / 0.0})}}).find("nan"), std::string::npos);
  EXPECT_NE(coordinates({{"shape.npy", array_file<std::int64_t>("<i8", "(2,)", {3, 4})}}).find("square"), std::string::npos);
}

TEST(scipy_npz, refuses_missing_and_repeated_members) {
  for (std::size_t i = 0; i < 5; ++i) {
    for (member_list members : {columns_with(), coordinates_with()}) {
      members.erase(members.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_NE(error_of([&] { (void)read_npz(zipped(members)); }).find("has no member"), std::string::npos);
    }
  }
  for (std::size_t i = 0; i < 5; ++i) {
    member_list members = members_with();
    members.erase(members.begin() + static_cast<std::ptrdiff_t>(i));
    error_of([&] { (void)read_npz(zipped(members)); });
  }
  member_list members = members_with();
  members.push_back(members[0]);
  EXPECT_NE(error_of([&] { (void)read_npz(zipped(members)); }).find("two members"), std::string::npos);
}

TEST(scipy_npz, refuses_announcements_that_the_file_cannot_hold) {
  for (const std::string_view shape : {"(4000000000,)", "(9223372036854775807,)", "(99999999999999999999,)",
                                       "(4294967296, 4294967296)", "(4611686018427387904, 4)"}) {
    error_of([&] { (void)read_npz(zipped(members_with({{"indices.npy", array_file<std::int32_t>("<i4", shape, {1, 2, 1})}}))); });
  }
}

TEST(scipy_npz, refuses_every_truncation_and_damage_does_no_harm) {
  const std::string whole = decoded(saved_by_scipy);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    error_of([&] { (void)read_npz(whole.substr(0, length)); });
  }
  int refused = 0;
  for (std::size_t place = 0; place < whole.size(); ++place) {
    std::string bytes = whole;
    bytes[place] = static_cast<char>(bytes[place] ^ 0xFF);
    try {
      expect_the_matrix(finished(read_npz(bytes)));  // an unused byte: a date or a flag
    } catch (const error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 500);
}

TEST(npy, refuses_malformed_headers) {
  const auto parse = [](const std::string& dictionary) {
    std::string bytes("\x93NUMPY\1\0", 8);
    bytes += {static_cast<char>(dictionary.size()), '\0'};
    bytes += dictionary;
    return io::parse_npy_header(std::as_bytes(std::span(bytes)), "test", 1000);
  };
  EXPECT_EQ(parse("{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }").items, 6u);
  EXPECT_EQ(parse("{\"shape\":(7L,),\"fortran_order\":True,\"descr\":\"|b1\"}").items, 7u);
  for (const char* bad :
       {"", "{", "{}", "{'descr': '<i4', 'fortran_order': False}", "{'descr': '<i4', 'fortran_order': Maybe, 'shape': ()}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (1", "{'descr': '<i4', 'fortran_order': False, 'shape': (-1,)}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (x,)}", "{'descr': '<i', 'fortran_order': False, 'shape': ()}",
        "{'descr': '<i4x', 'fortran_order': False, 'shape': ()}", "{'descr': '<i4', 'other': 1}", "{'descr': [('a', '<i4')]}",
        "{'descr: }", "{'descr': '<f99999999999', 'fortran_order': False, 'shape': ()}",
        "{'descr': '<i4', 'fortran_order': False, 'shape': (1000,)}"}) {
    error_of([&] { (void)parse(bad); });
  }
}

}  // namespace
}  // namespace fathom::test
