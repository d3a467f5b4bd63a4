#include "energy/distributed/process_meter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "comm/exchange.hpp"
#include "comm/process_device.hpp"
#include "energy/open_source.hpp"
#include "fathom/error.hpp"

namespace fathom {
namespace {

struct own_reading {
  bool reads = false, measured = false;
  energy_reading seen = {};
};

}  // namespace

process_meter::process_meter(communicator& ranks, std::uint64_t place, const std::function<std::unique_ptr<energy_source>()>& open)
    : ranks_(ranks) {
  const std::vector<std::uint64_t> places = gather_from_all(ranks, place);
  const auto mine = places.begin() + ranks.rank();
  reads_ = std::find(places.begin(), mine, place) == mine;
  read([&] { meter_ = std::make_unique<source_meter>(open()); });
}

template <class F>
void process_meter::read(const F& reading) {
  if (!reads_ || !why_not_.empty()) return;
  try {
    reading();
  } catch (const error& e) {
    why_not_ = e.what();
  }
}

void process_meter::start() {
  if (is_open_) throw error(error_category::usage, "energy is already being measured; call stop() first");
  is_open_ = true;
  read([&] { meter_->start(); });
  ranks_.barrier();
}

rank_energy process_meter::stop() {
  if (!is_open_) throw error(error_category::usage, "energy is not being measured; call start() first");
  is_open_ = false;
  ranks_.barrier();
  own_reading mine{.reads = reads_};
  read([&] {
    mine.seen = meter_->stop();
    mine.measured = true;
  });
  rank_energy all;
  for (const own_reading& one : gather_from_all(ranks_, mine)) {
    all.devices += one.measured, all.unmeasured += one.reads && !one.measured;
    all.joules += one.seen.joules, all.uncertainty_joules += one.seen.uncertainty_joules;
    all.seconds = std::max(all.seconds, one.seen.seconds);
  }
  const std::vector<std::vector<std::byte>> reasons = ranks_.all_gather(std::as_bytes(std::span(why_not_)));
  for (std::size_t rank = 0; rank < reasons.size() && all.why_not.empty(); ++rank) {
    if (reasons[rank].empty()) continue;
    const std::string why(reinterpret_cast<const char*>(reasons[rank].data()), reasons[rank].size());
    all.why_not = reasons.size() == 1 ? why : fmt::format("rank {}: {}", rank, why);
  }
  return all;
}

rank_energy_meter::rank_energy_meter(communicator& ranks, device where)
    : meter_(std::make_unique<process_meter>(ranks, place_of(where), [where] { return open_energy_source(where); })) {}

rank_energy_meter::~rank_energy_meter() = default;

void rank_energy_meter::start() { meter_->start(); }

rank_energy rank_energy_meter::stop() { return meter_->stop(); }

}  // namespace fathom
