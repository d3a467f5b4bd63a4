#include "options/joined_searches.hpp"

#include "options/options.hpp"

namespace fathom::program {

void add_joined_options(CLI::App& command, joined_arguments& a) {
  command
      .add_option(
          "--method", a.method,
          "search method: bitwise (one bit per search), joint (one byte per search), separate (concurrent, nothing shared), "
          "sequential, ms-bfs (bitwise as in MS-BFS), ibfs (bitwise as published, on a GPU) or auto (default: auto)")
      ->check(one_of(names_of(all_multi_bfs_methods)))
      ->type_name("NAME");
  command
      .add_option(
          "--group-by", a.grouping,
          "grouping of sources: out-degree (iBFS's rules), common-neighbor, random, given (in their order) or auto (default: auto)")
      ->check(one_of(names_of(all_source_groupings)))
      ->type_name("NAME");
}

void choose_joined(const joined_arguments& a, multi_bfs_options& options) {
  options.method = named(all_multi_bfs_methods, a.method);
  options.grouping = named(all_source_groupings, a.grouping);
}

}  // namespace fathom::program
