// Files read in parts by several processes: the same graph as on a single process, in every format.
#include "expected_error.hpp"
#include "fathom/distributed/io.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "fathom/distributed/bfs.hpp"
#include "graph_of_parts.hpp"

namespace fathom {
namespace {

using test::ranks;

// Directory for the files of one test, created and removed by process 0.
class shared_directory {
 public:
  shared_directory() {
    std::uint64_t id = ranks().rank() == 0 ? static_cast<std::uint64_t>(::getpid()) : 0;
    ranks().all_reduce(reduction::max, std::span(&id, 1));
    path_ = std::filesystem::temp_directory_path() / ("fathom-rank-io-" + std::to_string(id));
    if (ranks().rank() == 0) std::filesystem::create_directories(path_);
    ranks().barrier();
  }
  ~shared_directory() {
    ranks().barrier();
    std::error_code ignored;
    if (ranks().rank() == 0) std::filesystem::remove_all(path_, ignored);
  }
  shared_directory(const shared_directory&) = delete;
  shared_directory& operator=(const shared_directory&) = delete;

  // Process 0 writes the file; all continue once it exists.
  std::filesystem::path file(const std::string& name, const std::function<void(const std::filesystem::path&)>& write) const {
    if (ranks().rank() == 0) write(path_ / name);
    ranks().barrier();
    return path_ / name;
  }
  std::filesystem::path text(const std::string& name, const std::string& content) const {
    return file(name, [&](const std::filesystem::path& path) { std::ofstream(path) << content; });
  }

