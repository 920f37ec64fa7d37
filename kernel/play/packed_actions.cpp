#include "play/packed_actions.h"

#include "support/call_limits.h"

namespace sapper {

std::optional<std::uint64_t> NumberReader::number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 63; shift += 7) {
        if (at_end()) return std::nullopt;
        const std::uint8_t byte = bytes_[next_++];
        value |= std::uint64_t{byte & 0x7Fu} << shift;
        if (byte < 0x80) return value;
    }
    return std::nullopt;
}

std::optional<std::int64_t> NumberReader::difference() {
    const auto value = number();
    if (!value) return std::nullopt;
    return static_cast<std::int64_t>(*value >> 1) ^ -static_cast<std::int64_t>(*value & 1);
}

bool ActionReader::next() {
    using namespace packed;
    const auto head = reader_.number();
    if (!head || (*head & 15) >= ACTION_KINDS || *head >= 128) return false;
    const auto later = reader_.number();
    if (!later || (action_.time += *later) >= MOST_TIME) return false;
    action_.kind = static_cast<ActionKind>(*head & 15);
    if (has_cell(action_.kind)) {
        const auto step = reader_.difference();
        if (!step) return false;
        action_.cell += *step;
        if (action_.cell < 0 || static_cast<std::uint64_t>(action_.cell) >= cells_) return false;
    }
    if (*head & BY) {
        action_.by = reader_.number().value_or(MOST_PLAYERS);
        if (action_.by >= MOST_PLAYERS) return false;
    }
    if (*head & DEVICE) {
        const std::uint64_t device = reader_.number().value_or(DEVICES);
        if (device >= DEVICES) return false;
        action_.device = static_cast<std::uint8_t>(device);
    }
    action_.has_pointer = *head & POINTER;
    return !action_.has_pointer || move_pointer();
}

bool ActionReader::move_pointer() {
    using namespace packed;
    for (std::int64_t& place : action_.pointer) {
        const auto step = reader_.difference();
        if (!step || *step > 2 * MOST_POINT || *step < -2 * MOST_POINT) return false;
        place += *step;
        if (place > MOST_POINT || place < -MOST_POINT) return false;
    }
    return true;
}

void write_number(std::vector<std::uint8_t>& out, std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) out.push_back(static_cast<std::uint8_t>(number) | 0x80);
    out.push_back(static_cast<std::uint8_t>(number));
}

void write_difference(std::vector<std::uint8_t>& out, std::int64_t number) {
    write_number(out, static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63));
}

void ActionWriter::write(const PackedAction& action) {
    using namespace packed;
    const bool other_player = action.by != last_.by, other_device = action.device != last_.device;
    write_number(out_, static_cast<std::uint64_t>(action.kind) | BY * other_player | DEVICE * other_device |
                           POINTER * action.has_pointer);
    write_number(out_, action.time - last_.time);
    if (has_cell(action.kind)) {
        write_difference(out_, action.cell - last_.cell);
        last_.cell = action.cell;
    }
    if (other_player) write_number(out_, action.by);
    if (other_device) write_number(out_, action.device);
    if (action.has_pointer) {
        for (int axis : {0, 1}) {
            write_difference(out_, action.pointer[axis] - last_.pointer[axis]);
            last_.pointer[axis] = action.pointer[axis];
        }
    }
    last_.time = action.time;
    last_.by = action.by;
    last_.device = action.device;
}

std::optional<ActionColumns> read_columns(std::span<const std::uint8_t> actions, std::uint64_t cells) {
    ActionColumns columns;
    ActionReader reader(actions, cells);
    StopCheck<256> check;
    while (!reader.at_end()) {
        check();
        if (!reader.next()) return std::nullopt;
        const PackedAction& action = reader.action();
        columns.kinds.push_back(static_cast<std::uint8_t>(action.kind));
        columns.devices.push_back(action.device);
        columns.times.push_back(static_cast<std::int64_t>(action.time));
        columns.cells.push_back(has_cell(action.kind) ? action.cell : -1);
        columns.players.push_back(static_cast<std::int64_t>(action.by));
    }
    return columns;
}

}  // namespace sapper
