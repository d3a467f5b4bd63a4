// Matrix files: their contents, and resuming an interrupted run.
#include "fathom/matrix_file.hpp"
#include "expected_error.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <stdexcept>

#include "fathom/error.hpp"
#include "io/formats/npy.hpp"
#include "joined.hpp"
#include "temporary_folder.hpp"

namespace fathom {
namespace {

class matrix_files : public testing::Test {
 protected:
  matrix_files() {
    sources_ = test::spread_sources(g_, 200);
    sources_.push_back(sources_[3]);
    options_.method = multi_bfs_method::bitwise;
    options_.width = 64;
  }
  template <class T>
  void expect_matrix(const std::vector<std::vector<T>>& rows, const char* type) const {
    const std::string bytes = test::content_of(file_);
    const io::npy_header header = io::parse_npy_header(std::as_bytes(std::span(bytes)), "matrix.npy", 1u << 30);
    EXPECT_EQ(std::string(1, header.kind) + std::to_string(header.item_bytes), type);
    ASSERT_EQ(header.shape, (std::vector<std::uint64_t>{rows.size(), g_.num_vertices()}));
    ASSERT_EQ(bytes.size(), header.total_bytes());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ASSERT_EQ(std::memcmp(bytes.data() + header.data_begin + i * rows[i].size() * sizeof(T), rows[i].data(),
                            rows[i].size() * sizeof(T)),
                0)
          << "row " << i;
    }
  }

  template <class T>
  void expect_distances(const char* type) const {
    std::vector<std::vector<T>> rows;
    for (const auto& truth : test::true_distances(g_, sources_, options_.depth_limit))
      rows.emplace_back(truth.begin(), truth.end());
    expect_matrix(rows, type);
  }

  const graph g_ = build(rmat(9, 8)).g;
  const layout l_ = prepare(g_);
  const test::temporary_folder folder_;
  const std::filesystem::path file_ = folder_ / "matrix.npy";
  std::vector<vertex_id> sources_;
  multi_bfs_options options_;
};

TEST_F(matrix_files, hold_distances_of_each_width) {
  const auto write = [&](matrix_content content) {
    matrix_file sink(file_, content);
    static_cast<void>(multi_bfs(l_, sources_, sink, options_, test::tested_place()));
    EXPECT_EQ(folder_.names(), std::vector<std::string>{"matrix.npy"});
  };
  write(matrix_content::distances8);
  expect_distances<std::int8_t>("i1");
  write(matrix_content::distances16);
  expect_distances<std::int16_t>("i2");
  write(matrix_content::distances32);
  expect_distances<hop_count>("i4");
}

TEST_F(matrix_files, hold_predecessors) {
  options_.deterministic = true;
  matrix_file sink(file_, matrix_content::predecessors);
  static_cast<void>(multi_bfs(l_, sources_, sink, options_, test::tested_place()));
  std::vector<std::vector<vertex_id>> rows;
  for (const auto& truth : test::true_distances(g_, sources_)) rows.push_back(test::smallest_predecessors(g_, truth));
  expect_matrix(rows, "i4");
}

/// Ends a run after some groups.
class ends_early final : public multi_bfs_sink {
 public:
  explicit ends_early(int groups) : left_(groups) {}
  [[nodiscard]] sink_needs needs() const override { return {}; }
  [[nodiscard]] bool has(std::size_t) const override { return true; }
  void take(const finished_group&) override {
    if (left_-- <= 0) throw std::runtime_error("the light went out");  // a group that was searched beside this one, too
  }

 private:
  int left_;
};

TEST_F(matrix_files, resume_an_interrupted_run) {
  const auto run = [&](int groups, std::uint64_t graph) {
    ends_early end(groups);  // before the file: its group is not written
    matrix_file file(file_, matrix_content::distances8, true, graph);
    multi_bfs_sink* const sinks[] = {&end, &file};
    return multi_bfs(l_, sources_, sinks, options_, test::tested_place());
  };
  EXPECT_THROW(static_cast<void>(run(2, 7)), std::runtime_error);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"matrix.npy.part", "matrix.npy.progress"}));
  EXPECT_THROW(static_cast<void>(run(0, 7)), std::runtime_error);  // existing rows are kept
  test::expect_error(error_category::input, "matrix.npy.progress: belongs to a run with another graph",
                     [&] { static_cast<void>(run(100, 8)); });
  const multi_bfs_report report = run(100, 7);
  EXPECT_EQ(report.searches, 200u - 128u);
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"matrix.npy"});
  expect_distances<std::int8_t>("i1");
}

