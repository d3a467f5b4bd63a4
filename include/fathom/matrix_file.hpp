// Results of joined searches in a file: a (k, n) matrix that may be larger than memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

#include "fathom/multi_bfs.hpp"

namespace fathom {

enum class matrix_content { distances8, distances16, distances32, predecessors };

/// A NumPy file of shape (k, n), row i for source i, of int8, int16 or int32; -1 where a vertex was not reached, and for the
/// predecessor of a source. It grows group by group in FILE.part, with the checksums of the rows that are whole in FILE.progress,
/// and gets its name at the end. Where a run ends early both stay, so that another can go on. One run at a time writes a file: it
/// holds a lock. Several ranks of a run write the same file, which all of them must see under its name. A link stays, and the file
/// that it points to is replaced, which keeps its mode.
class matrix_file final : public multi_bfs_sink {
 public:
  /// `resume`: goes on where an earlier run with the same `identity` (of the graph: a checksum, say), sources and contents has
  /// ended, or begins where there was none; otherwise what an earlier run has left is replaced.
  matrix_file(std::filesystem::path file, matrix_content content, bool resume = false, std::uint64_t identity = 0);
  ~matrix_file() override;

  [[nodiscard]] sink_needs needs() const override;
  /// `action` is called by the first rank once all rows are on the disk, before the file gets its name.
  void before_naming(std::function<void()> action) { before_naming_ = std::move(action); }
  /// Throws error_category::output where there is no room or another run writes the file, error_category::input where an earlier
  /// run was another. Of the rows that an earlier run has left, those count whose checksum is right.
  void begin(const multi_bfs_plan& plan) override;
  [[nodiscard]] bool has(std::size_t position) const override;
  void take(const finished_group& group) override;
  void end(vertex_totals& totals) override;

  /// Rows that an earlier run has left.
  [[nodiscard]] std::size_t rows_found() const noexcept { return rows_found_; }

 private:
  struct files;

  template <class T>
  void write(const finished_group& group);

  const std::filesystem::path file_;
  const matrix_content content_;
  const bool resume_;
  const std::uint64_t identity_;
  std::function<void()> before_naming_;
  std::size_t rows_found_ = 0;
  std::unique_ptr<files> open_;
};

}  // namespace fathom
