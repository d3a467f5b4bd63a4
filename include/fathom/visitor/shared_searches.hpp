// Call of multi_search() whose searches are shared by several processes: the part that does not depend on the user program.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "fathom/array.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/execution.hpp"
#include "fathom/layout.hpp"
#include "fathom/visitor/searches.hpp"

namespace fathom {

class shared_call;

namespace multi_search_engine {

/// Collective: makes the report of this process's searches the same on every process: sums of counts, the largest depth and memory,
/// and the times of the slowest process.
void join_reports(communicator& ranks, multi_search_report& report);

/// All functions are collective except numbers(), searches_of(), own_part(), own_options() and is_shared().
class shared_searches {
 public:
  explicit shared_searches(const execution& exec);
  ~shared_searches();
  shared_searches(const shared_searches&) = delete;
  shared_searches& operator=(const shared_searches&) = delete;

  [[nodiscard]] bool is_shared() const noexcept;
  /// This process searches from every source whose position is its rank modulo the number of processes.
  [[nodiscard]] source_numbers numbers() const noexcept;
  [[nodiscard]] std::vector<vertex_id> own_part(std::span<const vertex_id> sources) const;
  /// Number of searches of each process, by rank.
  [[nodiscard]] std::vector<std::uint64_t> searches_of(std::size_t sources) const;
  /// The options with this process's device, threads and memory.
  [[nodiscard]] multi_search_options own_options(const multi_search_options& options) const;

  /// Throws error_category::usage for `where` and `control` in the options.
  void check_place(const multi_search_options& options);
  /// Throws error_category::usage if the call is not the same on all processes. `program` identifies the type of the user program.
  void require_same(const layout& prepared, std::span<const vertex_id> sources, const multi_search_options& options,
                    std::uint64_t program);
  /// Runs the process's own work, which must not be collective. If it throws on any process, all throw.
  void run(const std::function<void()>& work);
  /// Combines the values of all processes by ascending rank; see combine_by_rank() in src/comm/shared_call.hpp.
  void combine(std::span<std::byte> values, std::size_t value_bytes,
               const std::function<void(std::byte* into, const std::byte* from, std::size_t count)>& combine);
  /// The bytes of all processes, by ascending rank, of which each has bytes_per_search for each of its searches.
  void gather(std::span<const std::byte> mine, std::span<const std::uint64_t> searches, std::size_t bytes_per_search,
              std::span<std::byte> all);
  /// Completes the report, with the work of each process.
  void finish(multi_search_report& report, std::size_t own_searches);

 private:
  std::unique_ptr<shared_call> call_;
};

}  // namespace multi_search_engine

}  // namespace fathom
