#include "play/hand.h"

#include <algorithm>
#include <cmath>

#include "play/packed_actions.h"
#include "support/call_limits.h"

namespace sapper {

namespace {

constexpr std::uint8_t LEFT = 1, RIGHT = 2, MIDDLE = 4;

/// The buttons of `controls/gestures.py`, with the controls that all videos have.
class Buttons {
  public:
    struct Move {
        ActionKind kind;
        Cell cell;
    };

    Buttons(const Board& board, const HandOptions& options) : board_(board), options_(options) {}

    bool is_down(std::uint8_t button) const { return down_ & button; }
    void switch_marks() { options_.questions = !options_.questions; }

    std::optional<Move> press(std::uint8_t button, std::optional<Cell> cell, bool shift) {
        if (button == MIDDLE) {  // drops the others
            down_ = MIDDLE;
            drop();
            return std::nullopt;
        }
        if (is_down(MIDDLE)) return std::nullopt;
        down_ |= button;
        if (down_ == (LEFT | RIGHT)) {
            is_chording_ = true;
            return std::nullopt;
        }
        if (button == LEFT) {
            is_armed_ = true;  // a press outside too: only the release has a place
            will_chord_ = shift;
            return std::nullopt;
        }
        is_armed_ = false;
        return cell && !is_open(board_[*cell]) ? std::optional(Move{next_mark(*cell), *cell}) : std::nullopt;
    }

    std::optional<Move> release(std::uint8_t button, std::optional<Cell> cell) {
        if (!is_down(button)) return std::nullopt;
        down_ &= static_cast<std::uint8_t>(~button);
        if (button == MIDDLE) return at(ActionKind::CHORD, cell);
        if (is_chording_) {
            drop();
            return at(ActionKind::CHORD, cell);
        }
        if (button == RIGHT || !is_armed_) return std::nullopt;
        is_armed_ = false;
        const bool chords = will_chord_ || (options_.superclick && cell && is_open(board_[*cell]));
        return at(chords ? ActionKind::CHORD : ActionKind::OPEN, cell);
    }

  private:
    static std::optional<Move> at(ActionKind kind, std::optional<Cell> cell) {
        return cell ? std::optional(Move{kind, *cell}) : std::nullopt;
    }

    ActionKind next_mark(Cell cell) const {
        if (board_[cell] == HIDDEN) return ActionKind::FLAG;
        return board_[cell] == FLAG && options_.questions ? ActionKind::QUESTION : ActionKind::CLEAR;
    }

    /// Cancels what the buttons would do. They still count as down.
    void drop() { is_armed_ = is_chording_ = false; }

    const Board& board_;
    HandOptions options_;
    std::uint8_t down_ = 0;
    bool is_armed_ = false, will_chord_ = false;  // the left button, where it comes up
    bool is_chording_ = false;                    // with left and right
};

class HandPlayer {
  public:
    HandPlayer(const PlayRules& rules, const Minefield& field, const HandOptions& options)
        : board_(field.grid(), field.mines()),
          layout_(field),
          referee_(rules, layout_, board_, {.changes = false, .loss = false}),
          screen_(field.grid(), options.square),
          buttons_(board_, options) {}

    HandGame play(const HandColumns& events) {
        const auto back = std::is_sorted_until(events.times.begin(), events.times.end());
        if (back != events.times.end()) {
            game_.refused = static_cast<std::size_t>(back - events.times.begin());
            return std::move(game_);
        }
        for (auto* column : {&game_.times, &game_.xs, &game_.ys}) column->reserve(events.size());
        game_.kinds.reserve(events.size());
        StopCheck<256> check;
        for (std::size_t place = 0; place < events.size() && !is_over(); ++place) {
            check();
            if (!play({events.times[place], static_cast<HandEvent>(events.kinds[place]), events.xs[place],
                       events.ys[place]})) {
                game_.refused = place;
                return std::move(game_);
            }
        }
        if (!is_over() && is_played(ActionKind::RESIGN, 0)) write(ActionKind::RESIGN, 0, nullptr);
        for (std::int64_t& time : game_.times) time -= start_.value_or(0);
        game_.ending = referee_.status();
        game_.first = referee_.first();
        game_.elapsed = now();
        game_.actions = writer_.take();
        return std::move(game_);
    }

  private:
    struct Event {
        std::int64_t time;
        HandEvent kind;
        std::int64_t x, y;
    };

