#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "play/play_rules.h"

namespace sapper {

/// The packed form of an action (docs/replay-format.md). Python reads these constants through the bindings.
namespace packed {
inline constexpr std::uint64_t BY = 16, DEVICE = 32, POINTER = 64;  // bits of the head: which parts follow it
inline constexpr std::uint64_t DEVICES = 6, MOUSE = 1;
inline constexpr std::uint64_t MOST_PLAYERS = std::uint64_t{1} << 31;
inline constexpr std::uint64_t MOST_TIME = std::uint64_t{1} << 53;  // milliseconds
inline constexpr std::int64_t CELL_PARTS = 64;                      // a pointer is given in these parts of a cell
inline constexpr std::int64_t MOST_POINT = std::int64_t{1} << 36;   // in such parts: farther than any board reaches
}  // namespace packed

/// An action of a replay; its cell is that of the last action at a cell where it has none.
struct PackedAction {
    ActionKind kind = ActionKind::OPEN;
    std::uint64_t time = 0, by = 0;
    std::int64_t cell = 0;
    std::uint8_t device = 0;
    bool has_pointer = false;
    std::int64_t pointer[2] = {};  // the last one that was given, in parts of a cell: x, y
};

/// Reads the variable-length numbers of a packed replay.
class NumberReader {
  public:
    explicit NumberReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    bool at_end() const { return next_ == bytes_.size(); }
    std::optional<std::uint64_t> number();
    std::optional<std::int64_t> difference();

  private:
    std::span<const std::uint8_t> bytes_;
    std::size_t next_ = 0;
};

/// Reads packed actions one after the other.
class ActionReader {
  public:
    ActionReader(std::span<const std::uint8_t> bytes, std::uint64_t cells) : reader_(bytes), cells_(cells) {}

    bool at_end() const { return reader_.at_end(); }

    /// Reads the next action; false if the bytes are damaged.
    bool next();
    const PackedAction& action() const { return action_; }

  private:
    bool move_pointer();

    NumberReader reader_;
    std::uint64_t cells_;
    PackedAction action_;
};

/// Writes numbers in groups of seven bits, the lowest first.
void write_number(std::vector<std::uint8_t>& out, std::uint64_t number);
void write_difference(std::vector<std::uint8_t>& out, std::int64_t number);

/// Writes packed actions of one player, each as its difference from the one before.
class ActionWriter {
  public:
    void write(const PackedAction& action);
    std::vector<std::uint8_t> take() { return std::move(out_); }

  private:
    std::vector<std::uint8_t> out_;
    PackedAction last_;
};

/// Packed actions as columns.
struct ActionColumns {
    std::vector<std::uint8_t> kinds, devices;
    std::vector<std::int64_t> times, cells, players;  // cells are -1 where the action has none
};

/// Reads a whole list; nothing if it is damaged.
std::optional<ActionColumns> read_columns(std::span<const std::uint8_t> actions, std::uint64_t cells);

}  // namespace sapper
