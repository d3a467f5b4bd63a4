// The same graph in every compression format, and clear errors for damaged or truncated files.
#include <archive.h>
#include <archive_entry.h>

#include <functional>
#include <memory>

#include "base/random.hpp"
#include "text_files.hpp"

namespace fathom::test {
namespace {

struct close_archive {
  void operator()(archive* a) const {
    archive_write_close(a);
    archive_write_free(a);
  }
};

using add_filter = std::function<int(archive*)>;

struct member {
  std::string name;
  std::string text;
};

// A tar file of these members; a single member without a name is compressed without tar.
void compress(const std::filesystem::path& file, const add_filter& filter, const std::vector<member>& members) {
  const std::unique_ptr<archive, close_archive> a(archive_write_new());
  ASSERT_EQ(filter(a.get()), ARCHIVE_OK);
  archive_write_set_filter_option(a.get(), nullptr, "compression-level", "1");  // fast; the level does not matter here
  members[0].name.empty() ? archive_write_set_format_raw(a.get()) : archive_write_set_format_pax_restricted(a.get());
  ASSERT_EQ(archive_write_open_filename(a.get(), file.c_str()), ARCHIVE_OK);
  for (const member& m : members) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(), archive_entry_free);
    archive_entry_set_pathname(entry.get(), m.name.empty() ? "data" : m.name.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(m.text.size()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), 0600);
    ASSERT_EQ(archive_write_header(a.get(), entry.get()), ARCHIVE_OK);
    ASSERT_EQ(archive_write_data(a.get(), m.text.data(), m.text.size()), static_cast<la_ssize_t>(m.text.size()));
  }
}

std::string many_lines(std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t r = random_bits(2, i);
    text += std::to_string(r % 9973) + " " + std::to_string((r >> 32) % 99991) + "\n";
  }
  return text;
}

struct compression {
  std::string suffix;
  add_filter filter;
};

std::ostream& operator<<(std::ostream& out, const compression& c) { return out << c.suffix; }

class compressed : public testing::TestWithParam<compression> {};

