#include "bindings/buffer.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace sapper {

namespace {

namespace nb = nanobind;

/// The data that a view of ours points to in addition to the memory itself.
struct Extent {
    Py_ssize_t shape[2];
    Py_ssize_t strides[2];
    void* copy;
};

bool asks_for(int flags, int wanted) { return (flags & wanted) == wanted; }

/// Shares the memory that the method `__buffer__` returns.
int share_other(PyObject* self, Py_buffer* view, int flags) {
    view->obj = nullptr;
    PyObject* const other = PyObject_CallMethod(self, "__buffer__", "i", flags);
    if (!other) return -1;
    const int result = PyObject_GetBuffer(other, view, flags);
    Py_DECREF(other);
    return result;
}

/// The type of the items of a view, in the words of DLPack.
nb::dlpack::dtype type_of(const Py_buffer& view) {
    const std::string format = view.format ? view.format : "B";
    if (format == "B") return nb::dtype<std::uint8_t>();
    if (format == "?") return nb::dtype<bool>();
    if (format == "d") return nb::dtype<double>();
    throw std::invalid_argument("there is no array of the format " + format);
}

/// Returns an object that offers the memory of a table by DLPack, and keeps it alive.
nb::object array_of(nb::handle memory) {
    const nb::object owner = nb::steal(PyMemoryView_FromObject(memory.ptr()));
    if (!owner.is_valid()) throw nb::python_error();
    Py_buffer view;
    if (PyObject_GetBuffer(owner.ptr(), &view, PyBUF_ND | PyBUF_FORMAT) != 0) throw nb::python_error();
    const bool is_table = view.ndim == 2;
    const std::size_t shape[2] = {static_cast<std::size_t>(is_table ? view.shape[0] : 0),
                                  static_cast<std::size_t>(is_table ? view.shape[1] : 0)};
    const nb::dlpack::dtype type = type_of(view);
    void* const data = view.buf;
    const bool is_fixed = view.readonly;
    PyBuffer_Release(&view);
    if (!is_table) throw std::invalid_argument("expected a table");
    if (is_fixed) return nb::ndarray<nb::array_api, nb::ro>(data, 2, shape, owner, nullptr, type).cast();
    return nb::ndarray<nb::array_api>(data, 2, shape, owner, nullptr, type).cast();
}

}  // namespace

int share(PyObject* self, Py_buffer* view, int flags, const Grid& grid, const void* data, std::size_t item,
          const char* format, void* copy) {
    view->obj = nullptr;
    const bool by_columns = asks_for(flags, PyBUF_F_CONTIGUOUS) && grid.width > 1 && grid.height > 1;
    auto* const extent = static_cast<Extent*>(std::malloc(sizeof(Extent)));
    if (asks_for(flags, PyBUF_WRITABLE) || by_columns || !extent) {
        PyErr_SetString(PyExc_BufferError, "this memory is read only, row by row: copy it to change it");
        std::free(extent);
        std::free(copy);
        return -1;
    }
    const auto size = static_cast<Py_ssize_t>(item);
    const auto width = static_cast<Py_ssize_t>(grid.width), height = static_cast<Py_ssize_t>(grid.height);
    *extent = {{height, width}, {width * size, size}, copy};
    view->obj = Py_NewRef(self);
    view->buf = const_cast<void*>(data);
    view->len = width * height * size;
    view->itemsize = size;
    view->readonly = 1;
    view->ndim = asks_for(flags, PyBUF_ND) ? 2 : 1;
    view->format = asks_for(flags, PyBUF_FORMAT) ? const_cast<char*>(format) : nullptr;
    view->shape = asks_for(flags, PyBUF_ND) ? extent->shape : nullptr;
    view->strides = asks_for(flags, PyBUF_STRIDES) ? extent->strides : nullptr;
    view->suboffsets = nullptr;
    view->internal = extent;
    return 0;
}

void end_share(PyObject*, Py_buffer* view) {
    auto* const extent = static_cast<Extent*>(view->internal);
    std::free(extent->copy);
    std::free(extent);
}

void bind_buffers(nb::module_& m) {
    static PyType_Slot slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(&share_other)}, {0, nullptr}};
    static const std::string name = nb::cast<std::string>(m.attr("__name__")) + ".Buffered";
    static PyType_Spec spec = {name.c_str(), 0, 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
    m.attr("Buffered") = nb::steal(PyType_FromSpec(&spec));
    m.def("array_of", &array_of, nb::arg("memory"), nb::sig("def array_of(memory: object) -> typing.Any"),
          "Return an object that offers the memory of a table by DLPack.");
}

}  // namespace sapper
