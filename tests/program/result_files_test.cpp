// Result files: concurrent runs with one output, files that belong together, leftovers of earlier or killed runs.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "expectations.hpp"

namespace fathom::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* with_gaps = "50000000000 70000000000\n70000000000 90000000000\n";
constexpr const char* without_gaps = "0 1\n1 2\n";

using names = std::vector<std::string>;

// More searches than complete before the test stops or ends the run.
const names long_run = {"distances", "kron:14", "--sources", "random:20000", "--threads", "1", "--width", "64", "--bits", "16"};

names with_output(names arguments, const std::string& output) {
  arguments.insert(arguments.end(), {"--output", output});
  return arguments;
}

TEST(result_files, of_another_result_do_not_stay) {
  const scratch_folder folder;
  const std::string gaps = folder.file("gaps.el", with_gaps), plain = folder.file("plain.el", without_gaps);
  const auto run = [&](names arguments, const std::string& output) {
    arguments.insert(arguments.end(), {"--json", "--output", folder / output});
    const run_outcome ran = run_program(arguments);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    names left = folder.names();
    left.erase(std::remove_if(left.begin(), left.end(), [](const std::string& name) { return !name.starts_with("o."); }),
               left.end());
    return left;
  };
  const names bfs_gaps = {"bfs", gaps, "-r", "50000000000"}, bfs_plain = {"bfs", plain, "-r", "0"};
  EXPECT_EQ(run(bfs_gaps, "o.npy"), (names{"o.npy", "o.predecessors.npy", "o.vertices.npy"}));
  EXPECT_EQ(run(bfs_plain, "o.npy"), (names{"o.npy", "o.predecessors.npy"}));
  EXPECT_EQ(run({"distances", gaps, "-r", "50000000000"}, "o.npy"), (names{"o.npy", "o.vertices.npy"}));
  EXPECT_EQ(run({"distances", plain, "-r", "0"}, "o.npy"), names{"o.npy"});
  EXPECT_EQ(run(bfs_gaps, "o.npy").size(), 3u);
  EXPECT_EQ(run({"components", plain, "--weak"}, "o.npy"), names{"o.npy"});
  EXPECT_EQ(run(bfs_gaps, "o.npy").size(), 3u);
  EXPECT_EQ(run({"pagerank", plain}, "o.npy"), names{"o.npy"});
  EXPECT_EQ(run({"betweenness", gaps, "--edges"}, "o.npy"), (names{"o.edges.npy", "o.npy"}));
  EXPECT_EQ(run({"betweenness", gaps}, "o.npy"), (names{"o.npy", "o.vertices.npy"}));
  EXPECT_EQ(run({"neighbors", plain, "-r", "0", "--hops", "1"}, "o.npy"),
            (names{"o.distances.npy", "o.npy", "o.offsets.npy", "o.sources.npy"}));
  EXPECT_EQ(run({"neighbors", plain, "-r", "0", "--hops", "1", "--counts"}, "o.npy"), (names{"o.npy", "o.sources.npy"}));
}

// A companion file to be removed may be an input.
TEST(result_files, that_would_be_removed_are_not_inputs) {
  const scratch_folder folder;
  const std::string graph = folder.file("o.vertices.txt", without_gaps), list = folder.file("o.predecessors.txt", "0\n");
  for (const names& command : {names{"bfs", graph, "-r", "0"}, names{"components", graph}, names{"closeness", graph},
                               names{"neighbors", "path:3", "--hops", "1", "--sources", list}, names{"pagerank", graph}}) {
    names arguments = command;
    arguments.insert(arguments.end(), {"--json", "--output", folder / "o.txt"});
    const run_outcome ran = run_program(arguments);
    EXPECT_EQ(ran.exit_code, usage) << command[0];
    EXPECT_TRUE(says(ran.err, "would overwrite the input")) << ran.err;
  }
  EXPECT_EQ(content_of(graph), without_gaps);
  EXPECT_EQ(content_of(list), "0\n");
}

TEST(result_files, of_a_matrix_have_one_writer_at_a_time) {
  const scratch_folder folder;
  const std::string out = folder / "o.npy";
  running_program first(with_output(long_run, out));
  ASSERT_TRUE(eventually([&] { return fs::exists(out + ".progress"); }));
  first.send(SIGSTOP);  // it keeps its lock, however long the others take
  for (const bool resumes : {false, true}) {
    names again = with_output(long_run, out);
    if (resumes) again.emplace_back("--resume");
    const run_outcome second = run_program(again);
    ASSERT_TRUE(first.runs());
    EXPECT_EQ(second.exit_code, bad_file);
    EXPECT_TRUE(says(second.err, "o.npy.part: is being written by another run")) << second.err;
  }
  first.send(SIGTERM), first.send(SIGCONT);
  EXPECT_EQ(first.wait().exit_code, cancelled);
  EXPECT_FALSE(fs::exists(out));
}

