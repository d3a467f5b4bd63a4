// Option checks shared by pagerank() and rank_pagerank().
#pragma once

#include "fathom/pagerank.hpp"

namespace fathom {

/// Throws error_category::usage for an option outside its range, ::device for a device that does not exist.
void check_pagerank(const pagerank_options& options);

}  // namespace fathom
