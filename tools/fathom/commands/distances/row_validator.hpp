// Validation of the rows of `fathom distances --validate`, group by group, so that the matrix may be larger than memory.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/multi_bfs.hpp"
#include "fathom/validate.hpp"

namespace fathom::program {

struct row_verdicts {
  std::size_t rows = 0;                        ///< checked, one per source
  std::map<std::size_t, std::string> invalid;  ///< message by position of the source
  double seconds = 0;
};

/// Checks every row against the edges of the graph, on the CPU: the memory of a GPU is planned for the searches.
class row_validator final : public multi_bfs_sink {
 public:
  /// `file` may be null. It receives the groups whose rows are all valid, and its end only if no row is invalid: an invalid matrix
  /// does not get its name. The graph and `file` must outlive the validator.
  row_validator(const graph& g, hop_count depth_limit, const run_control& control, multi_bfs_sink* file);
  /// The same with another check of the distances from a source. It may be collective: all processes check the same rows.
  using row_check = std::function<bfs_validation(vertex_id source, std::span<const hop_count> distances)>;
  row_validator(row_check check, multi_bfs_sink* file);

  [[nodiscard]] sink_needs needs() const override;
  void begin(const multi_bfs_plan& plan) override;
  [[nodiscard]] bool has(std::size_t position) const override { return file_ != nullptr && file_->has(position); }
  void take(const finished_group& group) override;
  void end(vertex_totals& totals) override;

  row_verdicts verdicts;

 private:
  const row_check check_;
  multi_bfs_sink* const file_;
  std::size_t row_size_ = 0;
  array<hop_count> rows_;
};

}  // namespace fathom::program
