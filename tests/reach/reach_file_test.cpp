// .reach files: names, mismatched graphs, and rejection of every kind of damage: accidental (a flipped byte, a truncation), or with
// recomputed checksums.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>

#include "base/checksum.hpp"
#include "expected_error.hpp"
#include "fathom/reachability.hpp"
#include "reach/codes.hpp"
#include "reach/file/reach_contents.hpp"
#include "reach_files.hpp"
#include "zoo/zoo.hpp"

namespace fathom::test {
namespace {

constexpr const char* railway = "from,to\nVienna,Linz\nLinz,Salzburg\nSalzburg,Innsbruck\nVienna,Graz\nGraz,Villach\n";

// Lists and codes, labels, gaps between sections.
std::string index_with_everything(const temporary_folder& folder) {
  const graph g = graph_of_text(folder / "trains.csv", railway);
  const std::vector<vertex_id> vertices{0, 2, 5};
  build_reach_index(g, vertices, 2).save(folder / "whole.reach");
  return content_of(folder / "whole.reach");
}

const run_control one_thread{.stop = {}, .on_progress = {}, .threads = 1};

// A copy of the exact size, so that a sanitizer detects reads past the end.
std::shared_ptr<io::reach_contents> read(std::string_view bytes, bool trust) {
  auto memory = std::make_shared<array<std::byte>>(bytes.size());
  std::ranges::copy(std::as_bytes(std::span(bytes)), memory->begin());
  const std::span<const std::byte> view(memory->data(), memory->size());
  return io::read_reach({"bad.reach", view, std::move(memory)}, trust, one_thread);
}

void expect_refused(std::string_view bytes, bool trust = false) {
  try {
    static_cast<void>(read(bytes, trust));
    FAIL() << "the file was taken";
  } catch (const error& e) {
    ASSERT_EQ(e.category(), error_category::input);
    ASSERT_EQ(std::string(e.what()).rfind("bad.reach: ", 0), 0u) << e.what();
  }
}

TEST(reach_file, keeps_names) {
  const temporary_folder folder;
  const graph trains = graph_of_text(folder / "trains.csv", railway);
  const std::vector<vertex_id> vertices{*trains.find_label("Vienna")};
  build_reach_index(trains, vertices, 2).save(folder / "trains.reach");
  const reach_index named = reach_index::load(folder / "trains.reach");
  for (vertex_id v = 0; v < trains.num_vertices(); ++v) EXPECT_EQ(named.name(v), trains.name(v));
  expect_error(error_category::usage, "source Graz is not among the 1 selected vertex of the index",
               [&] { (void)named.hops(*trains.find_label("Graz"), 0); });

  const graph sparse = graph_of_text(folder / "sparse.el", "7 100000000000\n100000000000 5000000000\n");
  build_reach_index(sparse, std::vector<vertex_id>{0}, 2).save(folder / "sparse.reach");
  const reach_index renumbered = reach_index::load(folder / "sparse.reach");
  ASSERT_EQ(renumbered.original_ids().size(), 3u);
  EXPECT_EQ(renumbered.name(2), "100000000000");
}

TEST(reach_file, of_another_graph_is_refused_with_both_checksums) {
  const temporary_folder folder;
  const graph mine = build(path(50)).g, other = build(test::directed_cycle(50)).g;
  build_reach_index(mine, std::vector<vertex_id>{3}, 2).save(folder / "mine.reach");
  EXPECT_NO_THROW((void)reach_index::load(folder / "mine.reach", {.trust = false, .of = &mine, .control = {}}));
  const std::vector<std::string> parts{fmt::format("{:016x}", graph_checksum(mine)), fmt::format("{:016x}", graph_checksum(other)),
                                       "rebuild the index", "mine.reach: "};
  for (const std::string& part : parts) {
    expect_error(error_category::input, part,
                 [&] { (void)reach_index::load(folder / "mine.reach", {.trust = true, .of = &other, .control = {}}); });
  }
}

TEST(reach_file, notices_every_flipped_byte) {
  const temporary_folder folder;
  const std::string whole = index_with_everything(folder);
  for (std::size_t place = 0; place < whole.size(); ++place) {
    for (const int flip : {0x01, 0x80, 0xFF}) {
      std::string bytes = whole;
      bytes[place] = static_cast<char>(bytes[place] ^ flip);
      SCOPED_TRACE("byte " + std::to_string(place) + " flipped by " + std::to_string(flip));
      expect_refused(bytes);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(reach_file, refuses_every_truncation) {
  const temporary_folder folder;
  const std::string whole = index_with_everything(folder);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    SCOPED_TRACE(length);
    for (const bool trust : {false, true}) expect_refused(std::string_view(whole).substr(0, length), trust);
    if (testing::Test::HasFatalFailure()) return;
  }
  expect_refused(whole + '\0', true);
}

// A forged file with valid checksums.
void rehash(std::string& bytes) {
  auto* const h = reinterpret_cast<io::reach_header*>(bytes.data());
  const std::size_t count = std::min<std::size_t>(h->section_count, io::reach_sections);
  auto* const entries = reinterpret_cast<io::section_entry*>(bytes.data() + sizeof *h);
  const auto all = std::as_bytes(std::span(bytes));
  for (std::size_t i = 0; i < count; ++i) {
    io::section_entry& e = entries[i];
    if (e.offset > bytes.size() || e.bytes > bytes.size() - e.offset || e.checksum == 0) continue;
    e.checksum = io::checksum(all.subspan(e.offset, e.bytes), 1);
  }
  h->checksum = io::hash_bytes(all.subspan(sizeof *h, h->section_count * sizeof(io::section_entry)),
                               io::hash_bytes(all.first(offsetof(io::reach_header, checksum))));
}

// Every 32-bit word of header and tables, replaced by numbers that overflow sums: the file is rejected, or all queries are safe.
TEST(reach_file, with_wrong_tables_does_no_harm) {
  const temporary_folder folder;
  const std::string whole = index_with_everything(folder);
  const auto* const entries = reinterpret_cast<const io::section_entry*>(whole.data() + sizeof(io::reach_header));
  const std::size_t tables_end = entries[1].offset + entries[1].bytes;  // after the selected vertices and the table of rows
  int refused = 0, taken = 0;
  for (std::size_t place = 8; place + 4 <= tables_end; place += 4) {
    for (const std::uint32_t lie : {0u, 1u, 3u, 64u, 0x7FFFFFFFu, 0xFFFFFFFFu, 0xFFFFFFC0u}) {
      std::string bytes = whole;
      std::memcpy(bytes.data() + place, &lie, sizeof lie);
      if (reinterpret_cast<const io::reach_header*>(bytes.data())->section_count > io::reach_sections) continue;
      rehash(bytes);
      for (const bool trust : {false, true}) {
        try {
          const auto index = read(bytes, trust);
          for (std::size_t i = 0; i < index->rows.size(); ++i) {
            for (const vertex_id t : {vertex_id{0}, vertex_id{1}, index->num_vertices / 2, index->num_vertices - 1}) {
              const io::reach_row& row = index->table[i];
              static_cast<void>(look_up(index->rows[i], row.form, row.count, t, index->k, index->code_bits));
            }
          }
          ++taken;
        } catch (const error& e) {
          ASSERT_EQ(e.category(), error_category::input) << e.what();
          ++refused;
        }
      }
    }
  }
  EXPECT_GT(refused, 100);
  EXPECT_GT(taken, 0);  // the number of edges is not checked
}

TEST(reach_file, damaged_on_disk_is_refused_too) {
  const temporary_folder folder;
  std::string bytes = index_with_everything(folder);
  bytes[bytes.size() / 2] ^= 1;
  put(folder / "whole.reach", bytes);
  expect_error(error_category::input, "build it again", [&] { (void)reach_index::load(folder / "whole.reach"); });
  put(folder / "whole.reach", bytes.substr(0, bytes.size() - 1));
  expect_error(error_category::input, "the file is truncated",
               [&] { (void)reach_index::load(folder / "whole.reach", {.trust = true, .of = nullptr, .control = {}}); });
}

TEST(reach_file, that_is_none_says_so) {
  const temporary_folder folder;
  expect_error(error_category::input, "missing.reach: cannot be read", [&] { (void)reach_index::load(folder / "missing.reach"); });
  for (const std::string_view text : {"", "0 1\n",
                                      "a much longer text that is not an index either, however long it may be, and it is "
                                      "longer than the header of an index, which has 128 bytes"}) {
    put(folder / "text.reach", text);
    expect_error(error_category::input, "signature of a reachability index",
                 [&] { (void)reach_index::load(folder / "text.reach"); });
  }
  expect_error(error_category::input, "Is a directory", [&] { (void)reach_index::load(folder / "."); });
}

TEST(reach_file, that_cannot_be_written_leaves_nothing) {
  const temporary_folder folder;
  const graph g = build(path(5)).g;
  const reach_index index = build_reach_index(g, std::vector<vertex_id>{0}, 2);
  expect_error(error_category::output, "cannot be written", [&] { index.save(folder / "missing/index.reach"); });
  expect_error(error_category::output, "cannot be written", [&] { index.save("/dev/full"); });
  expect_error(error_category::cancelled, [&] { index.save(folder / "stopped.reach", stopped()); });
  EXPECT_TRUE(std::filesystem::is_empty(folder / "."));
}

}  // namespace
}  // namespace fathom::test
