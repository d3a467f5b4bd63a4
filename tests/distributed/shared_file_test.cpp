// Matrix file written by all processes together.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <stdexcept>

#include "all_ranks.hpp"
#include "fathom/matrix_file.hpp"
#include "fathom/sinks.hpp"
#include "multi_bfs/joined.hpp"

namespace fathom {
namespace {

/// A file name common to all processes.
std::filesystem::path shared_name() {
  communicator& ranks = *test::all_ranks();
  auto number = static_cast<std::uint64_t>(::getpid());
  ranks.broadcast(std::as_writable_bytes(std::span(&number, 1)), 0);
  return std::filesystem::temp_directory_path() / ("fathom_ranks_" + std::to_string(number) + ".npy");
}

std::string bytes_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Ends a run after its second group.
class ends_early final : public multi_bfs_sink {
 public:
  [[nodiscard]] sink_needs needs() const override { return {}; }
  void take(const finished_group&) override {
    if (left_-- == 0) throw std::runtime_error("the light went out");
  }

 private:
  int left_ = 2;
};

class shared_files : public testing::Test {
 protected:
  shared_files() {
    options_.method = multi_bfs_method::bitwise;
    options_.width = 64;
    place_.control.threads = 1;
  }

  // Called by all processes; each checks the file.
  void expect_matrix() const {
    distance_matrix<std::int16_t> one;
    execution alone = place_;
    alone.ranks = nullptr;
    static_cast<void>(multi_bfs(l_, sources_, one, options_, alone));
    const std::string bytes = bytes_of(file_);
    EXPECT_EQ(bytes.size(), 128 + one.values.bytes());
    EXPECT_TRUE(bytes.size() > 128 && std::memcmp(bytes.data() + 128, one.values.data(), bytes.size() - 128) == 0);
    test::all_ranks()->barrier();
    if (test::all_ranks()->rank() == 0) {
      EXPECT_FALSE(std::filesystem::exists(file_.string() + ".part"));
      EXPECT_FALSE(std::filesystem::exists(file_.string() + ".progress"));
      std::filesystem::remove(file_);
    }
    test::all_ranks()->barrier();
  }

  const graph g_ = build(kron(9)).g;
  const layout l_ = prepare(g_);
  const std::vector<vertex_id> sources_ = test::spread_sources(g_, 400);
  const std::filesystem::path file_ = shared_name();
  multi_bfs_options options_;
  execution place_;
};

TEST_F(shared_files, have_the_rows_of_all_ranks) {
  place_.ranks = test::all_ranks();
  matrix_file file(file_, matrix_content::distances16);
  EXPECT_EQ(multi_bfs(l_, sources_, file, options_, place_).searches, 400u);
  expect_matrix();
}

TEST_F(shared_files, are_resumed_by_any_number_of_processes) {
  if (test::all_ranks()->rank() == 0) {
    ends_early end;
    matrix_file file(file_, matrix_content::distances16);
    multi_bfs_sink* const sinks[] = {&end, &file};
    EXPECT_THROW(static_cast<void>(multi_bfs(l_, sources_, sinks, options_, place_)), std::runtime_error);
  }
  test::all_ranks()->barrier();
  place_.ranks = test::all_ranks();
  matrix_file file(file_, matrix_content::distances16, true);
  EXPECT_EQ(multi_bfs(l_, sources_, file, options_, place_).searches, 400u - 128u);
  expect_matrix();
}

}  // namespace
}  // namespace fathom
