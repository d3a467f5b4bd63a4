// Matrix file: (k, n) results of multi-source BFS in a file that may be larger than memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <utility>

#include "fathom/multi_bfs.hpp"

namespace fathom {

enum class matrix_content { distances8, distances16, distances32, predecessors };

/// NumPy file of shape (k, n) and type int8, int16 or int32, with row i for source i. Unreached vertices and the predecessor of a
/// source are -1. Groups are written to FILE.part, and the checksums of completed rows to FILE.progress; at the end FILE.part is
/// renamed to FILE. If a run ends early, both files remain so that another run can resume. A lock ensures that one run at a time
/// writes a file. All processes of a run write the same file, which all must be able to access under its name. A symbolic link is
/// kept; the file that it points to is replaced and keeps its mode.
class matrix_file final : public multi_bfs_sink {
 public:
  /// With `resume`, continues an earlier run with the same `identity` (for example, a checksum of the graph), sources and content,
  /// or starts a new file if there is none. Without it, files left by an earlier run are replaced.
  matrix_file(std::filesystem::path file, matrix_content content, bool resume = false, std::uint64_t identity = 0);
  ~matrix_file() override;

  [[nodiscard]] sink_needs needs() const override;
  /// Sets an action that process 0 calls once all rows are on disk, before the file is renamed.
  void before_naming(std::function<void()> action) { before_naming_ = std::move(action); }
  /// Throws error_category::output if the disk is full or another run is writing the file, and error_category::input if the earlier
  /// run had another identity, sources or content. Rows of an earlier run are reused if their checksums match.
  void begin(const multi_bfs_plan& plan) override;
  [[nodiscard]] bool has(std::size_t position) const override;
  void take(const finished_group& group) override;
  void end(vertex_totals& totals) override;

  /// Number of rows reused from an earlier run.
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
