// Memory limits of control groups (cgroups), versions 1 and 2, and of the process itself (ulimit).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <vector>

namespace fathom {

/// Bytes that can still be allocated, and the limit that they reach.
struct memory_left {
  std::uint64_t bytes = 0;  ///< the maximum value of the type if there is no limit
  std::string_view bound;   ///< as in "free memory", "limit of 'ulimit -v'"; lives as long as the program
};

/// The limits of this process, of its control group and of all its ancestors.
class memory_limits {
 public:
  /// Reads proc/self/limits, and proc/self/cgroup and proc/self/mountinfo to locate the groups' files, under `root`.
  explicit memory_limits(const std::filesystem::path& root = "/");

  /// The memory left before the tightest limit is reached. Page cache counts as free, since the kernel reclaims it first.
  [[nodiscard]] memory_left available() const;

 private:
  struct group {
    std::filesystem::path limit, used, statistics;  ///< files
    const char *inactive_cache, *active_cache;      ///< keys of page cache in `statistics`
    const char* inherited;                          ///< key of the smallest limit among the group and its ancestors, or null
  };
  void add_groups(const std::filesystem::path& mount, const std::filesystem::path& inside, bool second_version);

  [[nodiscard]] memory_left left_to_process() const;

  std::vector<group> groups_;
  std::filesystem::path sizes_;             ///< file of the process's sizes in pages
  std::uint64_t addresses_ = 0, data_ = 0;  ///< limits of ulimit -v and ulimit -d
};

}  // namespace fathom
