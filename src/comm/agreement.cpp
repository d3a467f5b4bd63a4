#include "comm/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <new>
#include <string>
#include <vector>

namespace fathom {
namespace {

struct failure {
  error_category category = error_category::device;
  std::string message;
};

failure describe(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const error& e) {
    return {e.category(), e.what()};
  } catch (const std::bad_alloc&) {
    return {error_category::memory, "out of memory"};
  } catch (const std::exception& e) {
    return {error_category::device, e.what()};
  } catch (...) {
    return {error_category::device, "an exception without a message"};
  }
}

// Serialized failure: the category as one byte, then the message; empty if nothing was thrown.
std::vector<std::byte> packed(const std::exception_ptr& thrown) {
  std::vector<std::byte> bytes;
  if (!thrown) return bytes;
  const failure mine = describe(thrown);
  bytes.push_back(static_cast<std::byte>(mine.category));
  const auto text = std::as_bytes(std::span(mine.message));
  bytes.insert(bytes.end(), text.begin(), text.end());
  return bytes;
}

failure unpacked(std::span<const std::byte> bytes) {
  return {static_cast<error_category>(bytes.front()),
          std::string(reinterpret_cast<const char*>(bytes.data()) + 1, bytes.size() - 1)};
}

}  // namespace

void throw_together(communicator& ranks, const std::exception_ptr& mine) {
  std::uint32_t failed = mine ? 1 : 0;
  ranks.all_reduce(reduction::max, std::span(&failed, 1));
  if (failed == 0) return;
  const std::vector<std::vector<std::byte>> all = ranks.all_gather(packed(mine));
  const auto first = std::find_if(all.begin(), all.end(), [](const auto& bytes) { return !bytes.empty(); });
  const failure what = unpacked(*first);
  const auto rank = static_cast<int>(first - all.begin());
  const bool same = std::count(all.begin(), all.end(), *first) == ranks.size();
  throw rank_error(what.category, same ? what.message : fmt::format("rank {}: {}", rank, what.message), rank);
}

void require_same(communicator& ranks, std::span<const argument> mine) {
  if (ranks.size() == 1) return;
  // The last value stands for the names: processes that run different commands compare arguments of different kinds.
  std::vector<std::uint64_t> values;
  std::string names;
  for (const argument& a : mine) values.push_back(a.value), names.append(a.name).push_back('\n');
  values.push_back(std::hash<std::string>{}(names));
  const std::vector<std::vector<std::byte>> all = ranks.all_gather(std::as_bytes(std::span(values)));
  for (std::size_t rank = 1; rank < all.size(); ++rank) {
    if (all[rank] == all[0]) continue;
    const auto differs = [&](std::size_t i) {
      const std::size_t at = i * sizeof(std::uint64_t);
      return std::memcmp(all[rank].data() + at, all[0].data() + at, sizeof(std::uint64_t)) != 0;
    };
    std::string_view what = "call";
    if (all[rank].size() == all[0].size() && !differs(mine.size())) {
      for (std::size_t i = mine.size(); i-- > 0;) {
        if (differs(i)) what = mine[i].name;
      }
    }
    throw rank_error(
        error_category::usage,
        fmt::format("processes 0 and {} disagree on the {}; call with the same graph, sources and options on every process", rank,
                    what),
        static_cast<int>(rank));
  }
}

bool any_of(communicator& ranks, bool mine, const run_control& control) {
  std::uint32_t news[] = {mine, control.stop.stop_requested()};
  ranks.all_reduce(reduction::max, std::span<std::uint32_t>(news));
  if (news[1] != 0) on_all_processes(ranks, [&control] { check_stop(control); });
  return news[0] != 0;
}

std::uint64_t smallest(communicator& ranks, std::uint64_t mine) {
  std::uint64_t complement = ~mine;
  ranks.all_reduce(reduction::max, std::span(&complement, 1));
  return ~complement;
}

shared_queue::shared_queue(communicator& ranks, std::uint64_t size) : ranks_(ranks), size_(size) {
  // No process uses the counter before rank 0 has read it, and all have finished with the previous queue.
  ranks.barrier();
  if (ranks.rank() == 0) first_ = ranks.fetch_add(0);
  ranks.broadcast(std::as_writable_bytes(std::span(&first_, 1)), 0);
}

bool shared_queue::next(std::uint64_t& item) {
  item = ranks_.fetch_add(1) - first_;
  return item < size_;
}

}  // namespace fathom