TEST(result_files, of_a_killed_matrix_run_can_be_continued) {
  const scratch_folder folder;
  const std::string out = folder / "o.npy", expected = folder / "e.npy";
  const names command = {"distances", "kron:11", "--sources", "random:1000", "--threads", "1", "--width", "64", "--bits", "8"};
  ASSERT_EQ(run_program(with_output(command, expected)).exit_code, 0);
  running_program killed(with_output(command, out));
  ASSERT_TRUE(eventually([&] { return fs::exists(out + ".progress") || fs::exists(out); }));
  killed.send(SIGKILL);
  static_cast<void>(killed.wait());
  names resuming = with_output(command, out);
  resuming.emplace_back("--resume");
  const run_outcome resumed = run_program(resuming);  // the killed run no longer holds its lock
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_TRUE(content_of(out) == content_of(expected));
  EXPECT_EQ(folder.names(), (names{"e.npy", "o.npy"}));
}

TEST(result_files, of_a_run_that_had_not_begun_are_replaced) {
  const scratch_folder folder;
  const std::string out = folder / "o.npy", expected = folder / "e.npy";
  const names command = {"distances", "path:9", "--sources", "all"};
  ASSERT_EQ(run_program(with_output(command, expected)).exit_code, 0);
  for (const std::string& progress : {std::string(), std::string(96, '\0')}) {
    folder.file("o.npy.part", "");
    folder.file("o.npy.progress", progress);
    names resuming = with_output(command, out);
    resuming.emplace_back("--resume");
    const run_outcome resumed = run_program(resuming);
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    EXPECT_TRUE(content_of(out) == content_of(expected));
    EXPECT_EQ(folder.names(), (names{"e.npy", "o.npy"}));
    fs::remove(out);
  }
}

TEST(result_files, keep_links_and_modes) {
  const scratch_folder folder;
  for (const names& command : {names{"bfs", "path:3", "-r", "0"}, names{"distances", "path:3", "--sources", "all"},
                               names{"components", "path:3"}, names{"reach", "build", "path:3", "--all", "--hops", "1"}}) {
    const std::string target = folder.file("target.npy", "old");
    fs::permissions(target, fs::perms(0640));
    fs::remove(folder / "link.npy");
    fs::create_symlink("target.npy", folder / "link.npy");
    ASSERT_EQ(run_program(with_output(command, folder / "link.npy")).exit_code, 0) << command[0];
    EXPECT_TRUE(fs::is_symlink(folder / "link.npy")) << command[0];
    EXPECT_EQ(fs::status(target).permissions(), fs::perms(0640)) << command[0];
    EXPECT_NE(content_of(target), "old") << command[0];
  }
}

TEST(result_files, a_matrix_is_not_written_into_a_pipe) {
  const scratch_folder folder;
  ASSERT_EQ(::mkfifo((folder / "pipe.npy").c_str(), 0600), 0);
  EXPECT_EQ(run_program({"distances", "path:3", "--output", folder / "pipe.npy"}).exit_code, usage);
}

TEST(bench, has_a_temporary_folder_of_its_own) {
  const scratch_folder folder;
  fs::create_directory(folder / "mine");
  folder.file("mine/kept", "x");
  fs::create_directory(folder / "tmp");
  const run_settings settings{.environment = {"TMPDIR=" + (folder / "tmp")}};
  ASSERT_EQ(run_program({"bench", "open", "path:10", "--repeat", "1"}, settings).exit_code, 0);
  EXPECT_TRUE(fs::is_empty(folder / "tmp"));
  const run_outcome ran = run_program({"bench", "open", "path:10"}, {.environment = {"TMPDIR=" + (folder / "missing")}});
  EXPECT_EQ(ran.exit_code, bad_file);
  EXPECT_NE(ran.err.find("set TMPDIR to a writable folder"), std::string::npos) << ran.err;
  EXPECT_EQ(content_of(folder / "mine/kept"), "x");
}

}  // namespace
}  // namespace fathom::test
