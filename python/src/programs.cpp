// Programs that users write in C++, compiled while Python runs.
#include "bindings.hpp"

namespace fathom_python {

void bind_programs(nb::module_&) {}

}  // namespace fathom_python
