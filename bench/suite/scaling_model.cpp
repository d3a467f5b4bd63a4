#include "bench/suite/scaling_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "base/timer.hpp"
#include "fathom/report.hpp"

namespace fathom::program {
namespace {

constexpr int repetitions = 201;                   // odd, so that the median is one of them
constexpr std::size_t bytes_to_measure = 1 << 20;  // from each process: beyond what latency dominates
constexpr double dense_share = 1.0 / 64;           // of the reached vertices
constexpr double sent_share_on_cpus = 0.8;         // a fifth of the vertices with an edge have only one (docs/scaling.md)
constexpr double bits_per_byte = 8;

// Two and four H200 of one host (docs/scaling.md).
constexpr double barrier_of_two = 2.5e-6, barrier_per_doubling = 0.5e-6, peer_bytes_per_second = 389e9;
constexpr double collective_of_two = 12e-6, nccl_bytes_per_second = 222e9, launching_per_level = 0.9e-3 / 7;

}  // namespace

own_cost fitted_cost(double vertices_small, double seconds_small, double vertices_large, double seconds_large) {
  const double slope = (seconds_large - seconds_small) / (vertices_large - vertices_small);
  const double fixed = seconds_small - slope * vertices_small;
  if (!(slope > 0) || !std::isfinite(slope)) return {seconds_large, 0};  // size makes no difference: the fixed part is all
  if (fixed < 0) return {0, seconds_large / vertices_large};
  return {fixed, slope};
}

exchange_cost measured_exchange(communicator& ranks) {
  std::vector<double> latencies, transfers;
  const auto size = static_cast<std::size_t>(ranks.size());
  const std::vector<std::byte> mine(bytes_to_measure);
  std::vector<std::byte> all(bytes_to_measure * size);
  const std::vector<std::uint64_t> sizes(size, bytes_to_measure);
  for (int i = 0; i < repetitions; ++i) {
    std::array<std::uint64_t, 1> one{1};
    ranks.barrier();
    const timer watch;
    ranks.all_reduce(reduction::sum, std::span<std::uint64_t>(one));
    latencies.push_back(watch.seconds());
  }
  for (int i = 0; i < repetitions / 10; ++i) {
    ranks.barrier();
    const timer watch;
    ranks.all_gather(mine, sizes, all);
    transfers.push_back(watch.seconds());
  }
  const double received = static_cast<double>(bytes_to_measure * (size - 1));
  return {summarize(latencies).median, received / summarize(transfers).median, 0};
}

std::optional<exchange_cost> device_exchange(const std::string& transport, int workers) {
  const double doublings = std::log2(std::max(workers, 2));
  if (transport == "peer") return exchange_cost{barrier_of_two + barrier_per_doubling * (doublings - 1), peer_bytes_per_second, 0};
  if (transport == "nccl") return exchange_cost{collective_of_two * doublings, nccl_bytes_per_second, launching_per_level};
  return {};
}

search_form form_of(std::span<const rank_level_report> levels, std::uint64_t reached) {
  search_form form{static_cast<int>(levels.size()), 0};
  for (const rank_level_report& level : levels)
    form.dense += static_cast<double>(level.frontier) > dense_share * static_cast<double>(reached);
  return form;
}

double modeled_bytes(const search_form& form, double reached, int workers, bool on_cpus) {
  const double own = reached / workers * (on_cpus ? sent_share_on_cpus : 1);
  return form.dense * static_cast<double>(workers) * (workers - 1) * own / bits_per_byte;
}

double modeled_seconds(const own_cost& own, const std::optional<exchange_cost>& exchange, const search_form& form, double reached,
                       int workers, bool on_cpus) {
  const double searching = own.seconds(reached / workers);
  if (!exchange || workers == 1) return searching;
  const double received = modeled_bytes(form, reached, workers, on_cpus) / workers;
  return searching + form.levels * (exchange->latency + exchange->per_level) + received / exchange->bytes_per_second;
}

}  // namespace fathom::program
