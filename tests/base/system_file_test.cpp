// Lines, words and numbers of small files.
#include "base/system_file.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "temporary_folder.hpp"

namespace fathom {
namespace {

using test::temporary_folder;

TEST(system_files, have_lines) {
  const temporary_folder folder;
  system_file file(folder.put("lines", "one\n\nthree words here\nlast"));
  ASSERT_TRUE(file.is_open());
  std::vector<std::string> lines;
  while (const auto line = file.next()) lines.emplace_back(*line);
  EXPECT_EQ(lines, (std::vector<std::string>{"one", "", "three words here", "last"}));
  EXPECT_EQ(file.next(), std::nullopt);
}

TEST(system_files, that_are_missing_have_no_lines) {
  system_file file("/there/is/no/such/file");
  EXPECT_FALSE(file.is_open());
  EXPECT_EQ(file.next(), std::nullopt);
  EXPECT_EQ(number_in_file("/there/is/no/such/file"), std::nullopt);
  EXPECT_EQ(number_of("/there/is/no/such/file", "key"), std::nullopt);
}

TEST(system_files, have_words) {
  std::string_view text = " \t36  25\t0:32\n";
  EXPECT_EQ(take_word(text), "36");
  EXPECT_EQ(take_word(text), "25");
  EXPECT_EQ(take_word(text), "0:32");
  EXPECT_EQ(take_word(text), "");
  EXPECT_EQ(take_word(text), "");
}

TEST(system_files, have_text_behind_colons) {
  EXPECT_EQ(text_behind_colon("model name\t: Xeon: 8 cores \n"), "Xeon: 8 cores");
  for (const char* none : {"", "model name", "model name:", "model name\t: ", "model name :\n"})
    EXPECT_EQ(text_behind_colon(none), "") << none;
}

TEST(system_files, have_numbers) {
  EXPECT_EQ(number_in("  42 kB"), 42u);
  EXPECT_EQ(number_in("0"), 0u);
  EXPECT_EQ(number_in("18446744073709551615\n"), 18446744073709551615u);
  for (const char* none : {"", "  ", "max", "-1", "unlimited", "18446744073709551616"})
    EXPECT_EQ(number_in(none), std::nullopt) << none;
}

TEST(system_files, have_numbers_behind_keys) {
  const temporary_folder folder;
  const std::string file =
      folder.put("stat", "inactive_file_pages 1\ninactive_file 23\nMax data size   unlimited  bytes\ninactive_file 4\nend");
  EXPECT_EQ(number_of(file, "inactive_file"), 23u);
  EXPECT_EQ(number_of(file, "active_file"), std::nullopt);
  EXPECT_EQ(number_of(file, "Max data size"), std::nullopt);
  EXPECT_EQ(number_of(file, "end"), std::nullopt);
  EXPECT_EQ(number_in_file(folder.put("max", "4096\n5\n")), 4096u);
}

}  // namespace
}  // namespace fathom
