// CUDA allocation functions that fail on request; the program is linked so that the library calls these (--wrap).
#pragma once

#include <cstdint>

namespace fathom::test {

inline constexpr int any_device = -1;

/// Lets the nth request from now on, counted from 0, for device memory, events or streams fail with "out of memory"; others
/// succeed. With an index, only requests on that device are counted.
void fail_device_request(std::uint64_t n, int index = any_device);
/// Lets every request for pinned memory fail from now on.
void fail_pinned_memory();
/// Ends all failures.
void stop_failing_on_device();
/// Whether a request has failed since the last call of fail_...().
bool has_failed_on_device();

/// Number of requests so far, granted or not.
std::uint64_t device_requests();
/// Number of live allocations, events and streams on devices.
std::int64_t device_objects_alive();
/// Number of granted requests for pinned memory.
std::uint64_t pinned_allocations();

}  // namespace fathom::test
