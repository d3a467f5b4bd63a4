// Memory limits of the process and of control groups (cgroups), from simulated kernel files.
#include "base/memory_limits.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <limits>

#include "temporary_folder.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

class machine {
 public:
  machine& put(const std::string& name, const std::string& text) {
    std::filesystem::create_directories((root_ / name).parent_path());
    root_.put(name, text);
    return *this;
  }
  [[nodiscard]] std::uint64_t available() const { return memory_limits(root_.path()).available().bytes; }
  [[nodiscard]] std::string_view bound() const { return memory_limits(root_.path()).available().bound; }

 private:
  test::temporary_folder root_;
};

constexpr const char* second_mount = "40 30 0:40 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n";

TEST(memory_limits, without_groups_there_is_none) {
  EXPECT_EQ(machine().available(), none);
  EXPECT_EQ(machine().put("proc/self/cgroup", "0::/\n").put("proc/self/mountinfo", second_mount).available(), none);
}

TEST(memory_limits, of_version_2_the_least_of_all_groups_around_counts) {
  machine m;
  m.put("proc/self/cgroup", "0::/batch/job 7/step\n").put("proc/self/mountinfo", second_mount);
  m.put("sys/fs/cgroup/batch/job 7/step/memory.max", "max\n").put("sys/fs/cgroup/batch/job 7/step/memory.current", "100\n");
  m.put("sys/fs/cgroup/batch/job 7/memory.max", "5000\n").put("sys/fs/cgroup/batch/job 7/memory.current", "1200\n");
  m.put("sys/fs/cgroup/batch/memory.max", "9000\n").put("sys/fs/cgroup/batch/memory.current", "8000\n");
  EXPECT_EQ(m.available(), 1000u);
  m.put("sys/fs/cgroup/batch/memory.stat", "anon 7300\nfile 700\ninactive_file 600\nactive_file 60\n");
  EXPECT_EQ(m.available(), 1660u);
  EXPECT_EQ(m.bound(), "limit of the control group");
  m.put("sys/fs/cgroup/batch/job 7/step/memory.max", "50\n");
  EXPECT_EQ(m.available(), 0u);
}

TEST(memory_limits, of_version_1_the_least_of_all_groups_around_counts) {
  machine m;
  m.put("proc/self/cgroup", "5:cpu,cpuacct:/other\n4:hugetlb,memory:/slurm/job\n0::/\n");
  m.put("proc/self/mountinfo",
        "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw\n"
        "33 31 0:30 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct\n"
        "35 31 0:32 / /sys/fs/cgroup/memory rw shared:7 - cgroup cgroup rw,hugetlb,memory\n");
  const std::string at = "sys/fs/cgroup/memory/";
  m.put(at + "slurm/job/memory.limit_in_bytes", "9223372036854771712\n").put(at + "slurm/job/memory.usage_in_bytes", "300\n");
  EXPECT_EQ(m.available(), none);
  m.put(at + "slurm/memory.limit_in_bytes", "4000\n").put(at + "slurm/memory.usage_in_bytes", "1000\n");
  EXPECT_EQ(m.available(), 3000u);
  m.put(at + "slurm/job/memory.stat", "cache 60\nhierarchical_memory_limit 2000\ntotal_inactive_file 50\ntotal_active_file 5\n");
  EXPECT_EQ(m.available(), 1755u);
}

// In a container, the container's own group is the root of the mount, but the process sees the path on the host.
TEST(memory_limits, a_mount_may_begin_at_the_own_group) {
  machine m;
  m.put("proc/self/cgroup", "4:memory:/docker/abc\n0::/../outside\n");
  m.put("proc/self/mountinfo",
        "35 31 0:32 /docker/abc /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
        "36 31 0:33 / /sys/fs/cgroup/un\\040ified rw - cgroup2 cgroup2 rw\n");
  m.put("sys/fs/cgroup/memory/memory.limit_in_bytes", "4096\n").put("sys/fs/cgroup/memory/memory.usage_in_bytes", "96\n");
  EXPECT_EQ(m.available(), 4000u);
  m.put("sys/fs/cgroup/un ified/memory.max", "1000\n").put("sys/fs/cgroup/un ified/memory.current", "1\n");
  EXPECT_EQ(m.available(), 999u);
}

TEST(memory_limits, of_the_process_count_what_it_has_mapped) {
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const auto limits = [](std::string_view data, std::string_view addresses) {
    return fmt::format(
        "Limit  Soft Limit  Hard Limit  Units\nMax data size  {}  unlimited  bytes\n"
        "Max address space         {}      unlimited      bytes\n",
        data, addresses);
  };
  machine m;
  m.put("proc/self/statm", "20 9 8 7 0 5 0\n").put("proc/self/limits", limits("unlimited", "unlimited"));
  EXPECT_EQ(m.available(), none);
  EXPECT_EQ(m.put("proc/self/limits", limits("unlimited", std::to_string(100 * page))).available(), 80 * page);
  EXPECT_EQ(m.bound(), "limit of 'ulimit -v'");
  EXPECT_EQ(m.put("proc/self/limits", limits(std::to_string(50 * page), std::to_string(100 * page))).available(), 45 * page);
  EXPECT_EQ(m.put("proc/self/limits", limits(std::to_string(3 * page), "unlimited")).available(), 0u);
  EXPECT_EQ(m.bound(), "limit of 'ulimit -d'");
}

}  // namespace
}  // namespace fathom
