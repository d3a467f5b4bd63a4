// Full disk: an error of category output, and no files left behind.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "fathom/io.hpp"
#include "io/binary_files.hpp"
#include "small_files.hpp"

namespace fathom::test {
namespace {

class full_disk : public testing::TestWithParam<format_case> {};

// Limits files to `bytes` bytes during its lifetime: writing fails with EFBIG, like ENOSPC on a full disk.
class file_size_limit {
 public:
  explicit file_size_limit(rlim_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  file_size_limit(const file_size_limit&) = delete;
  file_size_limit& operator=(const file_size_limit&) = delete;
  ~file_size_limit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }

 private:
  rlimit before_{};
  void (*signal_)(int);
};

TEST_P(full_disk, dev_full) {
  const graph g = small_graph(GetParam().directed, false);
  const write_options options{.format = GetParam().format, .prepared = nullptr, .control = {}};
  const std::string message = error_of([&] { write_graph("/dev/full", g, options); }, error_category::output);
  EXPECT_NE(message.find("/dev/full"), std::string::npos) << message;
}

TEST_P(full_disk, fills_up_while_writing) {
  const temporary_folder folder;
  const graph g = small_graph(GetParam().directed, GetParam().weighted);
  const write_options options{.format = GetParam().format, .prepared = nullptr, .control = {}};
  {
    const file_size_limit limit(16);
    error_of([&] { write_graph(folder / GetParam().name, g, options); }, error_category::output);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_P(full_disk, a_file_that_was_there_stays_as_it_was) {
  const temporary_folder folder;
  const auto file = folder / GetParam().name;
  put(file, "as it was");
  const graph g = small_graph(GetParam().directed, false);  // before the limit: starting threads may also write a file
  {
    const file_size_limit limit(16);
    error_of([&] { write_graph(file, g, {.format = GetParam().format, .prepared = nullptr, .control = {}}); },
             error_category::output);
  }
  EXPECT_EQ(content_of(file), "as it was");
}

TEST(full_disk_of_two_files, no_weights_are_left_without_their_edges) {
  const temporary_folder folder;
  const graph g = small_graph(false, true);  // 12 edges: 144 bytes, and 48 of weights
  {
    const file_size_limit limit(100);
    error_of([&] { write_graph(folder / "g.g500", g); }, error_category::output);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(graph500_files, weights_of_the_graph_before_do_not_stay) {
  const temporary_folder folder;
  write_graph(folder / "g.g500", small_graph(false, true));
  EXPECT_TRUE(read_graph(folder / "g.g500").g.weighted());
  write_graph(folder / "g.g500", small_graph(false, false));
  EXPECT_FALSE(read_graph(folder / "g.g500").g.weighted());
}

INSTANTIATE_TEST_SUITE_P(formats, full_disk, testing::ValuesIn(all_formats()), name_of);

}  // namespace
}  // namespace fathom::test
