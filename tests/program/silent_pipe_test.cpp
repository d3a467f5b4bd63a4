// Signals and I/O limits: silent pipes, readers that close, truncated files, file-size limits.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <thread>

#include "expectations.hpp"

namespace fathom::test {
namespace {

namespace fs = std::filesystem;

using words = std::vector<std::string>;

bool has_part(const scratch_folder& folder) {
  for (const std::string& name : folder.names()) {
    if (says(name, ".part")) return true;
  }
  return false;
}

// All programs wait concurrently; then each gets its signal.
TEST(silent_pipes, the_first_signal_ends_the_command) {
  const scratch_folder folder;
  const std::string without_writer = folder / "w.txt", silent = folder / "s.txt", full = folder / "f.txt",
                    unread = folder / "u.txt";
  for (const std::string& pipe : {without_writer, silent, full, unread}) ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string table = folder / "t.tsv";
  ASSERT_EQ(::mkfifo(table.c_str(), 0600), 0);
  const int writer = ::open(silent.c_str(), O_RDWR), reader = ::open(full.c_str(), O_RDWR);
  const std::string graph = folder.file("g.el", "0 1\n");
  ASSERT_EQ(run_program({"reach", "build", graph, "--all", "--hops", "1", "--output", folder / "g.reach"}).exit_code, 0);
  const run_settings silent_input{.standard_input = silent};
  std::vector<std::unique_ptr<running_program>> all;
  const auto start = [&](const words& arguments, const run_settings& settings = {}) {
    all.push_back(std::make_unique<running_program>(arguments, settings));
  };
  start({"info", without_writer});
  start({"info", silent});
  start({"info", silent, "--format", "sg"});
  start({"info", "-"}, silent_input);
  start({"bfs", "-", "--format", "el", "-r", "0"}, silent_input);
  start({"bfs", graph, "--sources", without_writer});
  start({"closeness", graph, "--vertices", silent});
  start({"reach", "query", folder / "g.reach", "--pairs", silent});
  start({"validate", graph, "-r", "0", "--distances", table});
  start({"convert", "kron:12", full, "--to", "el"});
  start({"convert", "path:9", unread, "--to", "el"});
  start({"bfs", "path:9", "-r", "0", "--output", unread});
  start({"components", "kron:16", "--json", "--output", full});
  for (const auto& one : all) EXPECT_TRUE(eventually([&] { return handles_signals(one->pid()); }));
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_TRUE(all[i]->runs()) << i;
    all[i]->send(i % 2 == 0 ? SIGINT : SIGTERM);
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const run_outcome ran = all[i]->wait(std::chrono::seconds(20));
    EXPECT_EQ(ran.exit_code, cancelled) << i << ran.err;
    EXPECT_TRUE(ran.err.ends_with("fathom: stopped\n")) << i << ran.err;
  }
  EXPECT_FALSE(has_part(folder));
  ::close(writer), ::close(reader);
}

// The first block has the error; the pipe stays open.
TEST(silent_pipes, an_error_does_not_wait_for_more) {
  const scratch_folder folder;
  const std::string pipe = folder / "p.txt";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  running_program reads({"info", pipe, "--format", "el"});
  const int writer = ::open(pipe.c_str(), O_WRONLY);
  std::string lines = "0 x\n";
  while (lines.size() < (std::size_t{9} << 20)) lines += "0 1\n";
  ::signal(SIGPIPE, SIG_IGN);
  for (std::size_t at = 0; at < lines.size();) {
    const ssize_t written = ::write(writer, lines.data() + at, lines.size() - at);
    if (written <= 0) break;  // the program has stopped reading
    at += static_cast<std::size_t>(written);
  }
  const run_outcome ran = reads.wait(std::chrono::seconds(20));
  EXPECT_EQ(ran.exit_code, bad_file) << ran.err;
  ::close(writer);
}

TEST(standard_output, without_reader_loses_no_results) {
  const scratch_folder folder;
  const run_settings unread{.standard_output = "no reader"};
  const words with_files[] = {{"bfs", "path:9", "-r", "0", "--output", folder / "a.tsv"},
                              {"distances", "path:9", "--sources", "all", "--output", folder / "b.npy"},
                              {"reach", "build", "path:9", "--all", "--hops", "2", "--output", folder / "c.reach"},
                              {"convert", "path:9", folder / "d.mtx"},
                              {"components", "path:9", "--json", "--output", folder / "e.txt"}};
  for (const words& command : with_files) {
    const run_outcome ran = run_program(command, unread);
    EXPECT_EQ(ran.exit_code, 0) << command[0] << ran.err;
    EXPECT_EQ(ran.err, "") << command[0];
  }
  EXPECT_EQ(folder.names(), (words{"a.tsv", "b.npy", "c.reach", "d.mtx", "e.txt"}));
  for (const words& command :
       {words{"bfs", "path:9", "-r", "0"}, words{"info", "path:9", "--json"}, words{"convert", "path:9", "-", "--to", "el"},
        words{"--help"}, words{"bfs", "path:9", "-r", "0", "--output", "/dev/stdout"}}) {
    const run_outcome ran = run_program(command, unread);
    EXPECT_EQ(ran.exit_code, reader_gone) << command[0] << ran.err;
    EXPECT_EQ(ran.err, "") << command[0];
  }
}

TEST(file_size_limit, is_an_error_and_leaves_nothing) {
  for (const words& command : {words{"convert", "kron:10", "x.mtx"}, words{"bfs", "kron:10", "-n", "20", "--output", "x.tsv"},
                               words{"reach", "build", "kron:8", "--all", "--hops", "2", "--output", "x.reach"},
                               words{"distances", "kron:10", "--sources", "random:9", "--output", "x.npy"}}) {
    const scratch_folder folder;
    words arguments = command;
    arguments.back() = folder / arguments.back();
    const run_outcome ran = run_program(arguments, {.file_size_limit = 8192});
    EXPECT_EQ(ran.exit_code, bad_file) << command[0] << ran.err;
    EXPECT_TRUE(says(ran.err, "File too large")) << ran.err;
    EXPECT_TRUE(folder.names().empty()) << command[0];
  }
}

// The program searches a memory-mapped file until it is truncated, which happens immediately after the start.
TEST(mapped_inputs, that_become_shorter_end_the_run_with_a_message) {
  const scratch_folder folder;
  const std::string graph = folder / "g.fathom", out = folder / "o.tsv";
  ASSERT_EQ(run_program({"generate", "kron:14:16", graph}).exit_code, 0);
  running_program searches({"bfs", graph, "--source", "1", "--repeat", "10000000", "--order", "caller", "--output", out});
  ASSERT_TRUE(eventually([&] { return has_part(folder); }));
  fs::resize_file(graph, 0);
  const run_outcome ran = searches.wait(std::chrono::seconds(30));
  EXPECT_EQ(ran.exit_code, bad_file) << ran.err;
  EXPECT_TRUE(says(ran.err, "g.fathom: became shorter while it was read")) << ran.err;
  EXPECT_EQ(folder.names(), words{"g.fathom"});
}

}  // namespace
}  // namespace fathom::test
