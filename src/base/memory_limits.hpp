// Memory limits of control groups (cgroups), versions 1 and 2, and of the process itself (ulimit).
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace fathom {

/// The limits of this process, of its control group and of all its ancestors.
class memory_limits {
 public:
  /// Reads proc/self/limits, and proc/self/cgroup and proc/self/mountinfo to locate the groups' files, under `root`.
  explicit memory_limits(const std::filesystem::path& root = "/");

  /// Bytes left before the tightest limit is reached; page cache that the kernel would reclaim first counts as free. The maximum
  /// value of the type if there is no limit.
  [[nodiscard]] std::uint64_t available() const;

 private:
  struct group {
    std::filesystem::path limit, used, statistics;  ///< files
    const char* reclaimable;                        ///< key in `statistics`
    const char* inherited;                          ///< key of the smallest limit among the group and its ancestors, or null
  };
  void add_groups(const std::filesystem::path& mount, const std::filesystem::path& inside, bool second_version);

  [[nodiscard]] std::uint64_t left_to_process() const;

  std::vector<group> groups_;
  std::filesystem::path sizes_;             ///< file of the process's sizes in pages
  std::uint64_t addresses_ = 0, data_ = 0;  ///< limits of ulimit -v and ulimit -d
};

}  // namespace fathom
