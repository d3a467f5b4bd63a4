// Figures and tables of the chapter on Graph500, typed in from its text. Curves that the text does not state are left out.
#include "bench/suite/papers/data.hpp"

namespace fathom::program {
namespace papers_data::graph500 {
namespace {

using enum value_unit;
using enum value_rule;

constexpr std::string_view directions = "graph500 directions";
constexpr published_value graph500_table_1[] = {
    published("edges top-down", number, 23'489'787, "Table 3.1", shown, {directions, "top-down", "edges_inspected"}),
    published("edges bottom-up", number, 24'269'001, "Table 3.1", shown, {directions, "bottom-up", "edges_inspected"}),
    published("edges hybrid", number, 618'131, 618'131, "Table 3.1", shown, {directions, "hybrid", "edges_inspected"}),
    published("top-down over hybrid", times, 23'489'787. / 618'131, 23'489'787. / 618'131, "Table 3.1", near,
              {directions, "hybrid", "edges_inspected", "top-down"}),
    published("bottom-up over hybrid", times, 24'269'001. / 618'131, 24'269'001. / 618'131, "Table 3.1", near,
              {directions, "hybrid", "edges_inspected", "bottom-up"})};
constexpr published_point top_down_edges[] = {{1, 8'156}, {2, 3'695'684}, {3, 19'565'465}, {4, 214'578}, {5, 5'865}, {6, 12}};
constexpr published_point bottom_up_edges[] = {{1, 1'568'798}, {2, 587'893}, {3, 12'586}, {4, 8'256}, {5, 1'201}, {6, 156}};
constexpr published_point hybrid_edges[] = {{1, 8'156}, {2, 587'893}, {3, 12'586}, {4, 8'256}, {5, 1'201}, {6, 12}};
constexpr published_curve graph500_table_1_curves[] = {
    {"published, top-down", top_down_edges}, {"published, bottom-up", bottom_up_edges}, {"published, hybrid", hybrid_edges}};
constexpr published_value graph500_figure_4_a[] = {
    published("top-down over hybrid, time", times, 1, "section 3.4.3", at_least, {directions, "hybrid", "median", "top-down"}),
    published("bottom-up over hybrid, time", times, 1, "section 3.4.3", at_least, {directions, "hybrid", "median", "bottom-up"})};
constexpr published_value graph500_figure_4_b[] = {
    published("GPU over CPU", times, 2, "section 3.5.1", same_side, {directions, "hybrid", "median", "on the CPU"}),
    published("the same by Algorithm 4", times, 2, "section 3.5.1", same_side,
              {directions, "Algorithm 4", "median", "on the CPU"})};
constexpr published_value graph500_figure_5_a[] = {
    published("largest speed (weak)", edges_per_second, 12e9, "section 3.5.2", shown, {weak, "", "teps"})};
constexpr published_value graph500_figure_5_b[] = {
    published("speed on 16 GPUs (strong, the fastest)", edges_per_second, 4.8e9, "section 3.5.2", shown, {strong, "", "teps"})};
constexpr published_value graph500_figure_6[] = {published("GPU 0 of 64 nodes", edges_per_second, 13.7e9, "section 3.5.3"),
                                                 published("256 GPUs", edges_per_second, 12e9, "section 3.5.3")};

constexpr exhibit exhibits[] = {
    exhibited("graph500", "Table 3.1", "Edges inspected by direction", "fathom bfs kron:20:16 --compare-directions",
              graph500_table_1,
              logarithmic(chart(chart_form::curves, directions, "edges", "level", "edges inspected", "Edges inspected by level"),
                          log_of::y),
              graph500_table_1_curves, "the chapter does not name its graph or source"),
    exhibited("graph500", "Figure 3.4a", "Time by direction", "fathom bfs kron:20:16 --compare-directions", graph500_figure_4_a,
              logarithmic(chart(chart_form::curves, directions, "seconds", "level", "seconds", "Time by level"), log_of::y), {},
              other_machine),
    exhibited("graph500", "Figure 3.4b", "A CPU and a GPU", "fathom bfs kron:20:16 --device cuda", graph500_figure_4_b,
              ranges("A GPU over a CPU", "times", true), {}, other_machine,
              "it compares a GPU with a CPU, and this run had no CUDA device"),
    exhibited("graph500", "Figure 3.5a", "Weak scaling", scaling, graph500_figure_5_a,
              logarithmic(by_workers(weak, "workers", "edges per second", "teps", "Weak scaling"), log_of::x), {},
              threads_for_gpus),
    exhibited("graph500", "Figure 3.5b", "Strong scaling", scaling, graph500_figure_5_b,
              logarithmic(by_workers(strong, "workers", "edges per second", "teps", "Strong scaling"), log_of::x), {},
              threads_for_gpus),
    exhibited("graph500", "Figure 3.6", "One GPU per node against all", "", graph500_figure_6, {}, {}, "",
              "it needs 64 nodes of two GPUs that share one network adapter")};

}  // namespace
}  // namespace papers_data::graph500

std::span<const exhibit> graph500_exhibits() { return papers_data::graph500::exhibits; }

}  // namespace fathom::program
