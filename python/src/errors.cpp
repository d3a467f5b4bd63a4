// Translation of fathom::error to Python exceptions, one type per category.
#include <nanobind/nanobind.h>

#include <string_view>

#include "bindings.hpp"
#include "fathom/error.hpp"

namespace fathom_python {
namespace {

// References owned by the module for the lifetime of the interpreter.
PyObject *format_error = nullptr, *device_error = nullptr, *cancelled_error = nullptr;

PyObject* exception_for(fathom::error_category category) {
  switch (category) {
    case fathom::error_category::usage:
      return PyExc_ValueError;
    case fathom::error_category::input:
      return format_error;
    case fathom::error_category::output:
      return PyExc_OSError;
    case fathom::error_category::device:
      return device_error;
    case fathom::error_category::memory:
      return PyExc_MemoryError;
    case fathom::error_category::cancelled:
      return cancelled_error;
  }
  return PyExc_RuntimeError;
}

PyObject* add_exception(nb::module_& m, const char* name, PyObject* base, const char* doc) {
  const std::string qualified = std::string("fathom.") + name;
  PyObject* const type = PyErr_NewExceptionWithDoc(qualified.c_str(), doc, base, nullptr);
  if (!type) throw nb::python_error();
  m.attr(name) = nb::handle(type);
  return type;
}

}  // namespace

const registered_bindings errors_bindings{[](nb::module_& m) {
  format_error =
      add_exception(m, "FormatError", PyExc_ValueError,
                    "A file, or an array that describes a graph, is missing something, malformed, truncated or corrupted.");
  device_error = add_exception(m, "DeviceError", PyExc_RuntimeError, "The requested device is not available, or failed.");
  cancelled_error = add_exception(m, "Cancelled", PyExc_RuntimeError, "The work was canceled.");
  nb::register_exception_translator([](const std::exception_ptr& p, void*) {
    try {
      std::rethrow_exception(p);
    } catch (const fathom::error& e) {
      // A message may quote bytes of a file that are not valid UTF-8.
      const std::string_view what = e.what();
      PyObject* const text = PyUnicode_DecodeUTF8(what.data(), static_cast<Py_ssize_t>(what.size()), "backslashreplace");
      if (text == nullptr) return;  // Python has set its own error
      PyErr_SetObject(exception_for(e.category()), text);
      Py_DECREF(text);
    }
  });
}};

}  // namespace fathom_python