 private:
  std::filesystem::path path_;
};

rank_graph_options one_thread() { return {0, 0, true, test::rank_control()}; }

// Compares the distributed graph with that of a single process, and checks whether it was read in parts.
void expect_same_graph(const std::filesystem::path& file, bool in_parts, const read_options& options = {}) {
  const graph expected = read_graph(file, options).g;
  const rank_read_result read = read_rank_graph(ranks(), file, options, one_thread());
  SCOPED_TRACE(file.string() + " " + read.whole_file_reason);
  EXPECT_EQ(read.whole_file_reason.empty(), in_parts && ranks().size() > 1);
  EXPECT_EQ(read.g.num_vertices(), expected.num_vertices());
  EXPECT_EQ(read.g.directed(), expected.directed());
  EXPECT_EQ(read.g.weighted(), expected.weighted());
  EXPECT_EQ(test::all_edges(read.g), test::all_edges(expected));
  ASSERT_EQ(read.vertices.num_vertices(), expected.num_vertices());
  for (vertex_id v = 0; v < expected.num_vertices(); ++v) ASSERT_EQ(read.vertices.name(v), expected.name(v));
}

class files_in_parts : public testing::TestWithParam<test::specimen> {};

TEST_P(files_in_parts, hold_the_same_graph) {
  const shared_directory directory;
  const graph plain = build(GetParam().edges()).g, weighted = build(test::with_weights(GetParam().edges())).g;
  for (const char* const suffix : {"mtx", "el", "txt", "sg", "fathom", "gr", "wel", "wsg"}) {
    const bool has_weights = suffix == std::string("gr") || suffix[0] == 'w';
    const graph& g = has_weights ? weighted : plain;
    if (g.num_vertices() == 0 || g.num_edges() == 0) continue;  // formats differ in whether that is a graph
    if (GetParam().name == "long_path") continue;               // slow and no different from others
    const auto file =
        directory.file(std::string("graph.") + suffix, [&](const std::filesystem::path& path) { write_graph(path, g); });
    expect_same_graph(file, true);
    if (!g.directed()) continue;
    read_options both;
    both.direction = stated_direction::undirected;
    expect_same_graph(file, true, both);
  }
  if (plain.directed() || plain.num_edges() == 0 || plain.num_vertices() > 5000) return;
  expect_same_graph(directory.file("graph.g500", [&](const std::filesystem::path& path) { write_graph(path, weighted); }), true);
}

INSTANTIATE_TEST_SUITE_P(zoo, files_in_parts, testing::ValuesIn(test::zoo()), test::specimen_name());

TEST(rank_io, cuts_at_every_line_end) {
  const shared_directory directory;
  expect_same_graph(directory.text("no_end.el", "0 1\n1 2\n2 3\n3 4\n4 0"), true);
  expect_same_graph(directory.text("carriage.el", "0 1\r\n1 2\r\n\r\n2 3\r\n"), true);
  expect_same_graph(directory.text("one_line.el", "0 1"), true);
  expect_same_graph(directory.text("long_comment.txt", "# " + std::string(500, 'x') + "\n0\t1\n1\t2\n# in the middle\n2\t3\n"),
                    true);
  expect_same_graph(directory.text("long.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n% c\n4 4 3\n2 1\n3 2\n4 3\n"),
                    true);
  expect_same_graph(
      directory.text("skew.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n4 4 3\n2 1 1.5\n3 2 2\n4 3 3\n"), true);
}

TEST(rank_io, reads_as_a_whole_what_cannot_be_cut) {
  const shared_directory directory;
  expect_same_graph(directory.text("sparse.el", "0 1000000\n1000000 5\n5 77\n"), false);
  expect_same_graph(directory.text("wide.el", "0 9999999999\n1 2\n2 3\n"), false);
  expect_same_graph(directory.text("table.csv", "source,target\na,b\nb,c\n"), false);
  expect_same_graph(directory.text("rows.graph", "3 2\n2\n1 3\n2\n"), false);
}

TEST(rank_io, numbers_vertices_as_one_process_does) {
  const shared_directory directory;
  expect_same_graph(directory.text("gaps.txt", "# Directed graph\n1 2\n2 3\n3 1\n1 4\n4 7\n7 900\n"), true);
  expect_same_graph(directory.text("from_one.el", "1 2\n2 3\n3 4\n4 5\n5 1\n"), true);
  expect_same_graph(directory.text("declared.txt", "# Nodes: 9 Edges: 4\n1 2\n2 3\n3 4\n4 60\n"), true);
  expect_same_graph(directory.text("ours.el", "1 2\n2 3\n3 4\n# fathom: vertex 40\n4 5\n# fathom: vertex 50\n"), true);
  expect_same_graph(directory.text("times.txt", "0 1 1082040961\n1 2 1082040970\n2 3 1082040999\n"), true);
  expect_same_graph(directory.text("weights.txt", "0 1 1082040961\n1 2 5\n2 3 7\n"), true);
  const auto list = directory.text("list.el", "1 2\n2 3\n3 4\n4 9\n");
  read_options options;
  options.keep_id_gaps = true;
  expect_same_graph(list, true, options);
  options.keep_id_gaps = false;
  options.num_vertices = 8;
  expect_same_graph(list, true, options);
  options.num_vertices = 4;
  EXPECT_THROW(static_cast<void>(read_rank_graph(ranks(), list, options, one_thread())), error);
}

TEST(rank_io, notes_that_parallel_edges_without_weights_are_not_added_up) {
  const shared_directory directory;
  const auto file = directory.text("plain.el", "0 1\n1 2\n0 1\n");
  rank_graph_options parts = one_thread();
  const auto notes = [&] {
    std::string all;
    for (const std::string& note : read_rank_graph(ranks(), file, {}, parts).notes) all += note + "\n";
    return all;
  };
  EXPECT_EQ(notes().find("added up"), std::string::npos);
  parts.parallel = parallel_edges::sum;
  EXPECT_NE(notes().find("parallel edges have no weights to add up"), std::string::npos) << notes();
  parts.weights = false;
  EXPECT_NE(notes().find(ranks().size() == 1 ? "no weights to add up" : "weights are not read"), std::string::npos) << notes();
}

TEST(rank_io, rounds_weights_with_a_note) {
  const shared_directory directory;
  const auto file = directory.text("large.wel", "0 1 0.1\n1 2 3\n2 3 16777217\n3 0 5\n");
  expect_same_graph(file, true);
  const rank_read_result read = read_rank_graph(ranks(), file, {}, one_thread());
  EXPECT_TRUE(std::any_of(read.notes.begin(), read.notes.end(),
                          [](const std::string& note) { return note.find("to which they were rounded") != note.npos; }));
  const auto tiny = directory.text("tiny.wel", "0 1 1e-60\n1 2 3\n");
  EXPECT_THROW(static_cast<void>(read_rank_graph(ranks(), tiny, {}, one_thread())), error);
}

TEST(rank_io, merges_parallel_edges_as_one_process_does) {
  const shared_directory directory;
  const auto file = directory.text("log.wel", "0 1 3\n0 1 0.5\n1 0 7\n2 1 2\n0 1 1\n2 3 4\n3 2 6\n2 3 9\n");
  for (const parallel_edges policy : {parallel_edges::min, parallel_edges::sum}) {
    for (const stated_direction direction : {stated_direction::directed, stated_direction::undirected}) {
      read_options options;
      options.direction = direction, options.build.parallel = policy;
      rank_graph_options parts = one_thread();
      parts.parallel = policy;
      const rank_read_result read = read_rank_graph(ranks(), file, options, parts);
      EXPECT_EQ(test::all_edges(read.g), test::all_edges(read_graph(file, options).g));
    }
  }
  rank_graph_options first = one_thread();
  first.parallel = parallel_edges::first;
  if (ranks().size() == 1) return;  // a single process reads the whole file
  EXPECT_THROW(static_cast<void>(read_rank_graph(ranks(), file, {}, first)), error);
}

TEST(rank_io, reads_entirely_what_depends_on_all_edges) {
  const shared_directory directory;
  expect_same_graph(directory.text("n_m.txt", "4 3\n0 1\n1 2\n2 3\n"), false);
  expect_same_graph(directory.text("seconds.txt", "5 3 0\n1 4 2501\n1 9 3307\n3 5 4690\n"), false);
  expect_same_graph(directory.text("names.edgelist", "ann bob {}\nbob carl {}\n"), false);
  expect_same_graph(directory.text("data.edgelist", "0 1 {'weight': 2}\n1 2 {}\n"), false);
}

TEST(rank_io, keeps_the_names_of_vertices) {
  const shared_directory directory;
  const auto table = directory.text("table.csv", "source,target\nanna,bert\nbert,carl\ndora,anna\n");
  const auto named =
      directory.file("named.fathom", [&](const std::filesystem::path& path) { write_graph(path, read_graph(table).g); });
  expect_same_graph(named, true);
  const auto sparse = directory.text("sparse.el", "0 1000000\n1000000 5\n5 77\n");
  const auto ids =
      directory.file("ids.fathom", [&](const std::filesystem::path& path) { write_graph(path, read_graph(sparse).g); });
  expect_same_graph(ids, true);
}

// Expects an error on all processes, however few of them find it.
void expect_refused(const std::filesystem::path& file, const std::string& what) {
  test::expect_error(error_category::input, what, [&] { static_cast<void>(read_rank_graph(ranks(), file, {}, one_thread())); });
}

TEST(rank_io, refuses_bad_files_with_file_and_line) {
  const shared_directory directory;
  std::string lines;
  for (int i = 0; i < 200; ++i) lines += std::to_string(i) + " " + std::to_string(i + 1) + "\n";
  expect_refused(directory.text("bad.el", lines + "200 x\n"), "bad.el:201: ");
  expect_refused(directory.text("bad_end.el", lines + "200 x"), "bad_end.el:201: ");
  const std::string banner = "%%MatrixMarket matrix coordinate pattern general\n";
  expect_refused(directory.text("few.mtx", banner + "5 5 4\n1 2\n2 3\n3 4\n"), "4");
  expect_refused(directory.text("many.mtx", banner + "5 5 2\n1 2\n2 3\n3 4\n"), "2");
  expect_refused(directory.text("range.mtx", banner + "5 5 3\n1 2\n2 3\n3 6\n"), "range.mtx:5: ");
  expect_refused("no-such-file.mtx", "no-such-file.mtx");
  const auto cut = directory.file("cut.sg", [](const std::filesystem::path& path) {
    write_graph(path, build(kron(8)).g);
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - 5);
  });
  expect_refused(cut, "truncated");
}

TEST(rank_io, fails_on_all_ranks_where_one_cannot_read) {
  if (ranks().size() == 1) return;  // needs another process that does not fail
  const shared_directory directory;
  const auto file = directory.text("graph.el", "0 1\n1 2\n");
  const bool fails = ranks().rank() == 1;
  try {
    static_cast<void>(read_rank_graph(ranks(), fails ? "no-such-file.el" : file, {}, one_thread()));
    ADD_FAILURE() << "it was read";
  } catch (const rank_error& e) {
    EXPECT_EQ(e.rank(), 1);
    EXPECT_EQ(e.category(), error_category::input);
  }
  read_options other;
  if (fails) other.direction = stated_direction::undirected;
  EXPECT_THROW(static_cast<void>(read_rank_graph(ranks(), file, other, one_thread())), rank_error);
  expect_same_graph(file, true);  // and can continue
}

// Damages one number after another in formats without checksums.
TEST(rank_io, refuses_damaged_rows) {
  const shared_directory directory;
  const auto damage = [&](const std::string& name, std::uint64_t place, std::uint64_t value, int bytes) {
    return directory.file(name, [&](const std::filesystem::path& path) {
      write_graph(path, build(grid(20, 20)).g);
      std::fstream out(path, std::ios::in | std::ios::out | std::ios::binary);
      out.seekp(static_cast<std::streamoff>(place));
      out.write(reinterpret_cast<const char*>(&value), bytes);
    });
  };
  expect_refused(damage("offset.sg", 17 + 8 * 200, 1 << 20, 8), "ffset");
  expect_refused(damage("end.sg", 17 + 8 * 401 + 4 * 1000, 400, 4), "400");
  expect_refused(damage("offset.fathom", 4096 + 8 * 200, 1 << 20, 8), "ffset");
  expect_refused(damage("end.fathom", 8192 + 4 * 1000, 400, 4), "the file is corrupted");
  expect_refused(damage("reverse.sg", 17 + 8 * 401, 399, 4), "undirected");
}

TEST(rank_io, generates_what_one_process_does) {
  for (const char* const spec : {"kron:9:5", "kron:8", "grid:13x17", "uniform:8:4", "rmat:8:8"}) {
    const graph expected = build(generate(spec)).g;
    const rank_read_result made = generate_rank_graph(ranks(), spec, {}, one_thread());
    EXPECT_EQ(test::all_edges(made.g), test::all_edges(expected)) << spec;
    EXPECT_EQ(made.whole_file_reason.empty(), std::string(spec).starts_with("kron")) << spec;
  }
  EXPECT_THROW(static_cast<void>(generate_rank_graph(ranks(), "kron:x")), error);
}

TEST(rank_io, draws_the_sources_of_one_process) {
  for (const char* const spec : {"kron:9:5", "random:300:1"}) {
    const graph g = build(generate(spec)).g;
    const rank_graph parts(ranks(), g);
    for (const std::size_t count : {std::size_t{1}, std::size_t{64}, std::size_t{700}}) {
      const array<vertex_id> expected = random_sources(g, count, 7);
      const std::vector<vertex_id> drawn = random_sources(parts, count, 7);
      EXPECT_TRUE(std::equal(drawn.begin(), drawn.end(), expected.begin(), expected.end()));
    }
  }
  const rank_graph isolated(ranks(), build(test::edges_of(5, {}, false)).g);
  EXPECT_THROW(static_cast<void>(random_sources(isolated, 1, 7)), error);
}

}  // namespace
}  // namespace fathom
