#include "bindings_buffer.h"

#include <nanobind/stl/string.h>

#include <cstdlib>
#include <string>

namespace sapper {

namespace {

namespace nb = nanobind;

/// What a view of ours points to besides the memory itself.
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
}

}  // namespace sapper
