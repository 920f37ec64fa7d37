#pragma once

#include <algorithm>
#include <cstddef>

#include "board/grid.h"

namespace sapper {

/// Copies a table into the upper left corner of a larger one.
template <typename From, typename To>
void paste(Grid part, Grid whole, const From* from, To* to) {
    if (part.width == whole.width) {
        std::transform(from, from + part.size(), to, [](From item) { return static_cast<To>(item); });
        return;
    }
    for (std::size_t row = 0; row < part.height; ++row)
        std::transform(from + row * part.width, from + (row + 1) * part.width, to + row * whole.width,
                       [](From item) { return static_cast<To>(item); });
}

/// Copies the upper left corner of a table.
template <typename Item>
void cut(Grid whole, Grid part, const Item* from, Item* to) {
    for (std::size_t row = 0; row < part.height; ++row)
        std::copy_n(from + row * whole.width, part.width, to + row * part.width);
}

/// Fills everything but the upper left corner of a table.
template <typename Item>
void fill_outside(Grid whole, Grid part, Item* items, Item value) {
    for (std::size_t row = 0; row < part.height; ++row)
        std::fill(items + row * whole.width + part.width, items + (row + 1) * whole.width, value);
    std::fill(items + std::size_t{part.height} * whole.width, items + whole.size(), value);
}

}  // namespace sapper
