// Conversion of reports on first access.
#include "reports.hpp"

#include "bindings.hpp"

namespace fathom_python {

const registered_bindings reports_bindings{[](nb::module_& m) {
  nb::class_<unread_report>(m, "UnreadReport", "A report that read() converts to a dictionary.")
      .def("read", [](const unread_report& r) { return r.read(); });
  m.def("report_of_no_searches", [] { return fields(fathom::multi_bfs_report{}); });
}};

}  // namespace fathom_python
