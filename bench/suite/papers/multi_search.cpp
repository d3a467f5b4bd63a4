// Figures and tables of the multi-search paper, typed in from its text. Curves that the text does not state are left out.
#include "bench/suite/papers/data.hpp"

namespace fathom::program {
namespace papers_data::multi_search {
namespace {

using enum value_unit;
using enum value_rule;

constexpr std::string_view searches = "multi-search";
constexpr published_value searches_table_1[] = {
    published("edges of 333SP", number, 22'217'266, "Table I", near, {searches, "", "edges", "", "delaunay:22"}),
    published("edges of adaptive", number, 27'248'640, "Table I", near, {searches, "", "edges", "", "grid:2610x2611"}),
    published("edges of as-Skitter", number, 22'190'596, "Table I", near, {searches, "", "edges", "", "rmat:21:6"}),
    published("edges of auto", number, 6'629'222, "Table I", near, {searches, "", "edges", "", "rgg:19"}),
    published("edges of delaunay_n21", number, 12'582'816, "Table I", near, {searches, "", "edges", "", "delaunay:21"}),
    published("edges of ecology1", number, 3'996'000, "Table I", near, {searches, "", "edges", "", "grid:1000x1000"}),
    published("edges of hollywood-2009", number, 115'031'232, "Table I", near, {searches, "", "edges", "", "kron:20:62"}),
    published("edges of kron_g500-logn19", number, 43'561'574, "Table I", near, {searches, "", "edges", "", "kron:19:48"}),
    published("edges of ldoor", number, 45'570'272, "Table I", near, {searches, "", "edges", "", "small-world:952203"}),
    published("edges of rgg_n_2_21_s0", number, 28'975'990, "Table I", near, {searches, "", "edges", "", "rgg:21"}),
    published("edges of roadNet-CA", number, 5'533'214, "Table I"),
    published("edges of thermal2", number, 7'352'268, "Table I", near, {searches, "", "edges", "", "delaunay:20"})};

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
    published("roadNet-CA", fraction, 0.26, "Table II"),
    saving("thermal2", 34, "Table II", saved_time, "delaunay:20"),
    published("one search per thread of a CPU", seconds, nothing, "only here", shown, {searches, "one search per thread"}),
    published("multi-source BFS", seconds, nothing, "only here", shown, {searches, "multi-source BFS"})};
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
    published("roadNet-CA", fraction, 0.25, "Table III"),
    saving("thermal2", 74, "Table III", saved_energy, "delaunay:20")};
constexpr published_value searches_figure_1[] = {
    published("best T", number, 8, 16, "section III.B", near, {searches, "hybrid", "best_T"})};

constexpr exhibit exhibits[] = {
    exhibited("multi-search", "Table I", "Graphs", bench_searches, searches_table_1, {}, {},
              "files cannot be had, and graphs of the same kind are generated", smaller_graphs),
    exhibited("multi-search", "Table II", "Seconds by method, and time that the hybrid saves", bench_searches, searches_table_2,
              ranges("Time that the hybrid saves over the oracle", "percent"), {}, other_machine, needs_gpu, false, smaller_graphs),
    exhibited("multi-search", "Table III", "Energy by method", bench_searches, searches_table_3,
              ranges("Energy that the hybrid saves over the oracle", "percent"), {}, other_machine,
              "it needs a CUDA device whose energy can be read, and this run had none", false, smaller_graphs),
    exhibited("multi-search", "Figure 1", "Threshold T", "fathom bench multi-search --device cuda", searches_figure_1,
              logarithmic(chart(chart_form::sweep, "multi-search T", "", "T", "seconds", "Time by threshold T"), log_of::both), {},
              other_machine, needs_gpu)};

}  // namespace
}  // namespace papers_data::multi_search

std::span<const exhibit> multi_search_exhibits() { return papers_data::multi_search::exhibits; }

}  // namespace fathom::program
