// What pagerank() and rank_pagerank() refuse alike.
#pragma once

#include "fathom/pagerank.hpp"

namespace fathom {

/// Throws error_category::usage for an option outside its range, ::device for a device that is not there.
void check_pagerank(const pagerank_options& options);

}  // namespace fathom
