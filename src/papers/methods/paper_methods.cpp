#include "papers/methods/paper_methods.hpp"

#include "fathom/papers/enterprise.hpp"
#include "papers/graph500/bitmap_bfs.hpp"

namespace fathom {
namespace {

template <enterprise_method Method>
void by_enterprise(const layout& prepared, std::span<const vertex_id> sources, const bfs_options& options, const execution& exec,
                   const std::function<void(std::size_t, bfs_result&)>& consume) {
  enterprise_bfs(prepared, sources, {Method, options}, exec, consume);
}

template <enterprise_method Method>
paper_method of_enterprise() {
  return {to_string(Method), bfs_switching::hub_ratio, by_enterprise<Method>};
}

}  // namespace

std::span<const paper_method> paper_methods() {
  static const paper_method all[] = {of_enterprise<enterprise_method::status_array>(),
                                     of_enterprise<enterprise_method::scheduling>(),
                                     of_enterprise<enterprise_method::balancing>(),
                                     of_enterprise<enterprise_method::hub_cache>(),
                                     {bitmap_method, bfs_switching::alpha_beta, bitmap_bfs}};
  return all;
}

const paper_method* find_paper_method(std::string_view name) {
  for (const paper_method& method : paper_methods()) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

}  // namespace fathom
