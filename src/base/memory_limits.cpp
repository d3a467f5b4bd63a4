#include "base/memory_limits.hpp"

#include <unistd.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "base/system_file.hpp"

namespace fathom {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t least_no_limit = std::uint64_t{1} << 62;  // version 1 writes the largest multiple of a page below 2^63

// The byte count in `file`, or `otherwise` if it is missing, "max" or not a number.
std::uint64_t bytes_in(const std::filesystem::path& file, std::uint64_t otherwise) {
  return number_in_file(file).value_or(otherwise);
}

std::uint64_t value_of(const std::filesystem::path& file, std::string_view key, std::uint64_t otherwise) {
  return number_of(file, key).value_or(otherwise);
}

bool has_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

// Decodes mountinfo's octal escapes, such as \040 for a space.
std::string unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool octal = text[i] == '\\' && i + 3 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '3';
    plain += octal ? static_cast<char>(std::stoi(std::string(text.substr(i + 1, 3)), nullptr, 8)) : text[i];
    if (octal) i += 3;
  }
  return plain;
}

// The process's control group by cgroup version; empty if it has none.
struct own_groups {
  std::string first, second;
};

own_groups groups_of_process(const std::filesystem::path& root) {
  own_groups own;
  system_file in(root / "proc/self/cgroup");
  while (const std::optional<std::string_view> line = in.next()) {
    // ID:CONTROLLERS:PATH
    const std::size_t first = line->find(':'), second = first == std::string_view::npos ? first : line->find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view controllers = line->substr(first + 1, second - first - 1);
    if (controllers.empty()) own.second = line->substr(second + 1);
    if (has_word(controllers, "memory")) own.first = line->substr(second + 1);
  }
  return own;
}

// Path of `group` relative to a mount whose root is the group `mounted`.
std::filesystem::path below(const std::string& group, const std::string& mounted) {
  const std::filesystem::path inside = std::filesystem::path(group).lexically_relative(mounted);
  const bool outside = inside.empty() || *inside.begin() == "..";
  return outside ? std::filesystem::path(".") : inside;
}

}  // namespace

memory_limits::memory_limits(const std::filesystem::path& root)
    : sizes_(root / "proc/self/statm"),
      addresses_(value_of(root / "proc/self/limits", "Max address space", no_limit)),
      data_(value_of(root / "proc/self/limits", "Max data size", no_limit)) {
  const own_groups own = groups_of_process(root);
  system_file in(root / "proc/self/mountinfo");
  while (const std::optional<std::string_view> line = in.next()) {
    // ID PARENT DEVICE ROOT MOUNT OPTIONS ... - TYPE SOURCE SUPER_OPTIONS
    std::string_view words = *line;
    for (int skipped = 0; skipped < 3; ++skipped) take_word(words);
    const std::string_view mounted = take_word(words), mount = take_word(words);
    while (!words.empty() && take_word(words) != "-") {
    }
    const std::string_view type = take_word(words);
    take_word(words);
    const std::string_view options = take_word(words);
    const bool second = type == "cgroup2" && !own.second.empty();
    const bool first = type == "cgroup" && !own.first.empty() && has_word(options, "memory");
    if (!first && !second) continue;
    const std::filesystem::path place = root / std::filesystem::path(unescaped(mount)).relative_path();
    add_groups(place, below(second ? own.second : own.first, unescaped(mounted)), second);
  }
}

void memory_limits::add_groups(const std::filesystem::path& mount, const std::filesystem::path& inside, bool second_version) {
  std::filesystem::path at = inside.lexically_normal();
  while (true) {
    const std::filesystem::path folder = mount / at;
    if (second_version) {
      groups_.push_back(
          {folder / "memory.max", folder / "memory.current", folder / "memory.stat", "inactive_file", "active_file", nullptr});
    } else {
      groups_.push_back({folder / "memory.limit_in_bytes", folder / "memory.usage_in_bytes", folder / "memory.stat",
                         "total_inactive_file", "total_active_file", "hierarchical_memory_limit"});
    }
    if (at.empty() || at == ".") return;
    at = at.parent_path();
  }
}

memory_left memory_limits::left_to_process() const {
  if (addresses_ == no_limit && data_ == no_limit) return {no_limit, ""};
  // SIZE RESIDENT SHARED TEXT 0 DATA 0, in pages
  system_file in(sizes_);
  std::string_view words = in.next().value_or("");
  const auto next = [&words] { return number_in(take_word(words)).value_or(0); };
  const std::uint64_t size = next();
  for (int skipped = 0; skipped < 4; ++skipped) take_word(words);
  const std::uint64_t data = next();
  const auto left = [](std::uint64_t limit, std::uint64_t pages) {
    const std::uint64_t used = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    return limit == no_limit ? no_limit : limit - std::min(limit, used);
  };
  const std::uint64_t of_addresses = left(addresses_, size), of_data = left(data_, data);
  if (of_data < of_addresses) return {of_data, "limit of 'ulimit -d'"};
  return {of_addresses, "limit of 'ulimit -v'"};
}

memory_left memory_limits::available() const {
  memory_left least = left_to_process();
  for (const group& g : groups_) {
    std::uint64_t limit = bytes_in(g.limit, no_limit);
    if (g.inherited != nullptr) limit = std::min(limit, value_of(g.statistics, g.inherited, no_limit));
    if (limit >= least_no_limit) continue;
    const std::uint64_t used = bytes_in(g.used, 0);
    const std::uint64_t cache = value_of(g.statistics, g.inactive_cache, 0) + value_of(g.statistics, g.active_cache, 0);
    const std::uint64_t kept = used - std::min(used, cache), left = limit - std::min(limit, kept);
    if (left < least.bytes) least = {left, "limit of the control group"};
  }
  return least;
}

}  // namespace fathom
