// Output files: temporary names, groups committed together; reading from and writing to pipes until a stop is requested.
#include "base/output_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "base/interruptible.hpp"
#include "base/text.hpp"
#include "temporary_folder.hpp"

namespace fathom {
namespace {

namespace fs = std::filesystem;

using test::content_of;
using test::put;
using test::temporary_folder;

// Runs `work` and requests a stop while it waits. Returns whether it soon ended with error_category::cancelled.
template <class Work>
bool is_cancelled(Work work) {
  std::stop_source source;
  const std::jthread stops([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(60));
    source.request_stop();
  });
  const auto start = std::chrono::steady_clock::now();
  try {
    work(source.get_token());
  } catch (const error& e) {
    return e.category() == error_category::cancelled && std::chrono::steady_clock::now() - start < std::chrono::seconds(5);
  }
  return false;
}

TEST(output_files, of_two_writers_each_has_a_file_of_its_own) {
  const temporary_folder here;
  {
    output_file one(here / "o"), two(here / "o");
    one.write("one");
    two.write("two");
    EXPECT_EQ(here.names().size(), 2u);
    one.commit();
    EXPECT_EQ(content_of(here / "o"), "one");
  }
  EXPECT_EQ(content_of(here / "o"), "one");  // the other was not committed
  EXPECT_EQ(here.names().size(), 1u);
}

TEST(output_files, a_long_name_leaves_room_for_the_temporary_one) {
  const temporary_folder here;
  const std::string name(255, 'n');
  output_file out(here / name);
  out.write("x");
  out.commit();
  EXPECT_EQ(content_of(here / name), "x");
}

TEST(output_groups, replace_and_remove_what_an_earlier_result_had) {
  const temporary_folder here;
  for (const char* name : {"o.npy", "o.predecessors.npy", "o.vertices.npy", "o.mine.npy"}) put(here / name, "old");
  {
    output_group given_up;
    given_up.add(here / "o.npy").write("new");
    given_up.leave_out(here / "o.vertices.npy");
  }
  EXPECT_EQ(here.names().size(), 4u);
  output_group files;
  files.add(here / "o.npy").write("new");
  files.add(here / "o.predecessors.npy").write("new");
  files.leave_out(here / "o.vertices.npy");
  files.leave_out(here / "o.missing.npy");
  files.commit();
  EXPECT_EQ(content_of(here / "o.npy"), "new");
  EXPECT_EQ(content_of(here / "o.predecessors.npy"), "new");
  EXPECT_FALSE(fs::exists(here / "o.vertices.npy"));
  EXPECT_EQ(here.names().size(), 3u);
}

TEST(silent_pipes, end_when_a_stop_is_requested) {
  const temporary_folder here;
  const fs::path pipe = here / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  char byte = 0;
  EXPECT_TRUE(is_cancelled([&](std::stop_token stop) { static_cast<void>(input_stream(pipe, stop).read(&byte, 1)); }));
  EXPECT_TRUE(is_cancelled([&](std::stop_token stop) { output_file(pipe, stop).write("x"); }));
  const int both_ends = ::open(pipe.c_str(), O_RDWR);
  EXPECT_TRUE(is_cancelled([&](std::stop_token stop) { static_cast<void>(input_stream(pipe, stop).read(&byte, 1)); }));
  EXPECT_TRUE(is_cancelled([&](std::stop_token stop) {
    output_file out(pipe, stop);
    out.write(std::string(std::size_t{4} << 20, 'x'));
    out.commit();
  }));
  ::close(both_ends);
}

TEST(silent_pipes, are_read_from_their_first_byte_to_their_last) {
  const temporary_folder here;
  const fs::path pipe = here / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string text(300'000, 'y');
  const std::jthread writes([&] {
    output_file out(pipe);  // waits for the reader
    out.write(text);
    out.commit();
  });
  input_stream in(pipe, {});
  std::string read(text.size() + 1, '\0');
  std::size_t size = 0;
  while (const std::size_t got = in.read(read.data() + size, read.size() - size)) size += got;
  read.resize(size);
  EXPECT_TRUE(read == text);
}

TEST(terminal_safe, shows_what_would_control_the_terminal) {
  EXPECT_EQ(terminal_safe("plain: \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x8C\x8D \\"), "plain: \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x8C\x8D \\");
  EXPECT_EQ(terminal_safe("\x1b]0;title\x07\t\n\x7f"), "\\x1b]0;title\\x07\\x09\\x0a\\x7f");
  EXPECT_EQ(terminal_safe(std::string_view("\0", 1)), "\\x00");
  EXPECT_EQ(terminal_safe("\xC2\x9B"
                          "31m"),
            "\\xc2\\x9b31m");  // C1 in UTF-8
  EXPECT_EQ(terminal_safe("\x9B"
                          "31m"),
            "\\x9b31m");                                              // as a byte
  EXPECT_EQ(terminal_safe("\xE2\x80\xAEtxt"), "\\xe2\\x80\\xaetxt");  // right-to-left override
  EXPECT_EQ(terminal_safe("\xC0\x9B\xE0\x80\x9B\xED\xA0\x80\xF5\x80\x80\x80"),
            "\\xc0\\x9b\\xe0\\x80\\x9b\\xed\\xa0\\x80\\xf5\\x80\\x80\\x80");  // overlong, surrogate, too large
  EXPECT_EQ(terminal_safe("cut \xE2\x82"), "cut \\xe2\\x82");
}

}  // namespace
}  // namespace fathom
