// Expected errors of calls on a distributed graph.
#pragma once

#include <stop_token>

#include "expected_error.hpp"
#include "fathom/distributed/communicator.hpp"
#include "fathom/execution.hpp"

namespace fathom::test {

/// Expects that `call`, which takes an execution, refuses those that have no meaning on a distributed graph, and a transport.
template <class Call>
void expect_refused_places(communicator& ranks, Call&& call) {
  for (const execution& exec :
       {execution{.transport = rank_transport::nccl}, execution{.ranks = &ranks}, execution{.devices = {device{}, device{}}}})
    expect_error(error_category::usage, [&] { call(exec); });
}

/// The same, for calls that run on CPUs only.
template <class Call>
void expect_refused_places_but_cpus(communicator& ranks, Call&& call) {
  expect_refused_places(ranks, call);
  expect_error(error_category::usage, [&] { call(execution{.where = {device_kind::cuda, 0}}); });
}

/// Expects that `call`, which takes an execution, ends on all processes although only the last one has a stop request.
template <class Call>
void expect_all_stop(const communicator& ranks, Call&& call) {
  std::stop_source stop;
  if (ranks.rank() == ranks.size() - 1) stop.request_stop();
  expect_error(error_category::cancelled, [&] { call(execution{.control = {stop.get_token(), {}, 0}}); });
}

}  // namespace fathom::test
