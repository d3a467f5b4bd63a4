// Available host memory, and checks before large allocations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fathom {

/// Bytes that this process can still allocate without swapping: the kernel's MemAvailable, capped by the limits of its
/// control group and that group's ancestors.
[[nodiscard]] std::uint64_t available_host_memory();

/// While an object of this class exists, this process counts on one of `processes` equal parts of the available memory, because as
/// many processes of the host allocate as much at the same time.
class divided_host_memory {
 public:
  explicit divided_host_memory(int processes) noexcept;
  divided_host_memory(const divided_host_memory&) = delete;
  divided_host_memory& operator=(const divided_host_memory&) = delete;
  ~divided_host_memory();
};

/// Like available_host_memory(), but returns `wanted` unchecked if it is so small that the query would take longer than its use.
[[nodiscard]] std::uint64_t available_host_memory_for(std::uint64_t wanted);

/// Throws error_category::memory if `bytes` more are not available. `purpose` starts the message, such as "building a graph of
/// 5 vertices and 9 edges", and `remedy` ends it.
void require_host_memory(std::uint64_t bytes, std::string_view purpose,
                         std::string_view remedy = "use a smaller graph or a larger machine");

/// Formats a size with a binary unit: "1.5 GiB".
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);

}  // namespace fathom