    bool is_over() const { return sapper::is_over(referee_.status()); }
    bool is_played(ActionKind kind, Cell cell) { return referee_.play(kind, cell) == Refusal::NONE; }

    bool play(Event event) {
        if (std::abs(event.x) >= FARTHEST || std::abs(event.y) >= FARTHEST) return false;
        last_ = event.time;
        switch (event.kind) {
            case HandEvent::MOVE: record(event, 0); return true;
            case HandEvent::FLAG_BEFOREHAND: return flag_beforehand(event);
            case HandEvent::SECOND_PRESS:
                event.kind = buttons_.is_down(LEFT) ? HandEvent::RIGHT_PRESS : HandEvent::LEFT_PRESS;
                break;
            case HandEvent::LEFT_RELEASE:  // only the release of the first click may be recorded
                if (!has_pressed_ && !referee_.first()) act({event.time, HandEvent::LEFT_PRESS, event.x, event.y});
                break;
            default: break;
        }
        return act(event);
    }

    bool flag_beforehand(const Event& event) {
        const auto cell = screen_.cell(event.x, event.y);
        if (!cell || board_[*cell] != HIDDEN) return true;
        return act({event.time, HandEvent::RIGHT_PRESS, event.x, event.y}) &&
               act({event.time, HandEvent::RIGHT_RELEASE, event.x, event.y});
    }

    bool act(const Event& event) {
        const auto move = moved(event.kind, screen_.cell(event.x, event.y));
        record(event, move ? 1 : 0);
        if (!move) return true;
        if (!is_played(move->kind, move->cell)) return false;
        write(move->kind, move->cell, &event);
        if (!start_ && referee_.first()) start_ = last_;
        return true;
    }

    std::optional<Buttons::Move> moved(HandEvent kind, std::optional<Cell> cell) {
        switch (kind) {
            case HandEvent::LEFT_PRESS:
            case HandEvent::SHIFT_PRESS:
                has_pressed_ |= !buttons_.is_down(MIDDLE);
                return buttons_.press(LEFT, cell, kind == HandEvent::SHIFT_PRESS);
            case HandEvent::RIGHT_PRESS: return buttons_.press(RIGHT, cell, false);
            case HandEvent::MIDDLE_PRESS: return buttons_.press(MIDDLE, cell, false);
            case HandEvent::LEFT_RELEASE: return buttons_.release(LEFT, cell);
            case HandEvent::RIGHT_RELEASE: return buttons_.release(RIGHT, cell);
            case HandEvent::MIDDLE_RELEASE: return buttons_.release(MIDDLE, cell);
            case HandEvent::MARKS_SWITCH: buttons_.switch_marks(); return std::nullopt;
            default: return std::nullopt;
        }
    }

    void record(const Event& event, unsigned actions) {
        game_.times.push_back(event.time);
        game_.kinds.push_back(static_cast<std::uint8_t>(static_cast<unsigned>(event.kind) | actions << ACTIONS_AT));
        game_.xs.push_back(event.x);
        game_.ys.push_back(event.y);
    }

    void write(ActionKind kind, Cell cell, const Event* event) {
        PackedAction action;
        action.kind = kind;
        action.time = now();
        action.cell = cell;
        if (event) {
            action.device = packed::MOUSE;
            action.has_pointer = true;
            action.pointer[0] = to_parts(event->x);
            action.pointer[1] = to_parts(event->y);
        }
        writer_.write(action);
    }

    /// Pixels in parts of a cell, the nearest even number where two are as near.
    std::int64_t to_parts(std::int64_t pixels) const {
        const double parts = static_cast<double>(pixels * packed::CELL_PARTS) / static_cast<double>(screen_.square());
        return static_cast<std::int64_t>(std::nearbyint(parts));
    }

    std::uint64_t now() const {
        return start_ ? static_cast<std::uint64_t>(std::max<std::int64_t>(last_ - *start_, 0)) : 0;
    }

    Board board_;
    FixedLayout layout_;
    Referee referee_;
    Screen screen_;
    Buttons buttons_;
    ActionWriter writer_;
    HandGame game_;
    std::optional<std::int64_t> start_;  // when the first cell was opened, in the time of the events
    std::int64_t last_ = 0;
    bool has_pressed_ = false;  // left, ever
};

}  // namespace

HandGame play_hand(const PlayRules& rules, const Minefield& field, const HandOptions& options,
                   const HandColumns& events) {
    return HandPlayer(rules, field, options).play(events);
}

}  // namespace sapper
