// The list of all formats.
#include <algorithm>
#include <iterator>

#include "io/formats/format.hpp"

namespace fathom::io {

extern const format_description matrix_market_format, snap_format, dimacs_format, metis_format, edge_list_format,
    weighted_edges_format, gap_serialized_format, gap_weighted_format, graph500_format, csv_format, scipy_npz_format, ligra_format,
    pbbs_format, graphml_format, gexf_format, gml_format, pajek_format, own_format;

namespace {

constexpr const format_description* formats[] = {
    &matrix_market_format,  &snap_format,         &dimacs_format,   &metis_format, &edge_list_format, &weighted_edges_format,
    &gap_serialized_format, &gap_weighted_format, &graph500_format, &csv_format,   &scipy_npz_format, &ligra_format,
    &pbbs_format,           &graphml_format,      &gexf_format,     &gml_format,   &pajek_format,     &own_format};

}  // namespace

std::span<const format_description* const> all_formats() noexcept { return formats; }

const format_description* description_of(file_format format) noexcept {
  const auto found = std::find_if(std::begin(formats), std::end(formats), [&](const auto* one) { return one->format == format; });
  return found == std::end(formats) ? nullptr : *found;
}

}  // namespace fathom::io
