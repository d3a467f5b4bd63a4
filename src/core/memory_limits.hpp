// Memory limits of control groups (cgroups), versions 1 and 2.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace fathom {

/// The limits of the group that this process is in and of all groups around it.
class memory_limits {
 public:
  /// Reads proc/self/cgroup and proc/self/mountinfo under `root`, and the groups' files where these say that they are.
  explicit memory_limits(const std::filesystem::path& root = "/");

  /// Bytes until the first limit is met; the page cache that the kernel would give back first counts as free. The largest number
  /// where there is no limit.
  [[nodiscard]] std::uint64_t available() const;

 private:
  struct group {
    std::filesystem::path limit, used, statistics;  ///< files
    const char* reclaimable;                        ///< key in `statistics`
    const char* inherited;                          ///< key of the smallest limit around the group, or null
  };
  void add_groups(const std::filesystem::path& mount, const std::filesystem::path& inside, bool second_version);

  std::vector<group> groups_;
};

}  // namespace fathom
