// Entry points of the Louvain and Leiden methods.
#include "fathom/louvain.hpp"

#include "communities/cpu/modularity_search.hpp"
#include "fathom/leiden.hpp"

namespace fathom {

louvain_result louvain(const graph& g, const louvain_options& options) {
  return communities_engine::search_modularity(g, options, communities_engine::modularity_method::louvain);
}

louvain_result leiden(const graph& g, const louvain_options& options) {
  return communities_engine::search_modularity(g, options, communities_engine::modularity_method::leiden);
}

}  // namespace fathom
