// The data: every figure and table of the five papers, typed in from their texts. Curves that the texts do not state are left out.
#include "bench/suite/papers/published.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "fathom/error.hpp"

namespace fathom::program {
namespace {

using enum value_unit;
using enum value_rule;
using place = measured_place;

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

constexpr std::string_view needs_gpu = "the paper's kernels need a CUDA device, and this run had none";
constexpr std::string_view needs_counters =
    "it shows hardware counters of a GPU, which Fathom does not read; NVIDIA's ncu reads them";
constexpr std::string_view needs_others = "it compares other programs, which are not part of Fathom";
constexpr std::string_view other_graphs = "the graphs are generated, smaller and of other kinds than the paper's";
constexpr std::string_view other_machine = "the machine and the graphs differ";
constexpr std::string_view threads_for_gpus = "threads or processes of one host stand in for the paper's GPUs";

constexpr published_paper papers[] = {
    {"enterprise", "Enterprise", "Hang Liu and H. Howie Huang, \"Enterprise: Breadth-First Graph Traversal on GPUs\", SC 2015",
     "NVIDIA K40, K20 and C2070", "Figures 1 to 3, 7, 9 and 11 explain and have no measured values."},
    {"multi-search", "Multi-search",
     "Adam McLaughlin, Jason Riedy and David A. Bader, \"A Fast, Energy-Efficient Abstraction for Simultaneous Breadth-First "
     "Searches\", HPEC 2015",
     "NVIDIA GeForce GTX Titan", "All figures and tables have measured values."},
    {"graph500", "Graph500 on many GPUs", "\"Communication Wall: Graph500\", a chapter of a thesis on hybrid architectures",
     "NVIDIA K20Xm, ROMEO supercomputer", "Figures 3.1 to 3.3 explain and have no measured values."},
    {"ibfs", "iBFS", "Hang Liu, H. Howie Huang and Yang Hu, \"iBFS: Concurrent Breadth-First Search on GPUs\", SIGMOD 2016",
     "NVIDIA K40; K20 on Stampede; two Intel Xeon E5-2683",
     "Figures 1, 3 to 5, 7, 10, 12 and 13 explain and have no measured values."},
    {"edge-vertex", "Edge-vertex programs",
     "Wenyong Zhong and others, \"Optimizing Graph Processing on GPUs\", IEEE Transactions on Parallel and Distributed Systems "
     "28(4), 2017",
     "NVIDIA GeForce GTX 780", "Figures 1 to 6 and Tables 1 and 3 explain and have no measured values."}};

// Enterprise

constexpr std::string_view degrees = "enterprise figures 5, 6", ablation = "enterprise";
constexpr published_value enterprise_table_1[] = {
    {"edges of KR0 to KR4", number, 1'073.7e6, 1'073.7e6, "Table 1", near, {degrees, "", "edges", "", "kron:"}},
    {"edges of RM", number, 256e6, 256e6, "Table 1", near, {degrees, "", "edges", "", "rmat:"}}};
constexpr published_value enterprise_figure_4[] = {
    {"mean of all levels", fraction, 0.09, 0.09, "section 3", near, {"enterprise figure 4", "", "mean"}},
    {"standard deviation", fraction, 0.15, 0.15, "section 3", near, {"enterprise figure 4", "", "standard_deviation"}},
    {"mean of R-MAT", fraction, 0.11, 0.11, "section 3", near, {"enterprise figure 4", "", "mean", "", "rmat:"}},
    {"largest of R-MAT", fraction, 0.57, 0.57, "section 3", near, {"enterprise figure 4", "", "max", "", "rmat:"}},
    {"mean of top-down levels", fraction, 0.004, 0.004, "section 3", near, {"enterprise figure 4", "", "top_down_mean"}},
    {"mean at the change", fraction, 0.52, 0.52, "section 3", near, {"enterprise figure 4", "", "switching_mean"}},
    {"mean of bottom-up levels", fraction, 0.015, 0.015, "section 3", near, {"enterprise figure 4", "", "bottom_up_mean"}}};
constexpr published_value enterprise_figure_5[] = {
    {"vertices with fewer than 32 edges (Gowalla, Orkut)",
     fraction,
     0.375,
     0.867,
     "section 3",
     near,
     {degrees, "", "below_32_edges"}},
    {"vertices with fewer than 256 edges", fraction, 0.957, 0.995, "section 3", near, {degrees, "", "below_256_edges"}}};
constexpr published_value enterprise_figure_6[] = {{"vertices with a tenth of the edges (Kron-24-32, YouTube)",
                                                    fraction,
                                                    0.00005,
                                                    0.0003,
                                                    "section 3",
                                                    near,
                                                    {degrees, "", "hub_share"}}};
constexpr std::string_view timeline = "enterprise figure 8";
constexpr published_value enterprise_figure_8[] = {
    {"expansion, BL", seconds, 0.490, 0.490, "section 4.1", shown, {timeline, "BL", "seconds_expansion"}},
    {"expansion with TS", seconds, 0.419, 0.419, "section 4.1", shown, {timeline, "BL+TS", "seconds_expansion"}},
    {"queue with TS", seconds, 0.0236, 0.0236, "section 4.1", shown, {timeline, "BL+TS", "seconds_queue"}},
    {"expansion with WB", seconds, 0.0765, 0.0765, "section 4.2", shown, {timeline, "BL+TS+WB", "seconds_expansion"}},
    {"thread kernel with WB", seconds, 0.0635, 0.0635, "section 4.2", shown, {timeline, "BL+TS+WB", "seconds_threads"}},
    {"warp kernel with WB", seconds, 0.0178, 0.0178, "section 4.2", shown, {timeline, "BL+TS+WB", "seconds_warps"}},
    {"CTA kernel with WB", seconds, 0.0105, 0.0105, "section 4.2", shown, {timeline, "BL+TS+WB", "seconds_ctas"}},
    {"expansion, BL over BL+TS",
     times,
     490. / 419,
     490. / 419,
     "section 4.1",
     same_side,
     {timeline, "BL+TS", "seconds_expansion", "BL"}},
    {"expansion, BL+TS over BL+TS+WB",
     times,
     419 / 76.5,
     419 / 76.5,
     "section 4.2",
     same_side,
     {timeline, "BL+TS+WB", "seconds_expansion", "BL+TS"}},
    {"queues, part of a search", fraction, 0.11, 0.11, "section 4.1", near, {timeline, "BL+TS", "queues_part_of_search"}}};
constexpr published_value enterprise_figure_10[] = {
    {"gamma of the fastest searches", fraction, 0.30, 0.40, "section 4.3", near, {"enterprise figure 10", "gamma", "best"}},
    {"alpha of the fastest searches", number, 2, 200, "section 4.3", near, {"enterprise figure 10", "alpha", "best"}}};
constexpr published_value enterprise_figure_12[] = {
    {"reads of status saved", fraction, 0.10, 0.95, "section 4.3", near, {ablation, "BL+TS+WB+HC", "status_reads_saved"}}};
constexpr published_value enterprise_figure_13[] = {
    {"TS over BL", times, 2, 37.5, "section 5.1", same_side, {ablation, "BL+TS, ", "speedup_over_baseline"}},
    {"WB over TS (at most 4.1)", times, 2.8, 4.1, "section 5.1", same_side, {ablation, "BL+TS+WB, ", "median", "BL+TS, "}},
    {"HC over WB", times, 1.1, 1.55, "section 5.1", same_side, {ablation, "BL+TS+WB+HC, ", "median", "BL+TS+WB, "}},
    {"all over BL", times, 3.3, 105.5, "section 5.1", same_side, {ablation, "BL+TS+WB+HC, ", "speedup_over_baseline"}},
    {"fastest graph", edges_per_second, 76e9, 76e9, "section 5.1", shown, {ablation, "BL+TS+WB+HC, ", "rate"}}};
constexpr published_value enterprise_figure_14[] = {{"over B40C", times, 4, 4, "section 5.1"},
                                                    {"over Gunrock", times, 5, 5, "section 5.1"},
                                                    {"over MapGraph", times, 9, 9, "section 5.1"},
                                                    {"over GraphBIG", times, 74, 74, "section 5.1"}};
constexpr std::string_view strong = "strong scaling", weak = "weak scaling", weak_by_edges = "weak scaling by edges";
constexpr published_value enterprise_figure_15[] = {
    {"speedup of 2 (strong)", times, 1.43, 1.43, "section 5.2", same_side, {strong, "2 ", "speedup"}},
    {"speedup of 4 (strong)", times, 1.71, 1.71, "section 5.2", same_side, {strong, "4 ", "speedup"}},
    {"speedup of 8 (strong)", times, 1.75, 1.75, "section 5.2", same_side, {strong, "8 ", "speedup"}},
    {"speedup of 8 (weak, by edges)", times, 9.1, 9.1, "section 5.2", same_side, {weak_by_edges, "8 ", "speedup"}},
    {"speed on 8 (weak, by edges)", edges_per_second, 96e9, 96e9, "section 5.2", shown, {weak_by_edges, "8 ", "teps"}}};
constexpr published_point enterprise_strong[] = {{1, 1}, {2, 1.43}, {4, 1.71}, {8, 1.75}};
constexpr published_curve enterprise_figure_15_curves[] = {{"published, strong", enterprise_strong}};
constexpr published_value enterprise_figure_16[] = {{"load and store units busier, TS", fraction, 0.08, 0.08, "section 5.3"},
                                                    {"the same, WB", fraction, 0.24, 0.24, "section 5.3"},
                                                    {"stalls of data requests, from", fraction, 0.048, 0.048, "section 5.3"},
                                                    {"the same with HC", fraction, 0.029, 0.029, "section 5.3"}};
constexpr published_value enterprise_figure_16_d[] = {
    {"BL", watts, 86, 86, "section 5.3", shown, {"energy", "enterprise-bl", "watts"}},
    {"TS", watts, 81, 81, "section 5.3", shown, {"energy", "enterprise-ts", "watts"}},
    {"HC", watts, 78, 78, "section 5.3", shown, {"energy", "enterprise-hc", "watts"}}};

// Multi-search

constexpr std::string_view searches = "multi-search";
constexpr published_value searches_table_1[] = {
    {"edges of 333SP", number, 22'217'266, 22'217'266, "Table I", near, {searches, "", "edges", "", "delaunay:22"}},
    {"edges of adaptive", number, 27'248'640, 27'248'640, "Table I", near, {searches, "", "edges", "", "grid:2610x2611"}},
    {"edges of as-Skitter", number, 22'190'596, 22'190'596, "Table I", near, {searches, "", "edges", "", "rmat:21:6"}},
    {"edges of auto", number, 6'629'222, 6'629'222, "Table I", near, {searches, "", "edges", "", "rgg:19"}},
    {"edges of delaunay_n21", number, 12'582'816, 12'582'816, "Table I", near, {searches, "", "edges", "", "delaunay:21"}},
    {"edges of ecology1", number, 3'996'000, 3'996'000, "Table I", near, {searches, "", "edges", "", "grid:1000x1000"}},
    {"edges of hollywood-2009", number, 115'031'232, 115'031'232, "Table I", near, {searches, "", "edges", "", "kron:20:62"}},
    {"edges of kron_g500-logn19", number, 43'561'574, 43'561'574, "Table I", near, {searches, "", "edges", "", "kron:19:48"}},
    {"edges of ldoor", number, 45'570'272, 45'570'272, "Table I", near, {searches, "", "edges", "", "small-world:952203"}},
    {"edges of rgg_n_2_21_s0", number, 28'975'990, 28'975'990, "Table I", near, {searches, "", "edges", "", "rgg:21"}},
    {"edges of roadNet-CA", number, 5'533'214, 5'533'214, "Table I"},
    {"edges of thermal2", number, 7'352'268, 7'352'268, "Table I", near, {searches, "", "edges", "", "delaunay:20"}}};

// Savings of the hybrid over the oracle: of time in Table II, of energy in Table III.
constexpr std::string_view saved_time = "time_saved_over_oracle", saved_energy = "energy_saved_over_oracle";
constexpr published_value saving(std::string_view name, double percent, std::string_view source, std::string_view figure,
                                 std::string_view graph) {
  return {name, fraction, percent / 100, percent / 100, source, same_side, {searches, "hybrid", figure, "", graph}};
}
constexpr published_value searches_table_2[] = {
    saving("time saved over the oracle, 333SP", 33, "Table II", saved_time, "delaunay:22"),
    saving("adaptive", 22, "Table II", saved_time, "grid:2610x2611"),
    saving("as-Skitter", 65, "Table II", saved_time, "rmat:21:6"),
    saving("auto", 69, "Table II", saved_time, "rgg:19"),
    saving("delaunay_n21", 36, "Table II", saved_time, "delaunay:21"),
    saving("ecology1", 27, "Table II", saved_time, "grid:1000x1000"),
    saving("hollywood-2009", 75, "Table II", saved_time, "kron:20:62"),
    saving("kron_g500-logn19", 52, "Table II", saved_time, "kron:19:48"),
    saving("ldoor", -3, "Table II", saved_time, "small-world:952203"),
    saving("rgg_n_2_21_s0", 65, "Table II", saved_time, "rgg:21"),
    {"roadNet-CA", fraction, 0.26, 0.26, "Table II"},
    saving("thermal2", 34, "Table II", saved_time, "delaunay:20"),
    {"one search per thread of a CPU", seconds, nothing, nothing, "only here", shown, {searches, "one search per thread"}},
    {"multi-source BFS", seconds, nothing, nothing, "only here", shown, {searches, "multi-source BFS"}}};
constexpr published_value searches_table_3[] = {
    saving("energy saved over the oracle, 333SP", 51, "Table III", saved_energy, "delaunay:22"),
    saving("adaptive", 83, "Table III", saved_energy, "grid:2610x2611"),
    saving("as-Skitter", 66, "Table III", saved_energy, "rmat:21:6"),
    saving("auto", 75, "Table III", saved_energy, "rgg:19"),
    saving("delaunay_n21", 64, "Table III", saved_energy, "delaunay:21"),
    saving("ecology1", 74, "Table III", saved_energy, "grid:1000x1000"),
    saving("hollywood-2009", 71, "Table III", saved_energy, "kron:20:62"),
    saving("kron_g500-logn19", 52, "Table III", saved_energy, "kron:19:48"),
    saving("ldoor", 34, "Table III", saved_energy, "small-world:952203"),
    saving("rgg_n_2_21_s0", 73, "Table III", saved_energy, "rgg:21"),
    {"roadNet-CA", fraction, 0.25, 0.25, "Table III"},
    saving("thermal2", 74, "Table III", saved_energy, "delaunay:20")};
constexpr published_value searches_figure_1[] = {{"best T", number, 8, 16, "section III.B", near, {searches, "hybrid", "best_T"}}};

// Graph500

constexpr std::string_view directions = "graph500 directions";
constexpr published_value graph500_table_1[] = {
    {"edges top-down", number, 23'489'787, 23'489'787, "Table 3.1", shown, {directions, "top-down", "edges_inspected"}},
    {"edges bottom-up", number, 24'269'001, 24'269'001, "Table 3.1", shown, {directions, "bottom-up", "edges_inspected"}},
    {"edges hybrid", number, 618'131, 618'131, "Table 3.1", shown, {directions, "hybrid", "edges_inspected"}},
    {"top-down over hybrid",
     times,
     23'489'787. / 618'131,
     23'489'787. / 618'131,
     "Table 3.1",
     near,
     {directions, "hybrid", "edges_inspected", "top-down"}},
    {"bottom-up over hybrid",
     times,
     24'269'001. / 618'131,
     24'269'001. / 618'131,
     "Table 3.1",
     near,
     {directions, "hybrid", "edges_inspected", "bottom-up"}}};
constexpr published_point top_down_edges[] = {{1, 8'156}, {2, 3'695'684}, {3, 19'565'465}, {4, 214'578}, {5, 5'865}, {6, 12}};
constexpr published_point bottom_up_edges[] = {{1, 1'568'798}, {2, 587'893}, {3, 12'586}, {4, 8'256}, {5, 1'201}, {6, 156}};
constexpr published_point hybrid_edges[] = {{1, 8'156}, {2, 587'893}, {3, 12'586}, {4, 8'256}, {5, 1'201}, {6, 12}};
constexpr published_curve graph500_table_1_curves[] = {
    {"published, top-down", top_down_edges}, {"published, bottom-up", bottom_up_edges}, {"published, hybrid", hybrid_edges}};
constexpr published_value graph500_figure_4_a[] = {
    {"top-down over hybrid, time", times, 1, 1, "section 3.4.3", at_least, {directions, "hybrid", "median", "top-down"}},
    {"bottom-up over hybrid, time", times, 1, 1, "section 3.4.3", at_least, {directions, "hybrid", "median", "bottom-up"}}};
constexpr published_value graph500_figure_4_b[] = {
    {"GPU over CPU", times, 2, 2, "section 3.5.1", same_side, {directions, "hybrid", "median", "on the CPU"}}};
constexpr published_value graph500_figure_5_a[] = {
    {"largest speed (weak)", edges_per_second, 12e9, 12e9, "section 3.5.2", shown, {weak, "", "teps"}}};
constexpr published_value graph500_figure_5_b[] = {
    {"speed on 16 GPUs (strong, the fastest)", edges_per_second, 4.8e9, 4.8e9, "section 3.5.2", shown, {strong, "", "teps"}}};
constexpr published_value graph500_figure_6[] = {{"GPU 0 of 64 nodes", edges_per_second, 13.7e9, 13.7e9, "section 3.5.3"},
                                                 {"256 GPUs", edges_per_second, 12e9, 12e9, "section 3.5.3"}};

// iBFS

constexpr std::string_view joint = "ibfs", random_groups = "bitwise, ", grouped_by = "bitwise + GroupBy, ";
constexpr published_value ibfs_figure_2[] = {
    {"top-down", fraction, 0.039, 0.04, "section 2", near, {joint, random_groups, "sharing_ratio_top_down"}},
    {"bottom-up (at most 48.6 %)",
     fraction,
     0.387,
     0.486,
     "sections 2, 5.2",
     near,
     {joint, random_groups, "sharing_ratio_bottom_up"}}};
constexpr published_value ibfs_figure_6[] = {{"largest ratio of a level at random",
                                              fraction,
                                              nothing,
                                              nothing,
                                              "only here",
                                              shown,
                                              {joint, random_groups, "largest_sharing_ratio"}},
                                             {"largest ratio of a level by GroupBy",
                                              fraction,
                                              nothing,
                                              nothing,
                                              "only here",
                                              shown,
                                              {joint, grouped_by, "largest_sharing_ratio"}}};
constexpr published_value ibfs_figure_8[] = {
    {"best q", number, 128, 1024, "section 5.2", near, {"ibfs figure 8", "best", "best_q"}}};
constexpr published_value ibfs_figure_9[] = {
    {"top-down, random", fraction, 0.039, 0.039, "section 5.2", near, {joint, random_groups, "sharing_ratio_top_down"}},
    {"top-down, GroupBy", fraction, 0.393, 0.393, "section 5.2", near, {joint, grouped_by, "sharing_ratio_top_down"}},
    {"bottom-up, random", fraction, 0.387, 0.387, "section 5.2", near, {joint, random_groups, "sharing_ratio_bottom_up"}},
    {"bottom-up, GroupBy", fraction, 0.661, 0.661, "section 5.2", near, {joint, grouped_by, "sharing_ratio_bottom_up"}}};
constexpr published_value ibfs_figure_11[] = {{"reduction by GroupBy (TW: 66)", times, 13, 66, "section 5.2"}};
constexpr published_value ibfs_figure_14[] = {
    {"edges of KG0", number, 1'073.7e6, 1'073.7e6, "section 8.1", near, {joint, "", "edges", "", "kron:20:512"}},
    {"edges of KG1", number, 603'979'776, 603'979'776, "section 8.1", near, {joint, "", "edges", "", "kron:23:36"}},
    {"edges of KG2", number, 1'073'741'824, 1'073'741'824, "section 8.1", near, {joint, "", "edges", "", "kron:24:32"}},
    {"edges of RM", number, 268'435'456, 268'435'456, "section 8.1", near, {joint, "", "edges", "", "rmat:21:64"}}};
constexpr published_value ibfs_figure_15[] = {
    {"naive over sequential", times, 0.78, 1.05, "section 8.2", near, {joint, "separate", "speedup_over_sequential"}},
    {"joint over sequential (1.03 to 2.6)", times, 1.4, 1.4, "section 8.2", same_side, {joint, "joint", "speedup_over_sequential"}},
    {"bitwise over sequential (mean 11)",
     times,
     6.4,
     18,
     "section 8.2",
     same_side,
     {joint, random_groups, "speedup_over_sequential"}},
    {"GroupBy over bitwise", times, 2, 2, "section 8.2", same_side, {joint, random_groups, "median", grouped_by}}};
constexpr published_value ibfs_figure_16[] = {
    {"at random", edges_per_second, 75e9, 90e9, "section 8.2", shown, {joint, random_groups, "rate"}},
    {"by GroupBy", edges_per_second, 288e9, 288e9, "section 8.2", shown, {joint, grouped_by, "rate"}}};
constexpr published_value ibfs_figure_17[] = {{"2 GPUs over one", times, 1.9, 1.97, "section 8.3"},
                                              {"4 GPUs over one", times, 3.6, 3.9, "section 8.3"},
                                              {"112 GPUs over one (RD: 108)", times, 85, 108, "section 8.3"}};
constexpr published_value ibfs_figure_18[] = {{"stores saved by a joint queue", times, 4, 4, "section 8.4"},
                                              {"stores saved by GroupBy", times, 2.6, 4, "section 8.4"}};
constexpr published_value ibfs_figure_19[] = {{"loads per request, before over after", times, 4, 4, "section 8.4"}};
constexpr published_value ibfs_figure_20[] = {
    {"bitwise over MS-BFS, random (mean 1.4)",
     times,
     1.02,
     2.5,
     "section 8.5",
     near,
     {joint, random_groups, "speedup_over_ms_bfs"}},
    {"bitwise over MS-BFS, GroupBy (mean 2.6)", times, 1.15, 5.5, "section 8.5", near, {joint, grouped_by, "speedup_over_ms_bfs"}}};
constexpr published_value ibfs_figure_21[] = {{"loads saved by bitwise", fraction, 0.40, 0.40, "section 8.5"}};
constexpr published_value ibfs_figure_22[] = {
    {"MS-BFS on the CPU (KG0)", edges_per_second, 120e9, 120e9, "section 8.6", shown, {joint, "MS-BFS", "rate"}},
    {"iBFS on the CPU (KG0)", edges_per_second, 397e9, 397e9, "section 8.6", shown, {joint, grouped_by, "rate"}},
    {"iBFS over MS-BFS on the CPU", times, 1.45, 397. / 120, "section 8.6", near, {joint, grouped_by, "speedup_over_ms_bfs"}}};
constexpr published_value ibfs_table_1[] = {
    {"MS-BFS (KG0)", seconds, 1.85 * 3600, 1.85 * 3600, "Table 1", shown, {"ibfs table 1", "MS-BFS"}},
    {"iBFS (KG0)", seconds, 0.56 * 3600, 0.56 * 3600, "Table 1", shown, {"ibfs table 1", "bitwise"}},
    {"MS-BFS over iBFS on the CPU (TW, KG0)",
     times,
     2.1 / 2.7,
     1.85 / 0.56,
     "Table 1",
     near,
     {"ibfs table 1", "bitwise", "median", "MS-BFS"}}};

// Edge-vertex

constexpr std::string_view ranks = "edge-vertex pagerank", in_groups = "sorted, in groups", by_radix = "sorted by radix, in groups",
                           plain = "message buffer", sorts = "edge-vertex sort", buckets = "edge-vertex buckets";
constexpr published_value edge_vertex_table_2[] = {
    {"edges of RMAT", number, 16e6, 16e6, "Table 2", near, {ranks, plain, "edges", "", "rmat:"}},
    {"edges of Random", number, 16e6, 16e6, "Table 2", near, {ranks, plain, "edges", "", "uniform:"}},
    {"largest in-degree of RMAT", number, 555, 555, "Table 2", shown, {ranks, plain, "max_in_degree", "", "rmat:"}},
    {"largest in-degree of Random", number, 41, 41, "Table 2", near, {ranks, plain, "max_in_degree", "", "uniform:"}}};
constexpr published_value edge_vertex_table_4[] = {
    {"preprocessing, RMAT", seconds, 0.012, 0.012, "Table 4", shown, {ranks, in_groups, "seconds_prepare", "", "rmat:"}},
    {"preprocessing, Random", seconds, 0.011, 0.011, "Table 4", shown, {ranks, in_groups, "seconds_prepare", "", "uniform:"}},
    {"the same by Medusa, RMAT", seconds, 0.305, 0.305, "Table 4"},
    {"the same by Medusa, Random", seconds, 0.328, 0.328, "Table 4"}};
constexpr published_value edge_vertex_table_5[] = {{"RMAT, unsorted", fraction, 0.357, 0.357, "Table 5"},
                                                   {"RMAT, sorted", fraction, 0.956, 0.956, "Table 5"},
                                                   {"Random, unsorted", fraction, 0.68, 0.68, "Table 5"},
                                                   {"Random, sorted", fraction, 0.919, 0.919, "Table 5"}};
constexpr published_value edge_vertex_table_6[] = {
    {"RMAT", fraction, 0.124, 0.124, "Table 6", same_side, {ranks, in_groups, "faster_than_radix", "", "rmat:"}},
    {"Random", fraction, 0.129, 0.129, "Table 6", same_side, {ranks, in_groups, "faster_than_radix", "", "uniform:"}}};
constexpr published_value edge_vertex_table_7[] = {{"loads of RMAT, by rows", fraction, 0.138, 0.138, "Table 7"},
                                                   {"loads of RMAT, remapped", fraction, 0.921, 0.921, "Table 7"}};
constexpr published_value edge_vertex_figure_7[] = {
    {"sorted and remapped, over the plain buffer", times, 1.7, 2.3, "section 5.2", same_side, {ranks, in_groups, "median", plain}},
    {"fused, over the plain buffer", times, nothing, nothing, "only here", shown, {ranks, "fused", "median", plain}}};
constexpr published_value edge_vertex_figure_8[] = {{"sorted and remapped, over the plain buffer",
                                                     times,
                                                     1.6,
                                                     4.5,
                                                     "section 5.2",
                                                     same_side,
                                                     {"edge-vertex shortest paths", in_groups, "median", plain}},
                                                    {"fused, over the plain buffer",
                                                     times,
                                                     nothing,
                                                     nothing,
                                                     "only here",
                                                     shown,
                                                     {"edge-vertex shortest paths", "fused", "median", plain}}};
constexpr published_value edge_vertex_figure_9[] = {{"sorted and remapped, over the plain buffer",
                                                     times,
                                                     1.7,
                                                     3.7,
                                                     "section 5.2",
                                                     same_side,
                                                     {"edge-vertex components", in_groups, "median", plain}},
                                                    {"fused, over the plain buffer",
                                                     times,
                                                     nothing,
                                                     nothing,
                                                     "only here",
                                                     shown,
                                                     {"edge-vertex components", "fused", "median", plain}}};
constexpr published_value edge_vertex_figure_10[] = {
    {"plain over sorted", times, 1.08, 1.20, "section 5.5", same_side, {ranks, "sorted", "seconds_supersteps", plain}}};
constexpr published_value edge_vertex_figure_11[] = {
    {"radix sort over approximate", times, 6.1, 6.1, "section 5.5", same_side, {sorts, "radix, 32 bits", "times_approximate"}},
    {"merge sort over approximate", times, 21.7, 21.7, "section 5.5", same_side, {sorts, "merge", "times_approximate"}}};
constexpr published_value edge_vertex_figure_12[] = {
    {"unsorted over 1,000 buckets", times, 1, 1, "section 5.5", at_least, {buckets, "1000", "median", "none"}}};
constexpr published_value edge_vertex_figure_13[] = {
    {"rows over groups", times, 1.10, 1.25, "section 5.6", same_side, {ranks, in_groups, "seconds_supersteps", "sorted"}}};
constexpr published_value edge_vertex_figure_14[] = {
    {"extra slots (soc-Pokec, ego-Gplus)", fraction, 0.0089, 0.023, "section 5.6", at_most, {ranks, in_groups, "extra_slots"}}};

// The commands
constexpr std::string_view bench_enterprise = "fathom bench enterprise", bench_ibfs = "fathom bench ibfs",
                           bench_searches = "fathom bench multi-search", bench_programs = "fathom bench edge-vertex",
                           scaling = "fathom bench scaling";

constexpr chart_of_exhibit ranges(std::string_view title, std::string_view label, bool logarithmic = false) {
  return {.form = chart_form::ranges, .x_label = label, .x_logarithmic = logarithmic, .title = title};
}

constexpr exhibit exhibits[] = {
    {"enterprise", "Table 1", "Graphs", bench_enterprise, enterprise_table_1, {}, {}, other_graphs},
    {"enterprise", "Table 2", "Memory of a CPU and a GPU", "", {}, {}, {}, "", "it lists latencies of two processors, not results"},
    {"enterprise",
     "Figure 4",
     "Frontiers in percent of the vertices",
     bench_enterprise,
     enterprise_figure_4,
     {.form = chart_form::boxes,
      .bench = "enterprise figure 4",
      .series = "",
      .x_label = "percent of the vertices",
      .title = "Frontier per level"},
     {},
     other_graphs},
    {"enterprise",
     "Figure 5",
     "Distribution of out-degrees",
     bench_enterprise,
     enterprise_figure_5,
     {.form = chart_form::curves,
      .bench = degrees,
      .series = "vertices",
      .x_label = "out-degree",
      .y_label = "percent of the vertices",
      .x_logarithmic = true,
      .title = "Vertices by out-degree"},
     {},
     other_graphs},
    {"enterprise",
     "Figure 6",
     "Edges of the vertices with the largest out-degrees",
     bench_enterprise,
     enterprise_figure_6,
     {.form = chart_form::curves,
      .bench = degrees,
      .series = "edges",
      .x_label = "percent of the vertices, largest first",
      .y_label = "percent of the edges",
      .x_logarithmic = true,
      .title = "Edges of hubs"},
     {},
     other_graphs},
    {"enterprise",
     "Figure 8",
     "Times of queues and kernels where the direction changes",
     "fathom bench enterprise --device cuda",
     enterprise_figure_8,
     ranges("Level at which the direction changes", "seconds", true),
     {},
     other_machine,
     needs_gpu},
    {"enterprise",
     "Figure 10",
     "Parameters of the change of direction",
     bench_enterprise,
     enterprise_figure_10,
     {.form = chart_form::curves,
      .bench = "enterprise figure 10",
      .series = "gamma",
      .x_label = "gamma in percent",
      .y_label = "edges per second",
      .title = "Speed by gamma"},
     {},
     "speed hardly depends on gamma on these graphs, and the rule runs in Fathom's own engine where there is no CUDA device"},
    {"enterprise",
     "Figure 12",
     "Reads saved by the hub cache",
     "fathom bench enterprise --device cuda",
     enterprise_figure_12,
     ranges("Reads saved by the hub cache", "percent"),
     {},
     other_graphs,
     needs_gpu},
    {"enterprise",
     "Figure 13",
     "Techniques one by one",
     "fathom bench enterprise --device cuda",
     enterprise_figure_13,
     ranges("Techniques one by one", "times or edges per second", true),
     {},
     other_machine,
     needs_gpu},
    {"enterprise", "Figure 14", "Other programs", "", enterprise_figure_14, {}, {}, "", needs_others},
    {"enterprise",
     "Figure 15",
     "Strong and weak scaling",
     scaling,
     enterprise_figure_15,
     {.form = chart_form::sweep,
      .bench = strong,
      .x_label = "workers",
      .y_label = "speedup",
      .x_figure = "workers",
      .y_figure = "speedup",
      .x_logarithmic = true,
      .title = "Strong scaling"},
     enterprise_figure_15_curves,
     threads_for_gpus,
     "it needs as many devices; use mpirun -np P fathom bench scaling kron:24:32 --device cuda"},
    {"enterprise", "Figure 16 (a) to (c)", "Hardware counters", "", enterprise_figure_16, {}, {}, "", needs_counters},
    {"enterprise",
     "Figure 16 (d)",
     "Power by technique",
     "fathom bench energy --method enterprise-bl,enterprise-ts,enterprise-hc",
     enterprise_figure_16_d,
     ranges("Power of the GPU", "watts"),
     {},
     other_machine,
     "it needs a CUDA device whose energy can be read, and this run had none"},

    {"multi-search",
     "Table I",
     "Graphs",
     bench_searches,
     searches_table_1,
     {},
     {},
     "files cannot be had, and graphs of the same kind are generated",
     "this run has smaller graphs"},
    {"multi-search",
     "Table II",
     "Seconds by method, and time that the hybrid saves",
     bench_searches,
     searches_table_2,
     ranges("Time that the hybrid saves over the oracle", "percent"),
     {},
     other_machine,
     needs_gpu},
    {"multi-search",
     "Table III",
     "Energy by method",
     bench_searches,
     searches_table_3,
     ranges("Energy that the hybrid saves over the oracle", "percent"),
     {},
     other_machine,
     "it needs a CUDA device whose energy can be read, and this run had none"},
    {"multi-search",
     "Figure 1",
     "Threshold T",
     "fathom bench multi-search --device cuda",
     searches_figure_1,
     {.form = chart_form::sweep,
      .bench = "multi-search T",
      .x_label = "T",
      .y_label = "seconds",
      .x_logarithmic = true,
      .y_logarithmic = true,
      .title = "Time by threshold T"},
     {},
     other_machine,
     needs_gpu},

    {"graph500",
     "Table 3.1",
     "Edges inspected by direction",
     "fathom bfs kron:20:16 --compare-directions",
     graph500_table_1,
     {.form = chart_form::curves,
      .bench = directions,
      .series = "edges",
      .x_label = "level",
      .y_label = "edges inspected",
      .y_logarithmic = true,
      .title = "Edges inspected by level"},
     graph500_table_1_curves,
     "the chapter does not name its graph or source"},
    {"graph500",
     "Figure 3.4a",
     "Time by direction",
     "fathom bfs kron:20:16 --compare-directions",
     graph500_figure_4_a,
     {.form = chart_form::curves,
      .bench = directions,
      .series = "seconds",
      .x_label = "level",
      .y_label = "seconds",
      .y_logarithmic = true,
      .title = "Time by level"},
     {},
     other_machine},
    {"graph500",
     "Figure 3.4b",
     "A CPU and a GPU",
     "fathom bfs kron:20:16 --device cuda",
     graph500_figure_4_b,
     ranges("A GPU over a CPU", "times", true),
     {},
     other_machine,
     "it compares a GPU with a CPU, and this run had no CUDA device"},
    {"graph500",
     "Figure 3.5a",
     "Weak scaling",
     scaling,
     graph500_figure_5_a,
     {.form = chart_form::sweep,
      .bench = weak,
      .x_label = "workers",
      .y_label = "edges per second",
      .x_figure = "workers",
      .y_figure = "teps",
      .x_logarithmic = true,
      .title = "Weak scaling"},
     {},
     threads_for_gpus},
    {"graph500",
     "Figure 3.5b",
     "Strong scaling",
     scaling,
     graph500_figure_5_b,
     {.form = chart_form::sweep,
      .bench = strong,
      .x_label = "workers",
      .y_label = "edges per second",
      .x_figure = "workers",
      .y_figure = "teps",
      .x_logarithmic = true,
      .title = "Strong scaling"},
     {},
     threads_for_gpus},
    {"graph500",
     "Figure 3.6",
     "One GPU per node against all",
     "",
     graph500_figure_6,
     {},
     {},
     "",
     "it needs 64 nodes of two GPUs that share one network adapter"},

    {"ibfs",
     "Figure 2",
     "Frontiers shared by two searches",
     bench_ibfs,
     ibfs_figure_2,
     ranges("Sharing ratio at random", "percent", true),
     {},
     other_graphs},
    {"ibfs",
     "Figure 6",
     "Sharing ratio by level",
     bench_ibfs,
     ibfs_figure_6,
     {.form = chart_form::curves,
      .bench = joint,
      .series = "sharing",
      .x_label = "level",
      .y_label = "percent of a group",
      .title = "Sharing ratio by level"},
     {},
     "the paper has Facebook's graph and no numbers"},
    {"ibfs",
     "Figure 8",
     "Choice of q",
     bench_ibfs,
     ibfs_figure_8,
     {.form = chart_form::curves,
      .bench = "ibfs figure 8",
      .series = "rate",
      .x_label = "q",
      .y_label = "edges per second",
      .x_logarithmic = true,
      .title = "Speed by q"},
     {},
     other_graphs},
    {"ibfs",
     "Figure 9",
     "Sharing ratio by GroupBy",
     bench_ibfs,
     ibfs_figure_9,
     ranges("Sharing ratio at random and by GroupBy", "percent", true),
     {},
     "the paper does not publish its rule for the direction of a level, and the graphs are smaller"},
    {"ibfs",
     "Figure 11",
     "Deviation of bottom-up inspections",
     "",
     ibfs_figure_11,
     {},
     {},
     "",
     "the engines do not count inspections for each search of a group"},
    {"ibfs", "Figure 14", "Graphs", bench_ibfs, ibfs_figure_14, {}, {}, other_graphs, "this run has smaller graphs"},
    {"ibfs",
     "Figure 15",
     "Techniques one by one",
     bench_ibfs,
     ibfs_figure_15,
     ranges("Techniques one by one", "times as fast", true),
     {},
     "Fathom's sequential search is faster than the paper's, and the graphs are smaller"},
    {"ibfs",
     "Figure 16",
     "Speed at random and by GroupBy",
     bench_ibfs,
     ibfs_figure_16,
     ranges("Speed of groups", "edges per second", true),
     {},
     other_machine},
    {"ibfs",
     "Figure 17",
     "Many GPUs",
     "fathom distances GRAPH --sources all --devices all",
     ibfs_figure_17,
     {},
     {},
     "",
     "it needs several GPUs"},
    {"ibfs", "Figure 18", "Stores of the frontier queue", "", ibfs_figure_18, {}, {}, "", needs_counters},
    {"ibfs", "Figure 19", "Loads per request", "", ibfs_figure_19, {}, {}, "", needs_counters},
    {"ibfs",
     "Figure 20",
     "Bitwise over MS-BFS",
     bench_ibfs,
     ibfs_figure_20,
     ranges("Bitwise over MS-BFS", "times as fast", true),
     {},
     "the graphs are smaller, and both programs are Fathom's"},
    {"ibfs", "Figure 21", "Load transactions", "", ibfs_figure_21, {}, {}, "", needs_counters},
    {"ibfs",
     "Figure 22",
     "MS-BFS and iBFS on a CPU",
     "fathom bench ibfs --device cpu",
     ibfs_figure_22,
     ranges("MS-BFS and iBFS on a CPU", "times or edges per second", true),
     {},
     "the graphs are smaller, and both programs are Fathom's",
     "this run searched on a GPU; use --device cpu",
     true},
    {"ibfs",
     "Table 1",
     "3-hop reachability index",
     "fathom reach build GRAPH --all --hops 3 --method bitwise",
     ibfs_table_1,
     ranges("MS-BFS and iBFS: 3-hop index", "times or seconds", true),
     {},
     "the graphs are smaller, and both programs are Fathom's"},

    {"edge-vertex",
     "Table 2",
     "Graphs",
     bench_programs,
     edge_vertex_table_2,
     {},
     {},
     "the graphs of a CPU are smaller; the skew of RMAT is Graph500's"},
    {"edge-vertex",
     "Table 4",
     "Preprocessing",
     bench_programs,
     edge_vertex_table_4,
     ranges("Preprocessing", "seconds", true),
     {},
     other_machine},
    {"edge-vertex", "Table 5", "Efficiency of warps", "", edge_vertex_table_5, {}, {}, "", needs_counters},
    {"edge-vertex",
     "Table 6",
     "Gain of the approximate sort over the radix sort",
     bench_programs,
     edge_vertex_table_6,
     ranges("Gain over the radix sort", "percent"),
     {},
     "sorting is a small part of a run on a CPU, so noise may decide"},
    {"edge-vertex", "Table 7", "Efficiency of loads and stores", "", edge_vertex_table_7, {}, {}, "", needs_counters},
    {"edge-vertex",
     "Figure 7",
     "PageRank",
     bench_programs,
     edge_vertex_figure_7,
     ranges("PageRank", "times as fast", true),
     {},
     "the plain message buffer stands in for Medusa, and remapping helps a GPU's loads"},
    {"edge-vertex",
     "Figure 8",
     "Shortest paths",
     bench_programs,
     edge_vertex_figure_8,
     ranges("Shortest paths", "times as fast", true),
     {},
     "the plain message buffer stands in for Medusa, and remapping helps a GPU's loads"},
    {"edge-vertex",
     "Figure 9",
     "Components",
     bench_programs,
     edge_vertex_figure_9,
     ranges("Components", "times as fast", true),
     {},
     "the plain message buffer stands in for Medusa, and remapping helps a GPU's loads"},
    {"edge-vertex",
     "Figure 10",
     "PageRank with and without sorting",
     bench_programs,
     edge_vertex_figure_10,
     ranges("Sorting", "times as fast"),
     {},
     "sorting balances the threads of a warp, which a CPU does not have"},
    {"edge-vertex",
     "Figure 11",
     "Sorts",
     bench_programs,
     edge_vertex_figure_11,
     ranges("Sorts", "times the approximate sort", true),
     {},
     other_machine},
    {"edge-vertex",
     "Figure 12",
     "Number of buckets",
     bench_programs,
     edge_vertex_figure_12,
     {.form = chart_form::sweep,
      .bench = buckets,
      .x_label = "buckets",
      .y_label = "seconds",
      .x_logarithmic = true,
      .title = "Time by number of buckets"},
     {},
     "sorting balances the threads of a warp, which a CPU does not have"},
    {"edge-vertex",
     "Figure 13",
     "Remapping",
     bench_programs,
     edge_vertex_figure_13,
     ranges("Remapping", "times as fast"),
     {},
     "remapping lets a warp load together, and a CPU has no warps"},
    {"edge-vertex",
     "Figure 14",
     "Extra slots of the message buffer",
     bench_programs,
     edge_vertex_figure_14,
     ranges("Extra slots", "percent", true),
     {},
     other_graphs}};

}  // namespace

std::span<const published_paper> published_papers() { return papers; }
std::span<const exhibit> published_exhibits() { return exhibits; }

std::string text_of(double value, value_unit unit) {
  switch (unit) {
    case value_unit::number:
      return value == std::floor(value) && std::abs(value) < 1e15 ? grouped(static_cast<std::uint64_t>(value))
                                                                  : three_digits(value);
    case value_unit::fraction:
      return three_digits(100 * value) + " %";
    case value_unit::times:
      return three_digits(value) + " times";
    case value_unit::seconds:
      return human_seconds(value);
    case value_unit::edges_per_second:
      return human_quantity(value) + "edges/s";
    case value_unit::watts:
      return three_digits(value) + " W";
  }
  return "";
}

std::string range_text(const published_value& value) {
  if (std::isnan(value.low)) return "-";
  const std::string high = text_of(value.high, value.unit);
  return value.low == value.high ? high : fmt::format("{} to {}", text_of(value.low, value.unit), high);
}

std::string published_text(std::string_view paper, std::string_view number) {
  for (const exhibit& one : exhibits) {
    if (one.paper != paper || one.number != number) continue;
    std::string text;
    for (const published_value& value : one.values) {
      if (!std::isnan(value.low)) text += fmt::format("{}{} {}", text.empty() ? "" : "; ", value.name, range_text(value));
    }
    return text;
  }
  throw error(error_category::usage, fmt::format("'{}' of '{}' is not in the table of published values", number, paper));
}

}  // namespace fathom::program
