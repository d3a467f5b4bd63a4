// Figures and tables of Enterprise, typed in from its text. Curves that the text does not state are left out.
#include "bench/suite/papers/data.hpp"

namespace fathom::program {
namespace papers_data::enterprise {
namespace {

using enum value_unit;
using enum value_rule;

constexpr std::string_view degrees = "enterprise figures 5, 6", ablation = "enterprise";
constexpr published_value enterprise_table_1[] = {
    published("edges of KR0 to KR4", number, 1'073.7e6, 1'073.7e6, "Table 1", near, {degrees, "", "edges", "", "kron:"}),
    published("edges of RM", number, 256e6, "Table 1", near, {degrees, "", "edges", "", "rmat:"})};
constexpr published_value enterprise_figure_4[] = {
    published("mean of all levels", fraction, 0.09, "section 3", near, {"enterprise figure 4", "", "mean"}),
    published("standard deviation", fraction, 0.15, "section 3", near, {"enterprise figure 4", "", "standard_deviation"}),
    published("mean of R-MAT", fraction, 0.11, "section 3", near, {"enterprise figure 4", "", "mean", "", "rmat:"}),
    published("largest of R-MAT", fraction, 0.57, "section 3", near, {"enterprise figure 4", "", "max", "", "rmat:"}),
    published("mean of top-down levels", fraction, 0.004, "section 3", near, {"enterprise figure 4", "", "top_down_mean"}),
    published("mean at the change", fraction, 0.52, "section 3", near, {"enterprise figure 4", "", "switching_mean"}),
    published("mean of bottom-up levels", fraction, 0.015, "section 3", near, {"enterprise figure 4", "", "bottom_up_mean"})};
constexpr published_value enterprise_figure_5[] = {
    published("vertices with fewer than 32 edges (Gowalla, Orkut)", fraction, 0.375, 0.867, "section 3", near,
              {degrees, "", "below_32_edges"}),
    published("vertices with fewer than 256 edges", fraction, 0.957, 0.995, "section 3", near, {degrees, "", "below_256_edges"})};
constexpr published_value enterprise_figure_6[] = {published("vertices with a tenth of the edges (Kron-24-32, YouTube)", fraction,
                                                             0.00005, 0.0003, "section 3", near, {degrees, "", "hub_share"})};
constexpr std::string_view timeline = "enterprise figure 8";
constexpr published_value enterprise_figure_8[] = {
    published("expansion, BL", seconds, 0.490, "section 4.1", shown, {timeline, "BL", "seconds_expansion"}),
    published("expansion with TS", seconds, 0.419, "section 4.1", shown, {timeline, "BL+TS", "seconds_expansion"}),
    published("queue with TS", seconds, 0.0236, "section 4.1", shown, {timeline, "BL+TS", "seconds_queue"}),
    published("expansion with WB", seconds, 0.0765, "section 4.2", shown, {timeline, "BL+TS+WB", "seconds_expansion"}),
    published("thread kernel with WB", seconds, 0.0635, "section 4.2", shown, {timeline, "BL+TS+WB", "seconds_threads"}),
    published("warp kernel with WB", seconds, 0.0178, "section 4.2", shown, {timeline, "BL+TS+WB", "seconds_warps"}),
    published("CTA kernel with WB", seconds, 0.0105, "section 4.2", shown, {timeline, "BL+TS+WB", "seconds_ctas"}),
    published("expansion, BL over BL+TS", times, 490. / 419, "section 4.1", same_side,
              {timeline, "BL+TS", "seconds_expansion", "BL"}),
    published("expansion, BL+TS over BL+TS+WB", times, 419 / 76.5, "section 4.2", same_side,
              {timeline, "BL+TS+WB", "seconds_expansion", "BL+TS"}),
    published("queues, part of a search", fraction, 0.11, "section 4.1", near, {timeline, "BL+TS", "queues_part_of_search"})};
constexpr published_value enterprise_figure_10[] = {
    published("gamma of the fastest searches", fraction, 0.30, 0.40, "section 4.3", near,
              {"enterprise figure 10", "gamma", "best"}),
    published("alpha of the fastest searches", number, 2, 200, "section 4.3", near, {"enterprise figure 10", "alpha", "best"})};
constexpr published_value enterprise_figure_12[] = {
    published("reads of status saved", fraction, 0.10, 0.95, "section 4.3", near, {ablation, "BL+TS+WB+HC", "status_reads_saved"})};
constexpr published_value enterprise_figure_13[] = {
    published("TS over BL", times, 2, 37.5, "section 5.1", same_side, {ablation, "BL+TS, ", "speedup_over_baseline"}),
    published("WB over TS (at most 4.1)", times, 2.8, 4.1, "section 5.1", same_side, {ablation, "BL+TS+WB, ", "median", "BL+TS, "}),
    published("HC over WB", times, 1.1, 1.55, "section 5.1", same_side, {ablation, "BL+TS+WB+HC, ", "median", "BL+TS+WB, "}),
    published("all over BL", times, 3.3, 105.5, "section 5.1", same_side, {ablation, "BL+TS+WB+HC, ", "speedup_over_baseline"}),
    published("fastest graph", edges_per_second, 76e9, "section 5.1", shown, {ablation, "BL+TS+WB+HC, ", "rate"})};
constexpr published_value enterprise_figure_14[] = {
    published("over B40C", times, 4, "section 5.1"), published("over Gunrock", times, 5, "section 5.1"),
    published("over MapGraph", times, 9, "section 5.1"), published("over GraphBIG", times, 74, "section 5.1")};
constexpr published_value enterprise_figure_15[] = {
    published("speedup of 2 (strong)", times, 1.43, "section 5.2", same_side, {strong, "2 ", "speedup"}),
    published("speedup of 4 (strong)", times, 1.71, "section 5.2", same_side, {strong, "4 ", "speedup"}),
    published("speedup of 8 (strong)", times, 1.75, "section 5.2", same_side, {strong, "8 ", "speedup"}),
    published("speedup of 8 (weak, by edges)", times, 9.1, "section 5.2", same_side, {weak_by_edges, "8 ", "speedup"}),
    published("speed on 8 (weak, by edges)", edges_per_second, 96e9, "section 5.2", shown, {weak_by_edges, "8 ", "teps"})};
constexpr published_point enterprise_strong[] = {{1, 1}, {2, 1.43}, {4, 1.71}, {8, 1.75}};
constexpr published_curve enterprise_figure_15_curves[] = {{"published, strong", enterprise_strong}};
constexpr std::string_view counters = "enterprise figure 16";
constexpr published_value enterprise_figure_16[] = {
    published("load and store units busier, TS", fraction, 0.08, "section 5.3", same_side,
              {counters, "BL+TS", "more_load_store_utilization"}),
    published("the same, WB", fraction, 0.24, "section 5.3", same_side, {counters, "BL+TS+WB", "more_load_store_utilization"}),
    published("stalls of data requests, from", fraction, 0.048, "section 5.3", shown, {counters, "BL+TS+WB", "stalled_by_loads"}),
    published("the same with HC", fraction, 0.029, "section 5.3", shown, {counters, "BL+TS+WB+HC", "stalled_by_loads"}),
    published("stalls, without HC over with it", times, 4.8 / 2.9, "section 5.3", same_side,
              {counters, "BL+TS+WB+HC", "stalled_by_loads", "BL+TS+WB"}),
    published("instructions per cycle, all over BL", times, 2, "section 5.3", same_side,
              {counters, "BL+TS+WB+HC", "times_instructions_per_cycle"})};
constexpr published_value enterprise_figure_16_d[] = {
    published("BL", watts, 86, "section 5.3", shown, {"energy", "enterprise-bl", "watts"}),
    published("TS", watts, 81, "section 5.3", shown, {"energy", "enterprise-ts", "watts"}),
    published("HC", watts, 78, "section 5.3", shown, {"energy", "enterprise-hc", "watts"})};

constexpr std::string_view queues_cost =
    "the machine and the graphs differ; on small graphs making the queues takes longer than expanding them (Figure 8)";

constexpr exhibit exhibits[] = {
    exhibited("enterprise", "Table 1", "Graphs", bench_enterprise, enterprise_table_1, {}, {}, other_graphs),
    exhibited("enterprise", "Table 2", "Memory of a CPU and a GPU", "", {}, {}, {}, "",
              "it lists latencies of two processors, not results"),
    exhibited("enterprise", "Figure 4", "Frontiers in percent of the vertices", bench_enterprise, enterprise_figure_4,
              chart(chart_form::boxes, "enterprise figure 4", "", "percent of the vertices", "", "Frontier per level"), {},
              other_graphs),
    exhibited("enterprise", "Figure 5", "Distribution of out-degrees", bench_enterprise, enterprise_figure_5,
              logarithmic(
                  chart(chart_form::curves, degrees, "vertices", "out-degree", "percent of the vertices", "Vertices by out-degree"),
                  log_of::x),
              {}, other_graphs),
    exhibited("enterprise", "Figure 6", "Edges of the vertices with the largest out-degrees", bench_enterprise, enterprise_figure_6,
              logarithmic(chart(chart_form::curves, degrees, "edges", "percent of the vertices, largest first",
                                "percent of the edges", "Edges of hubs"),
                          log_of::x),
              {}, other_graphs),
    exhibited("enterprise", "Figure 8", "Times of queues and kernels where the direction changes",
              "fathom bench enterprise --device cuda", enterprise_figure_8,
              ranges("Level at which the direction changes", "seconds", true), {}, other_machine, needs_gpu),
    exhibited("enterprise", "Figure 10", "Parameters of the change of direction", bench_enterprise, enterprise_figure_10,
              chart(chart_form::curves, "enterprise figure 10", "gamma", "gamma in percent", "edges per second", "Speed by gamma"),
              {}, "speed hardly depends on gamma on these graphs; without a CUDA device the rule runs in Fathom's own engine"),
    exhibited("enterprise", "Figure 12", "Reads saved by the hub cache", "fathom bench enterprise --device cuda",
              enterprise_figure_12, ranges("Reads saved by the hub cache", "percent"), {}, other_graphs, needs_gpu),
    exhibited("enterprise", "Figure 13", "Techniques one by one", "fathom bench enterprise --device cuda", enterprise_figure_13,
              ranges("Techniques one by one", "times or edges per second", true), {}, queues_cost, needs_gpu),
    exhibited("enterprise", "Figure 14", "Other programs", "", enterprise_figure_14, {}, {}, "", needs_others),
    exhibited("enterprise", "Figure 15", "Strong and weak scaling", scaling, enterprise_figure_15,
              logarithmic(by_workers(strong, "workers", "speedup", "speedup", "Strong scaling"), log_of::x),
              enterprise_figure_15_curves, threads_for_gpus,
              "it needs as many devices; use mpirun -np P fathom bench scaling kron:24:32 --device cuda"),
    exhibited("enterprise", "Figure 16 (a) to (c)", "Hardware counters", "fathom bench enterprise --device cuda",
              enterprise_figure_16, {}, {}, other_counters, needs_counters),
    exhibited("enterprise", "Figure 16 (d)", "Power by technique",
              "fathom bench energy --method enterprise-bl,enterprise-ts,enterprise-hc", enterprise_figure_16_d,
              ranges("Power of the GPU", "watts"), {}, other_machine,
              "it needs a CUDA device whose energy can be read, and this run had none")};

}  // namespace
}  // namespace papers_data::enterprise

std::span<const exhibit> enterprise_exhibits() { return papers_data::enterprise::exhibits; }

}  // namespace fathom::program
