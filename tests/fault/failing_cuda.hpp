// CUDA's functions that allocate, made to fail on request: the program is linked so that the library calls these (--wrap).
#pragma once

#include <cstdint>

namespace fathom::test {

inline constexpr int any_device = -1;

/// Device memory, events or streams: the nth request from now on, counted from 0, is answered "out of memory"; others go through.
/// With an index, requests on that device alone are counted.
void fail_device_request(std::uint64_t n, int index = any_device);
/// Every request for pinned memory fails from now on.
void fail_pinned_memory();
/// No more failures.
void stop_failing_on_device();
/// Since the last call of fail_...().
bool has_failed_on_device();

/// Requests so far, granted or not.
std::uint64_t device_requests();
/// Device memory, events and streams that were given and not given back.
std::int64_t device_objects_alive();
/// Requests for pinned memory that were granted.
std::uint64_t pinned_allocations();

}  // namespace fathom::test
