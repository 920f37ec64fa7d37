#pragma once

#include <bit>
#include <cstddef>
#include <memory>
#include <vector>

namespace sapper {

/// A sequence that only grows, in blocks of doubling size: unlike a vector it never moves its items.
template <typename T>
class Blocks {
  public:
    Blocks() = default;
    Blocks(Blocks&&) noexcept = default;
    Blocks& operator=(Blocks&&) noexcept = default;

    std::size_t size() const { return size_; }

    T& operator[](std::size_t index) { return *locate(index); }
    const T& operator[](std::size_t index) const { return *locate(index); }
    T& back() { return next_[-1]; }
    const T& back() const { return next_[-1]; }

    void push_back(const T& item) {
        if (next_ == end_) grow();
        *next_++ = item;
        ++size_;
    }

  private:
    static constexpr std::size_t FIRST = 16;

    T* locate(std::size_t index) const {
        const auto block = static_cast<std::size_t>(std::bit_width(index / FIRST + 1)) - 1;
        return &blocks_[block][index + FIRST - (FIRST << block)];
    }

    void grow() {
        const std::size_t length = FIRST << blocks_.size();
        blocks_.push_back(std::make_unique_for_overwrite<T[]>(length));
        next_ = blocks_.back().get();
        end_ = next_ + length;
    }

    std::vector<std::unique_ptr<T[]>> blocks_;
    T* next_ = nullptr;
    T* end_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace sapper
