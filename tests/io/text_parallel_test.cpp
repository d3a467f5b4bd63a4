// Texts of many chunks and blocks: the same graph, or the same first error, with any number of threads.
#include "base/random.hpp"
#include "expected_error.hpp"
#include "sanitized.hpp"
#include "text_files.hpp"

namespace fathom::test {
namespace {

constexpr std::size_t lines = sanitized ? 100'000 : 400'000;  // about 5 MB: 20 chunks; or 5

read_options on_threads(int threads) {
  read_options options = as_listed();
  options.build.control.threads = threads;
  return options;
}

// "u v" lines interspersed with comments and empty lines.
std::string many_edges(std::uint64_t base, bool weights, const std::string& prefix = "") {
  std::string text;
  for (std::size_t i = 0; i < lines; ++i) {
    const std::uint64_t r = random_bits(1, i);
    text += prefix + std::to_string(base + r % 1000) + " " + std::to_string(base + (r >> 32) % 100000);
    text += weights ? " " + std::to_string(r % 1000) + "." + std::to_string(r % 7) + "\n" : "\n";
    if (i % 1000 == 7) text += prefix.empty() ? "# a comment\n\n" : "c a comment\n\n";
  }
  return text;
}

// Serial reference implementation.
std::vector<edge> expected_edges(bool weights) {
  std::vector<edge> edges;
  for (std::size_t i = 0; i < lines; ++i) {
    const std::uint64_t r = random_bits(1, i);
    const float w = weights ? std::stof(std::to_string(r % 1000) + "." + std::to_string(r % 7)) : 1;
    edges.emplace_back(r % 1000, (r >> 32) % 100000, w);
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

void expect_everywhere(const std::string& name, const std::string& text, bool weights) {
  const temporary_folder folder;
  const std::filesystem::path file = folder.put(name, text);
  const std::vector<edge> expected = expected_edges(weights);
  for (const int threads : {1, 3}) {
    std::vector<edge> edges = edges_of(read_graph(file, on_threads(threads)).g);
    std::sort(edges.begin(), edges.end());
    EXPECT_TRUE(edges == expected) << name << " on " << threads << " threads";
  }
}

TEST(many_chunks, edges) { expect_everywhere("a.el", many_edges(0, false), false); }
TEST(many_chunks, weights) { expect_everywhere("a.wel", many_edges(0, true), true); }

TEST(many_chunks, matrix_market) {
  std::string text = "%%MatrixMarket matrix coordinate real general\n100000 100000 " + std::to_string(lines) + "\n";
  std::string body = many_edges(1, true);
  for (std::size_t at = body.find('#'); at != body.npos; at = body.find('#', at)) body[at] = '%';
  expect_everywhere("a.mtx", text + body, true);
}

TEST(many_chunks, dimacs) {
  expect_everywhere("a.gr", "p sp 100000 " + std::to_string(lines) + "\n" + many_edges(1, true, "a "), true);
}

TEST(many_chunks, of_metis_ligra_and_tables_read_back) {
  const temporary_folder folder;
  read_options undirected = as_listed();
  undirected.direction = stated_direction::undirected;
  undirected.keep_id_gaps = true;  // most of these formats use ids as positions
  undirected.build.parallel = parallel_edges::min;
  const graph weighted = read_graph(folder.put("a.wel", many_edges(0, true)), undirected).g;
  const graph unweighted = read_graph(folder.put("a.el", many_edges(0, false)), undirected).g;
  for (const std::string name : {"b.graph", "b.adj", "b.csv", "b.txt", "b.mtx", "b.gr"}) {
    const bool whole = name == "b.graph" || name == "b.gr" || name == "b.adj";  // these formats reject fractions
    const graph& g = whole ? unweighted : weighted;
    write_graph(folder / name, g);
    for (const int threads : {1, 3}) {
      const graph back = read_graph(folder / name, on_threads(threads)).g;
      EXPECT_EQ(back.num_vertices(), g.num_vertices()) << name;
      EXPECT_TRUE(edges_of(back) == edges_of(g)) << name << " on " << threads << " threads";
    }
  }
}

TEST(many_chunks, the_first_bad_line_is_reported) {
  const temporary_folder folder;
  std::string text;
  for (int i = 1; i <= 300'000; ++i) text += i == 123'456 ? "1 bad\n" : i == 123'999 || i == 299'999 ? "7 worse\n" : "1 2\n";
  const std::filesystem::path file = folder.put("a.el", text);
  for (const int threads : {1, 2, 3, 8}) {
    const std::string message = read_error(file, nullptr, on_threads(threads));
    EXPECT_NE(message.find("a.el:123456: \"bad\""), message.npos) << message;
  }
}

TEST(many_chunks, the_first_entry_too_many_is_reported) {
  const temporary_folder folder;
  std::string text = "%%MatrixMarket matrix coordinate pattern general\n9 9 200000\n";
  for (int i = 0; i < 300'000; ++i) text += i == 250'000 ? "1 bad\n" : "1 2\n";
  const std::filesystem::path file = folder.put("a.mtx", text);
  for (const int threads : {1, 3}) {
    const std::string message = read_error(file, nullptr, on_threads(threads));
    EXPECT_NE(message.find("a.mtx:200003: more than the 200000 entries"), message.npos) << message;
  }
}

TEST(many_chunks, a_wide_id_late_in_the_text_widens_what_was_read) {
  const temporary_folder folder;
  const std::filesystem::path file = folder.put("a.el", many_edges(0, false) + "5000000000 3\n");
  for (const int threads : {1, 3}) {
    const read_result r = read_graph(file, on_threads(threads));
    std::vector<edge> expected = expected_edges(false);
    expected.emplace_back(5'000'000'000, 3, 1);
    std::sort(expected.begin(), expected.end());
    std::vector<edge> edges = edges_of(r.g);
    std::sort(edges.begin(), edges.end());
    EXPECT_TRUE(edges == expected) << threads;
    EXPECT_TRUE(r.what.renumbered);
  }
}

TEST(many_blocks, a_line_longer_than_a_block_is_read) {
  // A star's center in METIS: one line of about 45 MB.
  constexpr std::uint64_t leaves = 5'500'000;
  std::string text = std::to_string(leaves + 1) + " " + std::to_string(leaves) + "\n";
  for (std::uint64_t i = 0; i < leaves; ++i) text += std::to_string(i + 2) + " ";
  text += "\n";
  for (std::uint64_t i = 0; i < leaves; ++i) text += "1\n";
  const read_result r = read_text("a.graph", text);
  EXPECT_EQ(r.g.num_edges(), 2 * leaves);
  EXPECT_EQ(r.g.properties().max_out_degree, leaves);
}

TEST(cancelling, ends_reading) {
  read_options options;
  options.build.control = stopped();
  const temporary_folder folder;
  error_category category{};
  static_cast<void>(read_error(folder.put("a.el", "0 1\n"), &category, options));
  EXPECT_EQ(category, error_category::cancelled);
}

}  // namespace
}  // namespace fathom::test
