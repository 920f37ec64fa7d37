#include "play/tally.h"

#include <cmath>
#include <vector>

#include "metrics/metrics.h"
#include "play/packed_actions.h"
#include "support/call_limits.h"

namespace sapper {

namespace {

constexpr std::uint8_t LEFT = 1, RIGHT = 2, MIDDLE = 4;
constexpr std::uint8_t LAST_EVENT = static_cast<std::uint8_t>(HandEvent::MARKS_SWITCH);  // in a track

double distance(double x, double y) { return std::sqrt(x * x + y * y); }  // faster than `hypot`

/// Counts every click of a mouse, as `ClickCounter` of `analysis/metrics` does: also those that did nothing.
class ClickCounter {
  public:
    void count(HandEvent event, bool is_inside, bool is_open, bool superclick) {
        switch (event) {
            case HandEvent::LEFT_PRESS:
            case HandEvent::SHIFT_PRESS:
                if (down_ & MIDDLE) return;
                down_ |= LEFT;
                shift_ = event == HandEvent::SHIFT_PRESS;
                return;
            case HandEvent::RIGHT_PRESS:
                if (down_ & MIDDLE) return;
                down_ |= RIGHT;
                shift_ = false;
                if (superclick) {
                    ++clicks_.chord;
                    after_chord_ = true;
                } else if (is_inside && !(down_ & LEFT) && !is_open) {
                    ++clicks_.right;
                    has_marked_ = true;
                    after_chord_ = false;
                }
                return;
            case HandEvent::MIDDLE_PRESS:
                down_ = MIDDLE;
                shift_ = has_marked_ = after_chord_ = false;
                return;
            case HandEvent::LEFT_RELEASE:
                if (lift(LEFT)) release_left(is_inside, is_open, superclick);
                return;
            case HandEvent::RIGHT_RELEASE:
                if (lift(RIGHT)) release_right(is_inside, superclick);
                return;
            case HandEvent::MIDDLE_RELEASE:
                if (lift(MIDDLE)) clicks_.chord += is_inside;
                return;
            default: return;
        }
    }

    const Clicks& clicks() const { return clicks_; }
    std::uint64_t outside() const { return outside_; }
    std::uint64_t one_and_a_half() const { return one_and_a_half_; }

  private:
    bool lift(std::uint8_t button) {
        const bool was_down = down_ & button;
        down_ &= static_cast<std::uint8_t>(~button);
        return was_down;
    }

    void release_left(bool is_inside, bool is_open, bool superclick) {
        const bool has_right = down_ & RIGHT;
        if (!is_inside) {
            outside_ += !has_right && !after_chord_;
            after_chord_ = false;
            chord_left_ = has_right;
        } else if (has_right || shift_ || (superclick && is_open)) {
            ++clicks_.chord;
            one_and_a_half_ += has_marked_;
            after_chord_ = has_right;
            shift_ = false;
        } else {
            clicks_.left += !after_chord_;
            after_chord_ = false;
        }
    }

    void release_right(bool is_inside, bool superclick) {
        const bool has_left = down_ & LEFT;
        shift_ = false;
        if (!is_inside) {
            outside_ += !(has_left || has_marked_ || after_chord_ || chord_left_);
            after_chord_ = has_left;
        } else if (has_left || superclick) {
            ++clicks_.chord;
            after_chord_ = has_left;
        } else {
            clicks_.right += !has_marked_ && !after_chord_;
            after_chord_ = false;
        }
        has_marked_ = chord_left_ = false;
    }

    Clicks clicks_;
    std::uint64_t outside_ = 0, one_and_a_half_ = 0;
    std::uint8_t down_ = 0;
    bool shift_ = false;
    bool has_marked_ = false;   // the right button that is down set a mark: a chord from here is a 1.5 click
    bool after_chord_ = false;  // the left button that is down is used up
    bool chord_left_ = false;   // two buttons were down, and the first of them was released outside
};

/// Plays a game and counts its clicks.
class TallyPlayer {
  public:
    TallyPlayer(const PlayRules& rules, const Minefield& field, std::span<const std::uint8_t> actions)
        : field_(field),
          board_(field.grid(), field.mines()),
          layout_(field),
          referee_(rules, layout_, board_, {.changes = false, .loss = false}),
          reader_(actions, field.grid().size()),
          idle_(field.grid().size(), false) {}

    std::optional<Tally> count(const std::optional<Track>& track) {
        if (track && !follow(*track)) return std::nullopt;
        StopCheck<256> check;
        while (!reader_.at_end()) {
            check();
            if (!act()) return std::nullopt;
        }
        tally_.ending = referee_.status();
        tally_.elapsed = reader_.action().time;
        if (referee_.first()) tally_.solved = Surveyor().solved(field_, board_);
        return tally_;
    }

