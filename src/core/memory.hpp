// Host memory: how much there is, and asking before taking.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fathom {

/// Bytes that this process may still take without swapping: what the kernel calls available, within the limits of its
/// control group and of the groups around that.
[[nodiscard]] std::uint64_t available_host_memory();

/// The same, but at least `wanted` where that is so little that asking the system would take longer than using it.
[[nodiscard]] std::uint64_t available_host_memory_for(std::uint64_t wanted);

/// Throws error_category::memory where `bytes` more cannot be had for `purpose` ("building a graph of 5 vertices and 9 edges").
void require_host_memory(std::uint64_t bytes, std::string_view purpose);

/// "1.5 GiB"
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);

}  // namespace fathom