TEST_P(compressed, text_of_several_blocks_reads_as_it_does_plain) {
  const temporary_folder folder;
  const std::string text = many_lines(900'000);  // 10 MB: two blocks
  const std::filesystem::path file = folder / ("a.el" + GetParam().suffix);
  compress(file, GetParam().filter, {{"", text}});
  const read_result plain = read_graph(folder.put("a.el", text));
  const read_result r = read_graph(file);
  EXPECT_EQ(r.format, file_format::edge_list);
  EXPECT_EQ(r.bytes, std::filesystem::file_size(file));
  EXPECT_TRUE(edges_of(r.g) == edges_of(plain.g));
}

TEST_P(compressed, errors_name_the_line) {
  const temporary_folder folder;
  const std::filesystem::path file = folder / ("a.el" + GetParam().suffix);
  compress(file, GetParam().filter, {{"", many_lines(900'000) + "1 x\n" + many_lines(10)}});
  const std::string message = read_error(file);
  EXPECT_NE(message.find(":900001: \"x\""), message.npos) << message;
}

TEST_P(compressed, is_known_by_its_content) {
  const temporary_folder folder;
  compress(folder / "a.el", GetParam().filter, {{"", "0 1\n"}});
  EXPECT_EQ(read_graph(folder / "a.el").g.num_edges(), 1u);
}

TEST_P(compressed, tar_gives_the_matrix_and_not_its_companions) {
  const temporary_folder folder;
  const std::string mtx = "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n";
  const std::string array = "%%MatrixMarket matrix array real general\n1 1\n1\n";
  const auto check = [&](const std::string& archive_name, const std::vector<member>& members) {
    const std::filesystem::path file = folder / (archive_name + ".tar" + GetParam().suffix);
    compress(file, GetParam().filter, members);
    const read_result r = read_graph(file);
    EXPECT_EQ(r.format, file_format::matrix_market) << archive_name;
    EXPECT_EQ(r.g.num_edges(), 2u) << archive_name;
  };
  check("net", {{"net/net_b.mtx", array}, {"net/net_coord.mtx", array}, {"net/net.mtx", mtx}});
  check("renamed", {{"net/net_b.mtx", array}, {"net/net.mtx", mtx}});
  check("flat", {{"README.txt", "hello\n"}, {"other_x.mtx", array}, {"other.mtx", mtx}});
  check("empty-first", {{"notes", ""}, {"x/only.mtx", mtx}});
}

TEST_P(compressed, tar_without_one_graph_is_refused) {
  const temporary_folder folder;
  const std::filesystem::path file = folder / ("a.tar" + GetParam().suffix);
  compress(file, GetParam().filter, {{"x.el.gz", "hello"}});
  EXPECT_NE(read_error(file).find("no graph"), std::string::npos) << read_error(file);
  compress(file, GetParam().filter, {{"x.png", "hello"}, {"y.png", "hello"}});
  EXPECT_NE(read_error(file).find("no graph"), std::string::npos) << read_error(file);
  compress(file, GetParam().filter, {{"x.el", "0 1\n"}, {"y.el", "0 1\n"}});
  EXPECT_NE(read_error(file).find("2 graphs (x.el, y.el)"), std::string::npos) << read_error(file);
}

// pzstd begins with a frame that zstd skips.
TEST(skippable_frame, before_zstd_data_is_skipped) {
  const temporary_folder folder;
  compress(folder / "a.el.zst", archive_write_add_filter_zstd, {{"", "0 1\n1 2\n"}});
  const std::string skipped("\x5a\x2a\x4d\x18\4\0\0\0abcd", 12);
  EXPECT_EQ(read_graph(folder.put("b.el.zst", skipped + content_of(folder / "a.el.zst"))).g.num_edges(), 2u);
}

TEST(zeros, are_an_unfinished_file_or_an_archive_without_files) {
  const temporary_folder folder;
  for (const char* name : {"a.tar", "a.mtx", "a"}) {
    const std::string message = read_error(folder.put(name, std::string(10'240, '\0')));
    EXPECT_NE(message.find("begins with zeros only"), message.npos) << message;
  }
}

TEST(tar, of_links_only_holds_no_files) {
  const temporary_folder folder;
  const std::unique_ptr<archive, close_archive> a(archive_write_new());
  archive_write_set_format_pax_restricted(a.get());
  ASSERT_EQ(archive_write_open_filename(a.get(), (folder / "a.tar").c_str()), ARCHIVE_OK);
  const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(), archive_entry_free);
  archive_entry_set_pathname(entry.get(), "a.el");
  archive_entry_set_filetype(entry.get(), AE_IFLNK);
  archive_entry_set_symlink(entry.get(), "b.el");
  ASSERT_EQ(archive_write_header(a.get(), entry.get()), ARCHIVE_OK);
  ASSERT_EQ(archive_write_close(a.get()), ARCHIVE_OK);
  EXPECT_NE(read_error(folder / "a.tar").find("holds no files"), std::string::npos) << read_error(folder / "a.tar");
}

TEST_P(compressed, truncated_anywhere_is_an_input_error) {
  const temporary_folder folder;
  const std::filesystem::path whole = folder / ("whole.el" + GetParam().suffix);
  compress(whole, GetParam().filter, {{"", many_lines(3000)}});
  const std::string bytes = content_of(whole);
  for (std::size_t cut = 0; cut < bytes.size(); cut += cut < 40 || cut + 40 > bytes.size() ? 1 : 997) {
    error_category category{};
    const std::string message = read_error(folder.put("cut.el" + GetParam().suffix, bytes.substr(0, cut)), &category);
    EXPECT_EQ(category, error_category::input) << cut << " of " << bytes.size() << ": " << message;
    EXPECT_EQ(message.find("cannot be read"), std::string::npos) << message;
  }
}

TEST_P(compressed, empty_content_is_named_as_such) {
  const temporary_folder folder;
  const std::filesystem::path file = folder / ("a.el" + GetParam().suffix);
  compress(file, GetParam().filter, {{"", ""}});
  EXPECT_NE(read_error(file).find("empty"), std::string::npos) << read_error(file);
}

INSTANTIATE_TEST_SUITE_P(all, compressed,
                         testing::Values(compression{".gz", archive_write_add_filter_gzip},
                                         compression{".bz2", archive_write_add_filter_bzip2},
                                         compression{".xz", archive_write_add_filter_xz},
                                         compression{".zst", archive_write_add_filter_zstd}));

TEST(corrupted, bytes_in_the_middle_are_an_input_error) {
  // gzip, bzip2 and xz carry checksums; zstd's is optional and libarchive writes none.
  const temporary_folder folder;
  for (const compression& c :
       {compression{".gz", archive_write_add_filter_gzip}, compression{".bz2", archive_write_add_filter_bzip2},
        compression{".xz", archive_write_add_filter_xz}}) {
    compress(folder / "a.el", c.filter, {{"", many_lines(3000)}});
    std::string bytes = content_of(folder / "a.el");
    for (std::size_t i = 0; i < 16; ++i) bytes[bytes.size() / 2 + i] ^= 0x5a;
    error_category category{};
    const std::string message = read_error(folder.put("a.el", bytes), &category);
    EXPECT_EQ(category, error_category::input) << c.suffix << ": " << message;
  }
}

std::string compressed_bytes(const add_filter& filter, const std::string& text) {
  const temporary_folder folder;
  compress(folder / "a", filter, {{"", text}});
  return content_of(folder / "a");
}

std::string path_edges(int first, int last) {
  std::string text;
  for (int v = first; v < last; ++v) text += std::to_string(v) + ' ' + std::to_string(v + 1) + '\n';
  return text;
}

TEST(gzip, verifies_checksum_and_length) {
  const temporary_folder folder;
  const std::string whole = compressed_bytes(archive_write_add_filter_gzip, many_lines(60));
  const std::vector<edge> edges = edges_of(read_graph(folder.put("a.el.gz", whole)).g);
  constexpr std::size_t header_bytes = 10, trailer_bytes = 8;
  int accepted = 0;
  for (std::size_t i = header_bytes; i < whole.size(); ++i) {
    for (int bit = 0; bit < 8; bit += i + trailer_bytes < whole.size() ? 5 : 1) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      try {  // unused bits before the trailer have no effect
        EXPECT_EQ(edges_of(read_graph(folder.put("a.el.gz", damaged)).g), edges) << "byte " << i << ", bit " << bit;
        ++accepted;
      } catch (const error& e) {
        EXPECT_EQ(e.category(), error_category::input) << e.what();
      }
    }
  }
  EXPECT_LT(accepted, 8);
}

TEST(gzip, verifies_the_checksum_behind_an_archive_member) {
  const temporary_folder folder;
  compress(folder / "a.tar.gz", archive_write_add_filter_gzip,
           {{"a/a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n"}, {"a/README", "x"}});
  std::string bytes = content_of(folder / "a.tar.gz");
  EXPECT_EQ(read_graph(folder / "a.tar.gz").g.num_edges(), 1u);
  bytes[bytes.size() - 6] ^= 1;  // a byte of the CRC
  EXPECT_NE(read_error(folder.put("a.tar.gz", bytes)).find("incorrect data check"), std::string::npos);
}

TEST(members, of_several_are_all_read_and_damage_in_a_later_one_is_found) {
  const temporary_folder folder;
  for (const compression& c :
       {compression{".gz", archive_write_add_filter_gzip}, compression{".bz2", archive_write_add_filter_bzip2}}) {
    const std::string one = compressed_bytes(c.filter, path_edges(0, 50)), two = compressed_bytes(c.filter, path_edges(50, 100));
    const auto read = [&](const std::string& bytes) { return folder.put("a.el" + c.suffix, bytes); };
    EXPECT_EQ(read_graph(read(one + two)).g.num_vertices(), 101u) << c.suffix;
    EXPECT_EQ(read_graph(read(one + two + std::string(100, '\0'))).g.num_vertices(), 101u) << c.suffix;  // padding as on a tape
    std::string damaged = two;
    damaged[0] ^= 1;
    for (const std::string& behind :
         {damaged, two.substr(0, 5), two + "garbage", std::string(4, '\0') + "x", std::string("\x1f")}) {
      error_category category = error_category::usage;
      const std::string message = read_error(read(one + behind), &category);
      EXPECT_EQ(category, error_category::input) << c.suffix << ": " << message;
    }
  }
}

void write_zip(const std::filesystem::path& file, const std::vector<member>& members) {
  const std::unique_ptr<archive, close_archive> a(archive_write_new());
  archive_write_set_format_zip(a.get());
  archive_write_zip_set_compression_store(a.get());
  ASSERT_EQ(archive_write_open_filename(a.get(), file.c_str()), ARCHIVE_OK);
  for (const member& m : members) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(), archive_entry_free);
    archive_entry_set_pathname(entry.get(), m.name.c_str());
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(m.text.size()));
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    ASSERT_EQ(archive_write_header(a.get(), entry.get()), ARCHIVE_OK);
    ASSERT_EQ(archive_write_data(a.get(), m.text.data(), m.text.size()), static_cast<la_ssize_t>(m.text.size()));
  }
}

TEST(zip, of_one_graph_is_read) {
  const temporary_folder folder;
  const std::string mtx = "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n";
  write_zip(folder / "net.zip", {{"readme.html", "<p>hello"}, {"net.mtx", mtx}});
  const read_result r = read_graph(folder / "net.zip");
  EXPECT_EQ(r.format, file_format::matrix_market);
  EXPECT_EQ(r.g.num_edges(), 2u);
  write_zip(folder / "t.zip", {{"nodes.csv", "index,name\n0,a\n"}, {"edges.csv", "source,target\n0,1\n"}, {"gprops.csv", "a,b\n"}});
  EXPECT_EQ(read_graph(folder / "t.zip").format, file_format::csv);
  // As macOS makes them.
  write_zip(folder / "mac.zip", {{"g.el", "0 1\n"}, {"__MACOSX/._g.el", std::string("\0\5\x16\7", 4)}, {".DS_Store", "?"}});
  EXPECT_EQ(read_graph(folder / "mac.zip").g.num_edges(), 1u);
  write_zip(folder / "a.xlsx", {{"[Content_Types].xml", "<Types/>"}, {"xl/workbook.xml", "<workbook/>"}});
  EXPECT_NE(read_error(folder / "a.xlsx").find("save its table as CSV"), std::string::npos);
  write_zip(folder / "two.zip", {{"a.el", "0 1\n"}, {"b.el", "0 1\n"}});
  EXPECT_NE(read_error(folder / "two.zip").find("2 graphs (a.el, b.el)"), std::string::npos);
  write_zip(folder / "empty.zip", {});
  EXPECT_NE(read_error(folder / "empty.zip").find("holds no files"), std::string::npos);
  // The format of an only file follows from its content or from the option.
  write_zip(folder / "data.zip", {{"ml/README", "ratings\n"}, {"ml/u.data", "0 1\n1 2\n"}});
  EXPECT_EQ(read_graph(folder / "data.zip").format, file_format::snap);
  read_options named;
  named.format = file_format::edge_list;
  EXPECT_EQ(read_graph(folder / "data.zip", named).format, file_format::edge_list);
  write_zip(folder / "none.zip", {{"x.png", "?"}});
  EXPECT_NE(read_error(folder / "none.zip").find("the format is not clear"), std::string::npos);
  write_zip(folder / "none.zip", {{"x.png", "?"}, {"y.png", "?"}});
  EXPECT_NE(read_error(folder / "none.zip").find("no graph"), std::string::npos);
  std::string bytes = content_of(folder / "net.zip");
  bytes[bytes.find("1 2\n")] = '3';
  error_category category = error_category::usage;
  const std::string message = read_error(folder.put("net.zip", bytes), &category);
  EXPECT_EQ(category, error_category::input) << message;
}

TEST(zip, that_is_encrypted_is_refused_with_the_remedy) {
  const temporary_folder folder;
  write_zip(folder / "a.zip", {{"a.el", "0 1\n"}});
  std::string bytes = content_of(folder / "a.zip");
  bytes[6] |= 1;                             // the flags of the member's header
  bytes[bytes.find("PK\x01\x02") + 8] |= 1;  // and those of its entry in the directory
  EXPECT_NE(read_error(folder.put("a.zip", bytes)).find("is encrypted; extract it: unzip '"), std::string::npos);
}

TEST(zip, of_scipy_is_a_matrix_under_any_name) {
  const temporary_folder folder;
  write_graph(folder / "a.npz", read_text("a.el", "0 1\n1 2\n").g);
  EXPECT_EQ(read_graph(folder.put("b.zip", content_of(folder / "a.npz"))).format, file_format::scipy_npz);
}

TEST(lines, without_end_are_refused_early) {
  const temporary_folder folder;
  constexpr std::size_t many = std::size_t{24} << 20;  // more than the longest line allowed
  const auto message_of = [&](const std::string& name, const std::string& text) {
    compress(folder / name, archive_write_add_filter_gzip, {{"", text}});
    return read_error(folder / name);
  };
  const std::string long_line = message_of("a.el.gz", "0 1\n" + std::string(many, '1'));
  EXPECT_NE(long_line.find(":2: the line is longer than 16 MiB"), long_line.npos) << long_line;
  const std::string at_once = message_of("b.el.gz", std::string(many, '1'));
  EXPECT_NE(at_once.find(":1: the line is longer than 16 MiB"), at_once.npos) << at_once;
  const std::string nothing = message_of("c.el.gz", "0 1\n" + std::string(many, '\0'));
  EXPECT_NE(nothing.find(":2: the line holds a NUL byte"), nothing.npos) << nothing;
  // A row of a hub may be longer.
  std::string hub = "3 2\n";
  hub += "2 3" + std::string(many, ' ') + "\n1\n1\n";
  compress(folder / "d.graph.gz", archive_write_add_filter_gzip, {{"", hub}});
  EXPECT_EQ(read_graph(folder / "d.graph.gz").g.num_edges(), 4u);
  // A sparse file of 50 GB.
  folder.put("e.el", path_edges(0, 20'000));  // more than the reader inspects to detect the format
  std::filesystem::resize_file(folder / "e.el", std::uintmax_t{50'000'000'000});
  const std::string hole = read_error(folder / "e.el");
  EXPECT_NE(hole.find(":20001: the line holds a NUL byte"), hole.npos) << hole;
}

TEST(compressed_table, of_names_is_read_twice) {
  const temporary_folder folder;
  compress(folder / "a.csv.gz", archive_write_add_filter_gzip, {{"", "source,target\n1,2\n2,x\n"}});
  EXPECT_EQ(read_graph(folder / "a.csv.gz").g.num_vertices(), 3u);
}

}  // namespace
}  // namespace fathom::test
