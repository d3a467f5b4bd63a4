// Programs with one fault each, which the compiler must name; without a fault selected, all is correct.
#include <string>
#include <vector>

#include "fathom/visitor/multi_search.hpp"

namespace {

struct program {
#ifdef FAULT_container
  struct state {
    std::vector<int> found;
  };
#endif
#ifdef FAULT_array_of_strings
  struct state {
    fathom::vertex_array<std::string> names;
  };
#endif
#ifdef FAULT_totals_without_list
  struct totals {
    fathom::vertex_array<double> sums;
  };
#endif
#ifdef FAULT_visits_type
  static constexpr int visits = 1;
#endif
#ifdef FAULT_no_search
  void init() const {}
#else
  void init(auto&) const {}
#endif
#ifdef FAULT_not_const
  bool visit_vertex(auto&, fathom::vertex_id, fathom::vertex_id) { return true; }
#elif defined(FAULT_void_visit)
  void visit_vertex(auto&, fathom::vertex_id, fathom::vertex_id) const {}
#else
  bool visit_vertex(auto&, fathom::vertex_id, fathom::vertex_id) const { return true; }
#endif
};

}  // namespace

void run(const fathom::layout& prepared) {
  const fathom::vertex_id sources[] = {0};
  static_cast<void>(fathom::multi_search(prepared, sources, program{}));
}
