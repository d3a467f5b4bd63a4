#include "base/memory_limits.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>

namespace fathom {
namespace {

constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t least_no_limit = std::uint64_t{1} << 62;  // version 1 writes the largest multiple of a page below 2^63

// The byte count in `file`, or `otherwise` if it is missing, "max" or not a number.
std::uint64_t bytes_in(const std::filesystem::path& file, std::uint64_t otherwise) {
  std::uint64_t value = 0;
  if (std::ifstream in(file); in >> value) return value;
  return otherwise;
}

std::uint64_t value_of(const std::filesystem::path& file, std::string_view key, std::uint64_t otherwise) {
  std::ifstream in(file);
  std::string name;
  for (std::uint64_t value = 0; in >> name >> value;) {
    if (name == key) return value;
  }
  return otherwise;
}

// The soft limit in the line of proc/self/limits that begins with `name`.
std::uint64_t limit_of_process(const std::filesystem::path& file, std::string_view name) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::uint64_t value = 0;
    if (line.starts_with(name) && std::istringstream(line.substr(name.size())) >> value) return value;
  }
  return no_limit;
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
std::string unescaped(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool octal = text[i] == '\\' && i + 3 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '3';
    plain += octal ? static_cast<char>(std::stoi(text.substr(i + 1, 3), nullptr, 8)) : text[i];
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
  std::ifstream in(root / "proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    // ID:CONTROLLERS:PATH
    const std::size_t first = line.find(':'), second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string_view controllers = std::string_view(line).substr(first + 1, second - first - 1);
    if (controllers.empty()) own.second = line.substr(second + 1);
    if (has_word(controllers, "memory")) own.first = line.substr(second + 1);
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
      addresses_(limit_of_process(root / "proc/self/limits", "Max address space")),
      data_(limit_of_process(root / "proc/self/limits", "Max data size")) {
  const own_groups own = groups_of_process(root);
  std::ifstream in(root / "proc/self/mountinfo");
  for (std::string line; std::getline(in, line);) {
    // ID PARENT DEVICE ROOT MOUNT OPTIONS ... - TYPE SOURCE SUPER_OPTIONS
    std::istringstream words(line);
    std::string id, parent, device, mounted, mount, word, type, source, options;
    words >> id >> parent >> device >> mounted >> mount;
    while (words >> word && word != "-") {
    }
    words >> type >> source >> options;
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
  std::uint64_t size = 0, data = 0, other = 0;
  std::ifstream(sizes_) >> size >> other >> other >> other >> other >> data;
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
