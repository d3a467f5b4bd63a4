// One small graph in every format.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fathom/io.hpp"

namespace fathom::test {

struct format_case {
  file_format format;
  const char* name;  ///< of the file
  bool directed;     ///< what the format holds
  bool weighted;
};

inline const std::vector<format_case>& all_formats() {
  static const std::vector<format_case> cases{
      {file_format::matrix_market, "g.mtx", true, true},  {file_format::snap, "g.txt", true, false},
      {file_format::dimacs, "g.gr", true, true},          {file_format::metis, "g.graph", false, false},
      {file_format::edge_list, "g.el", true, false},      {file_format::weighted_edges, "g.wel", true, true},
      {file_format::gap_serialized, "g.sg", true, false}, {file_format::gap_weighted, "g.wsg", true, true},
      {file_format::graph500, "g.g500", false, true},     {file_format::csv, "g.csv", true, true},
      {file_format::scipy_npz, "g.npz", true, true},      {file_format::ligra, "g.adj", true, true},
      {file_format::fathom, "g.fathom", true, true}};
  return cases;
}

inline std::string name_of(const testing::TestParamInfo<format_case>& info) { return std::string(info.param.name).substr(2); }

}  // namespace fathom::test
