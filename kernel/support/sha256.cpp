#include "support/sha256.h"

#include <algorithm>
#include <bit>

namespace sapper {

namespace {

constexpr std::size_t BLOCK = 64;

using State = std::array<std::uint32_t, 8>;

constexpr std::array<std::uint32_t, 64> CONSTANTS = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t word_at(std::span<const std::uint8_t> bytes, std::size_t at) {
    std::uint32_t word = 0;
    for (std::size_t i = 0; i < 4; ++i) word = word << 8 | bytes[at + i];
    return word;
}

void add_block(State& state, std::span<const std::uint8_t> block) {
    std::array<std::uint32_t, 64> words{};
    for (std::size_t i = 0; i < 16; ++i) words[i] = word_at(block, 4 * i);
    for (std::size_t i = 16; i < words.size(); ++i) {
        const std::uint32_t far = words[i - 15], near = words[i - 2];
        const std::uint32_t low = std::rotr(far, 7) ^ std::rotr(far, 18) ^ far >> 3;
        const std::uint32_t high = std::rotr(near, 17) ^ std::rotr(near, 19) ^ near >> 10;
        words[i] = words[i - 16] + low + words[i - 7] + high;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t high = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const std::uint32_t first = h + high + ((e & f) ^ (~e & g)) + CONSTANTS[i] + words[i];
        const std::uint32_t low = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const std::uint32_t second = low + ((a & b) ^ (a & c) ^ (b & c));
        h = g, g = f, f = e, e = d + first;
        d = c, c = b, b = a, a = first + second;
    }
    const State after{a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state.size(); ++i) state[i] += after[i];
}

}  // namespace

std::array<std::uint8_t, 32> sha256(std::span<const std::uint8_t> message) {
    State state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    const std::uint64_t bits = std::uint64_t{message.size()} * 8;
    for (; message.size() >= BLOCK; message = message.subspan(BLOCK)) add_block(state, message.first(BLOCK));
    std::array<std::uint8_t, 2 * BLOCK> rest{};  // what is left, a bit that is set, and the length at the end
    std::copy(message.begin(), message.end(), rest.begin());
    rest[message.size()] = 0x80;
    const std::size_t size = message.size() + 9 <= BLOCK ? BLOCK : 2 * BLOCK;
    for (std::size_t i = 0; i < 8; ++i) rest[size - 1 - i] = static_cast<std::uint8_t>(bits >> 8 * i);
    for (std::size_t at = 0; at < size; at += BLOCK) add_block(state, std::span(rest).subspan(at, BLOCK));
    std::array<std::uint8_t, 32> digest{};
    for (std::size_t i = 0; i < digest.size(); ++i)
        digest[i] = static_cast<std::uint8_t>(state[i / 4] >> (24 - 8 * (i % 4)));
    return digest;
}

}  // namespace sapper
