#pragma once

// Memory that crosses the border without a copy: what Python reads of ours, and what we read of Python's.

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "board/grid.h"

namespace sapper {

/// The memory of any Python object that shares it in one piece, held while this lives.
class Buffer {
  public:
    Buffer() = default;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() { release(); }

    /// Takes the memory of an object; returns false where it has none, or not in one piece.
    bool acquire(PyObject* object) {
        release();
        is_held_ = PyObject_GetBuffer(object, &view_, PyBUF_ND) == 0;
        if (!is_held_) PyErr_Clear();
        return is_held_;
    }

    std::span<const std::uint8_t> bytes() const {
        return {static_cast<const std::uint8_t*>(view_.buf), static_cast<std::size_t>(view_.len)};
    }

  private:
    void release() {
        if (is_held_) PyBuffer_Release(&view_);
        is_held_ = false;
    }

    Py_buffer view_{};
    bool is_held_ = false;
};

/// Shares memory as `(height, width)` items that cannot be written to. `format` is that of Python's `struct`.
/// `copy` is freed with the view: it is the memory itself where that was made for this view, else null.
int share(PyObject* self, Py_buffer* view, int flags, const Grid& grid, const void* data, std::size_t item,
          const char* format, void* copy = nullptr);

/// The slots of a class that shares its memory by `Get`.
template <getbufferproc Get>
PyType_Slot* buffer_slots();

void end_share(PyObject* self, Py_buffer* view);

/// The base of Python classes that share the memory which their method `__buffer__` returns. From Python 3.12 on every
/// class with that method does.
void bind_buffers(nanobind::module_& m);

template <getbufferproc Get>
PyType_Slot* buffer_slots() {
    static PyType_Slot slots[] = {{Py_bf_getbuffer, reinterpret_cast<void*>(Get)},
                                  {Py_bf_releasebuffer, reinterpret_cast<void*>(&end_share)},
                                  {0, nullptr}};
    return slots;
}

}  // namespace sapper

namespace nanobind::detail {

template <>
struct type_caster<sapper::Buffer> {
    NB_TYPE_CASTER(sapper::Buffer, const_name("typing_extensions.Buffer"))
    bool from_python(handle source, std::uint8_t, cleanup_list*) noexcept { return value.acquire(source.ptr()); }
};

}  // namespace nanobind::detail