  private:
    bool follow(const Track& track) {
        const HandColumns& events = track.events;
        const Screen screen(field_.grid(), track.square);
        ClickCounter counter;
        HandTally hand;
        std::optional<std::size_t> last_inside, last_led;
        StopCheck<256> check;
        for (std::size_t place = 0; place < events.size(); ++place) {
            check();
            const auto event = static_cast<HandEvent>(events.kinds[place] & 15);
            const std::int64_t x = events.xs[place], y = events.ys[place];
            if (events.kinds[place]) {
                const auto cell = screen.cell(x, y);
                const bool shows_number = cell && is_open(board_[*cell]);
                const unsigned actions = events.kinds[place] >> ACTIONS_AT;
                if (actions && !next()) return false;
                const bool chords = actions && reader_.action().kind == ActionKind::CHORD;
                counter.count(event, cell.has_value(), shows_number, chords);
                for (unsigned made = 0; made < actions; ++made)
                    if ((made && !next()) || !play()) return false;
            }
            if (event == HandEvent::MOVE || event == HandEvent::LEFT_RELEASE) {
                if (last_led)
                    hand.path_manhattan +=
                        static_cast<double>(std::abs(x - events.xs[*last_led]) + std::abs(y - events.ys[*last_led]));
                last_led = place;
            }
            if (!referee_.first() || !screen.contains(x, y)) continue;
            if (last_inside)
                hand.path += distance(static_cast<double>(x - events.xs[*last_inside]),
                                      static_cast<double>(y - events.ys[*last_inside]));
            last_inside = place;
        }
        hand.clicks = counter.clicks();
        hand.outside = counter.outside();
        hand.one_and_a_half = counter.one_and_a_half();
        tally_.hand = hand;
        return true;
    }

    bool next() { return !reader_.at_end() && reader_.next(); }
    bool act() { return next() && play(); }

    /// Plays the action that was read, and counts it.
    bool play() {
        const PackedAction& action = reader_.action();
        const Cell cell = static_cast<Cell>(action.cell);
        if (action.has_pointer) move(action.pointer);
        switch (action.kind) {
            case ActionKind::OPEN: return open(cell);
            case ActionKind::CHORD: return chord(cell);
            case ActionKind::FLAG:
            case ActionKind::QUESTION:
            case ActionKind::CLEAR: return mark(action.kind, cell);
            default: return is_played(action.kind, cell);
        }
    }

    bool is_played(ActionKind kind, Cell cell) { return referee_.play(kind, cell) == Refusal::NONE; }
    std::uint64_t uncovered() const { return board_.opened() + board_.exploded(); }

    bool open(Cell cell) {
        const std::uint64_t before = uncovered();
        ++tally_.clicks.left;
        if (!is_played(ActionKind::OPEN, cell)) return false;
        tally_.effective.left += uncovered() > before;
        return true;
    }

    bool chord(Cell cell) {
        const std::uint64_t before = uncovered();
        const std::vector<Cell> flags = board_.around(cell, std::uint32_t{1} << FLAG);
        ++tally_.clicks.chord;
        const bool has_all_flags = board_[cell] == flags.size();
        if (!is_played(ActionKind::CHORD, cell)) return false;
        tally_.effective.chord += uncovered() > before;
        if (!has_all_flags && uncovered() == before) return true;
        for (const Cell flag : flags) {
            tally_.used_flags += idle_[flag];
            idle_[flag] = false;
        }
        return true;
    }

    bool mark(ActionKind kind, Cell cell) {
        const std::uint8_t before = board_[cell];
        ++tally_.clicks.right;
        if (!is_played(kind, cell)) return false;
        if (board_[cell] == before) return true;
        ++tally_.effective.right;
        if (kind == ActionKind::FLAG) {
            ++tally_.flags;
            tally_.misflags += !field_.is_mine(cell);
            idle_[cell] = true;
        } else if (before == FLAG) {
            ++tally_.unflags;
            tally_.misunflags += !field_.is_mine(cell);
        }
        return true;
    }

    void move(const std::int64_t (&pointer)[2]) {
        constexpr double PARTS = packed::CELL_PARTS;
        const double x = static_cast<double>(pointer[0]) / PARTS, y = static_cast<double>(pointer[1]) / PARTS;
        tally_.path_of_clicks = tally_.path_of_clicks ? *tally_.path_of_clicks + distance(x - last_x_, y - last_y_)
                                                      : 0.0;
        last_x_ = x;
        last_y_ = y;
    }

    const Minefield& field_;
    Board board_;
    FixedLayout layout_;
    Referee referee_;
    ActionReader reader_;
    std::vector<bool> idle_;  // flags that no chord has used
    double last_x_ = 0, last_y_ = 0;
    Tally tally_;
};

}  // namespace

std::optional<Tally> tally(const PlayRules& rules, const Minefield& field, std::span<const std::uint8_t> actions,
                           const std::optional<Track>& track) {
    if (track)
        for (const std::uint8_t kind : track->events.kinds)
            if ((kind & 15) > LAST_EVENT) return std::nullopt;
    return TallyPlayer(rules, field, actions).count(track);
}

}  // namespace sapper
