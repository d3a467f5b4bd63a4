// Figures and tables of the edge-vertex paper, typed in from its text. Curves that the text does not state are left out.
#include "bench/suite/papers/data.hpp"

namespace fathom::program {
namespace papers_data::edge_vertex {
namespace {

using enum value_unit;
using enum value_rule;

constexpr std::string_view ranks = "edge-vertex pagerank", in_groups = "sorted, in groups", by_radix = "sorted by radix, in groups",
                           plain = "message buffer", sorts = "edge-vertex sort", buckets = "edge-vertex buckets";
constexpr published_value edge_vertex_table_2[] = {
    published("edges of RMAT", number, 16e6, "Table 2", near, {ranks, plain, "edges", "", "rmat:"}),
    published("edges of Random", number, 16e6, "Table 2", near, {ranks, plain, "edges", "", "uniform:"}),
    published("largest in-degree of RMAT", number, 555, "Table 2", shown, {ranks, plain, "max_in_degree", "", "rmat:"}),
    published("largest in-degree of Random", number, 41, "Table 2", near, {ranks, plain, "max_in_degree", "", "uniform:"})};
constexpr published_value edge_vertex_table_4[] = {
    published("preprocessing, RMAT", seconds, 0.012, "Table 4", shown, {ranks, in_groups, "seconds_prepare", "", "rmat:"}),
    published("preprocessing, Random", seconds, 0.011, "Table 4", shown, {ranks, in_groups, "seconds_prepare", "", "uniform:"}),
    published("the same by Medusa, RMAT", seconds, 0.305, "Table 4"),
    published("the same by Medusa, Random", seconds, 0.328, "Table 4")};
constexpr std::string_view counters = "edge-vertex counters", sorted = "sorted";
constexpr published_value edge_vertex_table_5[] = {
    published("RMAT, unsorted", fraction, 0.357, "Table 5", shown, {counters, plain, "warp_efficiency", "", "rmat:"}),
    published("RMAT, sorted", fraction, 0.956, "Table 5", shown, {counters, sorted, "warp_efficiency", "", "rmat:"}),
    published("Random, unsorted", fraction, 0.68, "Table 5", shown, {counters, plain, "warp_efficiency", "", "uniform:"}),
    published("Random, sorted", fraction, 0.919, "Table 5", shown, {counters, sorted, "warp_efficiency", "", "uniform:"}),
    published("sorted over unsorted (Random, RMAT)", times, 0.919 / 0.68, 0.956 / 0.357, "Table 5", same_side,
              {counters, plain, "warp_efficiency", sorted})};
constexpr published_value edge_vertex_table_6[] = {
    published("RMAT", fraction, 0.124, "Table 6", same_side, {ranks, in_groups, "faster_than_radix", "", "rmat:"}),
    published("Random", fraction, 0.129, "Table 6", same_side, {ranks, in_groups, "faster_than_radix", "", "uniform:"})};
constexpr published_value edge_vertex_table_7[] = {
    published("loads of RMAT, by rows", fraction, 0.138, "Table 7", shown, {counters, sorted, "load_efficiency", "", "rmat:"}),
    published("loads of RMAT, remapped", fraction, 0.921, "Table 7", shown, {counters, in_groups, "load_efficiency", "", "rmat:"}),
    published("stores of RMAT, by rows", fraction, 0.505, "Table 7", shown, {counters, sorted, "store_efficiency", "", "rmat:"}),
    published("stores of RMAT, remapped", fraction, 0.554, "Table 7", shown,
              {counters, in_groups, "store_efficiency", "", "rmat:"}),
    published("loads, remapped over rows (Random, RMAT)", times, 90.1 / 14.5, 92.1 / 13.8, "Table 7", same_side,
              {counters, sorted, "load_efficiency", in_groups})};
// Of a program in Figures 7 to 9.
constexpr published_value remapped(double low, double high, std::string_view program) {
  return {"sorted and remapped, over the plain buffer", times, low, high, "section 5.2", same_side,
          {program, in_groups, "median", plain}};
}
constexpr published_value fused(std::string_view program) {
  return {"fused, over the plain buffer", times, nothing, nothing, "only here", shown, {program, "fused", "median", plain}};
}
constexpr published_value edge_vertex_figure_7[] = {remapped(1.7, 2.3, ranks), fused(ranks)};
constexpr published_value edge_vertex_figure_8[] = {remapped(1.6, 4.5, "edge-vertex shortest paths"),
                                                    fused("edge-vertex shortest paths")};
constexpr published_value edge_vertex_figure_9[] = {remapped(1.7, 3.7, "edge-vertex components"), fused("edge-vertex components")};
constexpr published_value edge_vertex_figure_10[] = {
    published("plain over sorted", times, 1.08, 1.20, "section 5.5", same_side, {ranks, "sorted", "seconds_supersteps", plain})};
constexpr published_value edge_vertex_figure_11[] = {
    published("radix sort over approximate", times, 6.1, "section 5.5", same_side, {sorts, "radix, 32 bits", "times_approximate"}),
    published("merge sort over approximate", times, 21.7, "section 5.5", same_side, {sorts, "merge", "times_approximate"})};
constexpr published_value edge_vertex_figure_12[] = {
    published("unsorted over 1,000 buckets", times, 1, "section 5.5", at_least, {buckets, "1000", "median", "none"})};
constexpr published_value edge_vertex_figure_13[] = {
    published("rows over groups", times, 1.10, 1.25, "section 5.6", same_side, {ranks, in_groups, "seconds_supersteps", "sorted"})};
constexpr published_value edge_vertex_figure_14[] = {published("extra slots (soc-Pokec, ego-Gplus)", fraction, 0.0089, 0.023,
                                                               "section 5.6", at_most, {ranks, in_groups, "extra_slots"})};

constexpr std::string_view no_medusa =
    "the plain message buffer stands in for Medusa, and remapping saves little on a CPU or where the cache of a GPU holds the "
    "graph";

constexpr exhibit exhibits[] = {
    exhibited("edge-vertex", "Table 2", "Graphs", bench_programs, edge_vertex_table_2, {}, {},
              "the graphs of a CPU are smaller; the skew of RMAT is Graph500's", "", false, other_graphs),
    exhibited("edge-vertex", "Table 4", "Preprocessing", bench_programs, edge_vertex_table_4,
              ranges("Preprocessing", "seconds", true), {}, other_machine),
    exhibited("edge-vertex", "Table 5", "Efficiency of warps", "fathom bench edge-vertex --device cuda", edge_vertex_table_5, {},
              {}, "long rows are cut into pieces for warps, so that unsorted warps wait less", needs_counters),
    exhibited("edge-vertex", "Table 6", "Gain of the approximate sort over the radix sort", bench_programs, edge_vertex_table_6,
              ranges("Gain over the radix sort", "percent"), {}, "sorting is a small part of a run on a CPU, so noise may decide",
              "", false, other_machine),
    exhibited("edge-vertex", "Table 7", "Efficiency of loads and stores", "fathom bench edge-vertex --device cuda",
              edge_vertex_table_7, {}, {}, "a GPU of today moves sectors of 32 bytes, and not lines of 128", needs_counters),
    exhibited("edge-vertex", "Figure 7", "PageRank", bench_programs, edge_vertex_figure_7,
              ranges("PageRank", "times as fast", true), {}, no_medusa),
    exhibited("edge-vertex", "Figure 8", "Shortest paths", bench_programs, edge_vertex_figure_8,
              ranges("Shortest paths", "times as fast", true), {}, no_medusa),
    exhibited("edge-vertex", "Figure 9", "Components", bench_programs, edge_vertex_figure_9,
              ranges("Components", "times as fast", true), {}, no_medusa),
    exhibited("edge-vertex", "Figure 10", "PageRank with and without sorting", bench_programs, edge_vertex_figure_10,
              ranges("Sorting", "times as fast"), {}, "sorting balances the threads of a warp, which a CPU does not have", "",
              false, other_machine),
    exhibited("edge-vertex", "Figure 11", "Sorts", bench_programs, edge_vertex_figure_11,
              ranges("Sorts", "times the approximate sort", true), {}, other_machine),
    exhibited("edge-vertex", "Figure 12", "Number of buckets", bench_programs, edge_vertex_figure_12,
              logarithmic(chart(chart_form::sweep, buckets, "", "buckets", "seconds", "Time by number of buckets"), log_of::x), {},
              "sorting balances the threads of a warp, which a CPU does not have", "", false, other_machine),
    exhibited("edge-vertex", "Figure 13", "Remapping", bench_programs, edge_vertex_figure_13, ranges("Remapping", "times as fast"),
              {}, "remapping lets a warp load together, and a CPU has no warps", "", false, other_machine),
    exhibited("edge-vertex", "Figure 14", "Extra slots of the message buffer", bench_programs, edge_vertex_figure_14,
              ranges("Extra slots", "percent", true), {}, other_graphs)};

}  // namespace
}  // namespace papers_data::edge_vertex

std::span<const exhibit> edge_vertex_exhibits() { return papers_data::edge_vertex::exhibits; }

}  // namespace fathom::program
