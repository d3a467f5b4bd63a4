// Figures and tables of iBFS, typed in from its text. Curves that the text does not state are left out.
#include "bench/suite/papers/data.hpp"

namespace fathom::program {
namespace papers_data::ibfs {
namespace {

using enum value_unit;
using enum value_rule;

constexpr std::string_view bench_ibfs_on_gpu = "fathom bench ibfs --device cuda",
                           whole_searches = "whole searches are counted, on another GPU and other graphs";
constexpr std::string_view bench_ibfs_on_cpu = "fathom bench ibfs --device cpu";
constexpr std::string_view joint = "ibfs", random_groups = "bitwise, ", grouped_by = "bitwise + GroupBy, ";
constexpr published_value ibfs_figure_2[] = {
    published("top-down", fraction, 0.039, 0.04, "section 2", near, {joint, random_groups, "sharing_ratio_top_down"}),
    published("bottom-up (at most 48.6 %)", fraction, 0.387, 0.486, "sections 2, 5.2", near,
              {joint, random_groups, "sharing_ratio_bottom_up"})};
constexpr published_value ibfs_figure_6[] = {published("largest ratio of a level at random", fraction, nothing, "only here", shown,
                                                       {joint, random_groups, "largest_sharing_ratio"}),
                                             published("largest ratio of a level by GroupBy", fraction, nothing, "only here", shown,
                                                       {joint, grouped_by, "largest_sharing_ratio"})};
constexpr published_value ibfs_figure_8[] = {
    published("best q", number, 128, 1024, "section 5.2", near, {"ibfs figure 8", "best", "best_q"})};
constexpr published_value ibfs_figure_9[] = {
    published("top-down, random", fraction, 0.039, "section 5.2", near, {joint, random_groups, "sharing_ratio_top_down"}),
    published("top-down, GroupBy", fraction, 0.393, "section 5.2", near, {joint, grouped_by, "sharing_ratio_top_down"}),
    published("bottom-up, random", fraction, 0.387, "section 5.2", near, {joint, random_groups, "sharing_ratio_bottom_up"}),
    published("bottom-up, GroupBy", fraction, 0.661, "section 5.2", near, {joint, grouped_by, "sharing_ratio_bottom_up"})};
constexpr published_value ibfs_figure_11[] = {
    published("deviation at random (TW)", number, 744, "section 5.3", shown, {"ibfs figure 11", "random", "inspection_deviation"}),
    published("deviation by GroupBy (TW)", number, 11.3, "section 5.3", shown,
              {"ibfs figure 11", "GroupBy", "inspection_deviation"}),
    published("reduction by GroupBy (TW: 66), here of the deviation over the mean", times, 13, 66, "section 5.3", near,
              {"ibfs figure 11", "GroupBy", "relative_deviation", "random"})};
constexpr published_value ibfs_figure_14[] = {
    published("edges of KG0", number, 1'073.7e6, 1'073.7e6, "section 8.1", near, {joint, "", "edges", "", "kron:20:512"}),
    published("edges of KG1", number, 603'979'776, "section 8.1", near, {joint, "", "edges", "", "kron:23:36"}),
    published("edges of KG2", number, 1'073'741'824, 1'073'741'824, "section 8.1", near, {joint, "", "edges", "", "kron:24:32"}),
    published("edges of RM", number, 268'435'456, "section 8.1", near, {joint, "", "edges", "", "rmat:21:64"}),
    published("edges of RD", number, 188'743'680, "section 8.1", near, {joint, "", "edges", "", "random:11796480:16"})};
constexpr published_value ibfs_figure_15[] = {
    published("naive over sequential", times, 0.78, 1.05, "section 8.2", near, {joint, "separate", "speedup_over_sequential"}),
    published("joint over sequential (1.03 to 2.6)", times, 1.4, "section 8.2", same_side,
              {joint, "joint", "speedup_over_sequential"}),
    published("bitwise over sequential (mean 11)", times, 6.4, 18, "section 8.2", same_side,
              {joint, random_groups, "speedup_over_sequential"}),
    published("GroupBy over bitwise", times, 2, "section 8.2", same_side, {joint, grouped_by, "median", random_groups})};
constexpr published_value ibfs_figure_16[] = {
    published("at random", edges_per_second, 75e9, 90e9, "section 8.2", shown, {joint, random_groups, "rate"}),
    published("by GroupBy", edges_per_second, 288e9, "section 8.2", shown, {joint, grouped_by, "rate"})};
constexpr published_value ibfs_figure_17[] = {
    published("2 GPUs (threads on a CPU) over one", times, 1.9, 1.97, "section 8.3", near, {"ibfs figure 17", "2 ", "speedup"}),
    published("4 GPUs (threads on a CPU) over one", times, 3.6, 3.9, "section 8.3", near, {"ibfs figure 17", "4 ", "speedup"}),
    published("112 GPUs over one (RD: 108)", times, 85, 108, "section 8.3")};
constexpr std::string_view counted_rows = "ibfs counters";
constexpr published_value ibfs_figure_18[] = {
    published("stores saved by a joint queue", times, 4, "section 8.4", same_side,
              {counted_rows, "joint queue", "store_transactions", "private"}),
    published("stores saved by GroupBy", times, 2.6, 4, "section 8.4", same_side,
              {counted_rows, "joint queue + GroupBy", "store_transactions", "joint queue"})};
constexpr published_value ibfs_figure_19[] = {published("loads per request, before over after", times, 4, "section 8.4", same_side,
                                                        {counted_rows, "joint queue", "loads_per_request", "private"})};
constexpr published_value ibfs_figure_20[] = {
    published("bitwise over MS-BFS, random (mean 1.4)", times, 1.02, 2.5, "section 8.5", near,
              {joint, random_groups, "speedup_over_ms_bfs"}),
    published("bitwise over MS-BFS, GroupBy (mean 2.6)", times, 1.15, 5.5, "section 8.5", near,
              {joint, grouped_by, "speedup_over_ms_bfs"}),
    published("as published on a GPU over MS-BFS, random", times, 1.02, 2.5, "section 8.5", near,
              {joint, "as published, ", "speedup_over_ms_bfs"}),
    published("as published on a GPU over MS-BFS, GroupBy", times, 1.15, 5.5, "section 8.5", near,
              {joint, "as published + GroupBy, ", "speedup_over_ms_bfs"})};
constexpr published_value ibfs_figure_21[] = {published("loads saved by bitwise", fraction, 0.40, "section 8.5", same_side,
                                                        {counted_rows, "bitwise", "loads_saved_by_bits"})};
constexpr published_value ibfs_figure_22[] = {
    published("MS-BFS on the CPU (KG0)", edges_per_second, 120e9, "section 8.6", shown, {joint, "MS-BFS", "rate"}),
    published("iBFS on the CPU (KG0)", edges_per_second, 397e9, "section 8.6", shown, {joint, grouped_by, "rate"}),
    published("iBFS over MS-BFS on the CPU", times, 1.45, 397. / 120, "section 8.6", near,
              {joint, grouped_by, "speedup_over_ms_bfs"})};
constexpr published_value ibfs_table_1[] = {
    published("MS-BFS (KG0)", seconds, 1.85 * 3600, "Table 1", shown, {"ibfs table 1", "MS-BFS"}),
    published("iBFS (KG0)", seconds, 0.56 * 3600, "Table 1", shown, {"ibfs table 1", "bitwise"}),
    published("MS-BFS over iBFS on the CPU (TW, KG0)", times, 2.1 / 2.7, 1.85 / 0.56, "Table 1", near,
              {"ibfs table 1", "bitwise", "median", "MS-BFS"})};

constexpr exhibit exhibits[] = {
    exhibited("ibfs", "Figure 2", "Frontiers shared by two searches", bench_ibfs, ibfs_figure_2,
              ranges("Sharing ratio at random", "percent", true), {}, other_graphs),
    exhibited("ibfs", "Figure 6", "Sharing ratio by level", bench_ibfs, ibfs_figure_6,
              chart(chart_form::curves, joint, "sharing", "level", "percent of a group", "Sharing ratio by level"), {},
              "the paper has Facebook's graph and no numbers"),
    exhibited("ibfs", "Figure 8", "Choice of q", bench_ibfs, ibfs_figure_8,
              logarithmic(chart(chart_form::curves, "ibfs figure 8", "rate", "q", "edges per second", "Speed by q"), log_of::x), {},
              other_graphs),
    exhibited("ibfs", "Figure 9", "Sharing ratio by GroupBy", bench_ibfs, ibfs_figure_9,
              ranges("Sharing ratio at random and by GroupBy", "percent", true), {},
              "the paper does not publish its rule for the direction of a level, and the graphs are smaller"),
    exhibited("ibfs", "Figure 11", "Deviation of bottom-up inspections", bench_ibfs_on_cpu, ibfs_figure_11,
              ranges("Deviation of bottom-up inspections", "edges or times", true), {},
              "the graphs are smaller, and the paper does not say what it counts: here the inspections of a whole search",
              "the inspections of each search are counted on a CPU; use --device cpu", true),
    exhibited("ibfs", "Figure 14", "Graphs", bench_ibfs, ibfs_figure_14, {}, {}, other_graphs,
              "runs on a CPU and runs with --quick have smaller graphs: kron for KG0, KG1 and KG2, rmat for RM and uniform for RD"),
    exhibited("ibfs", "Figure 15", "Techniques one by one", bench_ibfs, ibfs_figure_15,
              ranges("Techniques one by one", "times as fast", true), {},
              "the graphs are small for one search at a time, and GroupBy shares little more than random groups there (Figure 9)"),
    exhibited("ibfs", "Figure 16", "Speed at random and by GroupBy", bench_ibfs, ibfs_figure_16,
              ranges("Speed of groups", "edges per second", true), {}, other_machine),
    exhibited("ibfs", "Figure 17", "Many GPUs; on a CPU its threads stand in", bench_ibfs, ibfs_figure_17,
              by_workers("ibfs figure 17", "GPUs; on a CPU threads", "times as fast as one", "speedup", "Speed by number of GPUs"),
              {}, threads_for_gpus, "it needs several GPUs, or several threads of a CPU"),
    exhibited("ibfs", "Figure 18", "Stores of the frontier queue", bench_ibfs_on_gpu, ibfs_figure_18, {}, {}, whole_searches,
              needs_counters),
    exhibited("ibfs", "Figure 19", "Loads per request", bench_ibfs_on_gpu, ibfs_figure_19, {}, {}, whole_searches, needs_counters),
    exhibited("ibfs", "Figure 20", "Bitwise over MS-BFS", bench_ibfs, ibfs_figure_20,
              ranges("Bitwise over MS-BFS", "times as fast", true), {}, "the graphs are smaller, and both programs are Fathom's"),
    exhibited("ibfs", "Figure 21", "Load transactions", bench_ibfs_on_gpu, ibfs_figure_21, {}, {}, whole_searches, needs_counters),
    exhibited("ibfs", "Figure 22", "MS-BFS and iBFS on a CPU", bench_ibfs_on_cpu, ibfs_figure_22,
              ranges("MS-BFS and iBFS on a CPU", "times or edges per second", true), {},
              "the graphs are smaller, and both programs are Fathom's", "this run searched on a GPU; use --device cpu", true),
    exhibited("ibfs", "Table 1", "3-hop reachability index", "fathom reach build GRAPH --all --hops 3 --method bitwise",
              ibfs_table_1, ranges("MS-BFS and iBFS: 3-hop index", "times or seconds", true), {},
              "the graphs are smaller, and both programs are Fathom's")};

}  // namespace
}  // namespace papers_data::ibfs

std::span<const exhibit> ibfs_exhibits() { return papers_data::ibfs::exhibits; }

}  // namespace fathom::program