// After a power failure, a row may be marked complete but not be written.
TEST_F(matrix_files, rows_that_are_not_what_their_marks_say_are_searched_again) {
  {
    ends_early end(1);  // two groups are written
    matrix_file file(file_, matrix_content::distances8, true, 7);
    multi_bfs_sink* const sinks[] = {&file, &end};
    EXPECT_THROW(static_cast<void>(multi_bfs(l_, sources_, sinks, options_, test::tested_place())), std::runtime_error);
  }
  {
    std::fstream part(folder_ / "matrix.npy.part", std::ios::binary | std::ios::in | std::ios::out);
    part.seekp(0);
    part << std::string(128 + std::size_t{100} * g_.num_vertices(), '\0');  // the header and half of the rows
  }
  matrix_file file(file_, matrix_content::distances8, true, 7);
  const multi_bfs_report report = multi_bfs(l_, sources_, file, options_, test::tested_place());
  EXPECT_LT(file.rows_found(), 128u);
  EXPECT_GT(report.searches, 200u - 128u);
  expect_distances<std::int8_t>("i1");
}

TEST_F(matrix_files, have_one_writer_at_a_time) {
  matrix_file first(file_, matrix_content::distances8);
  const multi_bfs_plan plan{.num_vertices = 4, .sources = sources_, .searches = 200, .devices = {}};
  first.begin(plan);
  for (const bool resume : {false, true}) {
    matrix_file second(file_, matrix_content::distances8, resume);
    test::expect_error(error_category::output, "is being written by another run", [&] { second.begin(plan); });
  }
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"matrix.npy.part", "matrix.npy.progress"}));
}

TEST_F(matrix_files, are_named_after_their_companions) {
  matrix_file file(file_, matrix_content::distances8);
  int calls = 0;
  file.before_naming([&] {
    ++calls;
    EXPECT_EQ(folder_.names(), (std::vector<std::string>{"matrix.npy.part", "matrix.npy.progress"}));
  });
  static_cast<void>(multi_bfs(l_, sources_, file, options_, test::tested_place()));
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(folder_.names(), std::vector<std::string>{"matrix.npy"});
}

TEST_F(matrix_files, replace_partial_results_without_resume) {
  ends_early end(1);
  {
    matrix_file file(file_, matrix_content::distances8);
    multi_bfs_sink* const sinks[] = {&file, &end};
    EXPECT_THROW(static_cast<void>(multi_bfs(l_, sources_, sinks, options_, test::tested_place())), std::runtime_error);
  }
  matrix_file file(file_, matrix_content::distances16);
  EXPECT_EQ(multi_bfs(l_, sources_, file, options_, test::tested_place()).searches, 200u);
  expect_distances<std::int16_t>("i2");
}

TEST_F(matrix_files, leave_nothing_where_nothing_was_written) {
  ends_early end(0);
  {
    matrix_file file(file_, matrix_content::distances8);
    multi_bfs_sink* const sinks[] = {&end, &file};
    EXPECT_THROW(static_cast<void>(multi_bfs(l_, sources_, sinks, options_, test::tested_place())), std::runtime_error);
  }
  EXPECT_EQ(folder_.names(), std::vector<std::string>{});
  matrix_file nowhere(folder_ / "no/such/matrix.npy", matrix_content::distances8);
  test::expect_error(error_category::output, "no/such/matrix.npy.part: cannot be opened for writing: No such file",
                     [&] { static_cast<void>(multi_bfs(l_, sources_, nowhere, options_, test::tested_place())); });
}

// A run killed before its progress file has a header leaves that file empty or filled with zeros.
TEST_F(matrix_files, start_over_where_no_progress_was_written) {
  for (const std::string& left : {std::string(), std::string(24 + 201, '\0')}) {
    folder_.put("matrix.npy.part", "x");
    folder_.put("matrix.npy.progress", left);
    matrix_file file(file_, matrix_content::distances8, true);
    EXPECT_EQ(multi_bfs(l_, sources_, file, options_, test::tested_place()).searches, 200u);
    expect_distances<std::int8_t>("i1");
    std::filesystem::remove(file_);
  }
}

TEST_F(matrix_files, hostile_progress_is_refused) {
  for (const std::string& left : {std::string("FATHOMP1"), std::string(24 + 201, '\1')}) {
    folder_.put("matrix.npy.part", "x");
    folder_.put("matrix.npy.progress", left);
    matrix_file file(file_, matrix_content::distances8, true);
    EXPECT_THROW(static_cast<void>(multi_bfs(l_, sources_, file, options_, test::tested_place())), error);
  }
}

}  // namespace
}  // namespace fathom
