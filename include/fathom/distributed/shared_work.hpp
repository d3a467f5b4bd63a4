// Work of the processes that share the searches of a call, each with a copy of the graph (execution::ranks).
#pragma once

#include <cstdint>

#include "fathom/device.hpp"

namespace fathom {

/// Work of one process. Times are in seconds.
struct shared_work {
  std::uint64_t searches = 0;  ///< searches that it ran
  device where;
  double seconds_compute = 0;   ///< searching, and computing on the results
  double seconds_exchange = 0;  ///< combining results with those of other processes
  double seconds_wait = 0;      ///< waiting for the slowest process
  std::uint64_t peak_memory_bytes = 0;
};

// Fields of the reports; see report_fields.hpp.
template <class Field>
void describe_fields(const shared_work& w, Field&& field) {
  field("searches", w.searches, "searches", "searches that the process ran");
  field("device", w.where, "text", "device that searched");
  field("seconds_own_part", w.seconds_compute, "s", "searching, and computing on the results");
  field("seconds_exchange", w.seconds_exchange, "s", "combining results with those of other processes");
  field("seconds_wait", w.seconds_wait, "s", "waiting for the slowest process");
  field("peak_memory_bytes", w.peak_memory_bytes, "bytes", "peak memory of the process");
}

}  // namespace fathom
