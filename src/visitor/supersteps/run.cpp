// Parts of edge_vertex() that do not depend on the user program: argument checks, chunks, threads and the report.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "base/fail_usage.hpp"
#include "base/memory.hpp"
#include "base/parallel.hpp"
#include "base/report_json.hpp"
#include "fathom/error.hpp"
#include "fathom/visitor/supersteps.hpp"

namespace fathom {
namespace edge_vertex_engine {
namespace {

constexpr int most_buckets = 1 << 24;
// Edges per chunk: some hundred chunks in a large graph balance threads of unequal speed.
constexpr std::uint64_t least_work = 1u << 13, most_work = 1u << 18, chunks_wanted = 256;
constexpr std::uint64_t work_of_vertex = 8;  // in edges: reading and writing a value, and a call

}  // namespace

void check_options(const edge_vertex_options& o) {
  if (o.where.kind != device_kind::cpu) {
    throw error(error_category::device,
                fmt::format("edge_vertex() runs on the cpu, not on {}; choose the cpu, or edge_vertex_on_device() in a file that "
                            "nvcc compiles",
                            to_string(o.where)));
  }
  check_numbers(o);
}

void check_numbers(const edge_vertex_options& o) {
  if (o.buckets < 1 || o.buckets > most_buckets) fail_usage("buckets is {}; give 1 to {}", o.buckets, most_buckets);
  if (o.group_size < 1) fail_usage("group_size is 0; give 1 (row-major) or more vertices, such as 32");
  if (o.group_size > 1 && o.messages != message_form::buffered) {
    fail_usage("group_size is {}, but there is no message buffer to lay out; choose message_form::buffered", o.group_size);
  }
}

void require_memory(const edge_vertex_graph& g, std::uint64_t bytes, const edge_vertex_options& options) {
  const std::uint64_t most = options.memory_bytes > 0 ? options.memory_bytes : available_host_memory() / 4 * 3;
  if (bytes <= most) return;
  throw error(error_category::memory, fmt::format("a program on {} vertices and {} directed edges needs {}, but {} may be used; {}",
                                                  g.num_vertices, g.num_edges, human_bytes(bytes), human_bytes(most),
                                                  options.messages == message_form::buffered
                                                      ? "choose message_form::fused, or keep less data per vertex and edge"
                                                      : "keep less data per vertex and edge"));
}

std::vector<vertex_id> make_chunks(const edge_vertex_graph& g) {
  const auto work_at = [&](vertex_id v) { return g.in.offsets[v] + g.out.offsets[v] + work_of_vertex * v; };
  std::vector<vertex_id> bounds{0};
  if (g.num_vertices == 0) return bounds;
  const std::uint64_t wanted = std::clamp(work_at(g.num_vertices) / chunks_wanted, least_work, most_work);
  std::uint64_t begin = 0;
  for (std::uint64_t v = 64; v < g.num_vertices; v += 64) {
    const std::uint64_t work = work_at(static_cast<vertex_id>(v));
    if (work - begin < wanted) continue;
    bounds.push_back(static_cast<vertex_id>(v));
    begin = work;
  }
  bounds.push_back(g.num_vertices);
  return bounds;
}

std::uint64_t vertices_with_out_edges(const edge_vertex_graph& g) {
  std::uint64_t count = 0;
  for (vertex_id v = 0; v < g.num_vertices; ++v) count += g.out.offsets[v + 1] > g.out.offsets[v];
  return count;
}

team::team(const run_control& control) : threads_(thread_count(control)) {}

void team::run(std::size_t items, const std::function<void(std::size_t item)>& work) const {
  const int threads = static_cast<int>(std::clamp<std::size_t>(items, 1, static_cast<std::size_t>(threads_)));
  if (threads == 1) {
    for (std::size_t item = 0; item < items; ++item) work(item);
    return;
  }
  std::atomic<std::size_t> next{0};
  exception_capture failure;
#pragma omp parallel num_threads(threads)
  for (std::size_t item; !failure.failed() && (item = next.fetch_add(1, std::memory_order_relaxed)) < items;) {
    failure.run([&] { work(item); });
  }
  failure.rethrow();
}

std::string order_in_words(const edge_vertex_options& options, std::uint64_t least, std::uint64_t most) {
  if (options.order == edge_vertex_order::caller) return "caller's order, as requested";
  if (options.order == edge_vertex_order::automatic) return "caller's order: sorting pays off only over some dozens of supersteps";
  if (least == most) return fmt::format("caller's order: every in-degree is {}", most);
  if (options.order == edge_vertex_order::exact_sort) return fmt::format("descending in-degree, {} to {}", most, least);
  return fmt::format("approximately sorted by in-degree, {} to {}, in {} buckets", most, least, options.buckets);
}

std::string form_in_words(bool buffered, bool same_for_all_edges, const edge_vertex_options& options) {
  if (buffered)
    return options.group_size > 1 ? fmt::format("message buffer in groups of {}", options.group_size) : "message buffer";
  const bool chosen = options.messages == message_form::automatic;
  return fmt::format("fused{}{}", chosen ? " (a message buffer has random reads and writes, and took 14 times as long)" : "",
                     same_for_all_edges ? ", one message per source" : "");
}

edge_vertex_report begin_report(const edge_vertex_graph& g, const team& threads, bool buffered, bool same_for_all_edges,
                                const edge_vertex_options& options) {
  edge_vertex_report report;
  report.engine = "CPU, " + form_in_words(buffered, same_for_all_edges, options);
  report.order = g.order;
  report.threads = threads.threads();
  return report;
}

double seconds_now() noexcept { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace edge_vertex_engine

std::string_view to_string(edge_vertex_end end) {
  return end == edge_vertex_end::no_active_vertex ? "no-active-vertex" : "max-supersteps";
}

std::string to_json(const edge_vertex_report& report) { return json_text(report); }

}  // namespace fathom
