// The state of a fleet as a value: saved, restored, and begun from given positions.

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <string>

#include "board/inset.h"
#include "board/minefield.h"
#include "play/fleet.h"

namespace sapper {

namespace {

/// Appends numbers, the lowest byte first.
class Writer {
  public:
    template <typename Number>
    void number(Number value) {
        const auto bits = static_cast<std::uint64_t>(value);
        for (unsigned byte = 0; byte < sizeof(Number); ++byte)
            bytes.push_back(static_cast<std::uint8_t>(bits >> (8 * byte)));
    }

    void table(const std::uint8_t* items, std::size_t count) { bytes.insert(bytes.end(), items, items + count); }

    std::vector<std::uint8_t> bytes;
};

/// Reads what a `Writer` wrote, from bytes that are known to be long enough.
class Reader {
  public:
    explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    template <typename Number>
    Number number() {
        std::uint64_t bits = 0;
        for (unsigned byte = 0; byte < sizeof(Number); ++byte) bits |= std::uint64_t{bytes_[next_++]} << (8 * byte);
        return static_cast<Number>(bits);
    }

    std::span<const std::uint8_t> table(std::size_t count) {
        next_ += count;
        return bytes_.subspan(next_ - count, count);
    }

  private:
    std::span<const std::uint8_t> bytes_;
    std::size_t next_ = 0;
};

/// The counts of a board.
struct Counts {
    std::uint64_t opened = 0, exploded = 0, shown = 0;
};

void expect(bool condition, const char* problem) {
    if (!condition) throw std::invalid_argument(problem);
}

/// Counts what is seen of a board, row by row, or throws where its mines do not allow it.
Counts count(std::span<const std::uint8_t> seen, const Minefield& field) {
    Counts counts;
    for (Cell cell = 0; cell < seen.size(); ++cell) {
        const std::uint8_t value = seen[cell];
        const bool fits = field.is_mine(cell) ? value == HIDDEN || value == MINE || value == EXPLODED
                                              : value == HIDDEN || value == field.number(cell);
        expect(fits, "the mines do not fit what is seen");
        counts.opened += is_open(value);
        counts.exploded += value == EXPLODED;
        counts.shown += value == MINE;
    }
    return counts;
}

bool is_over(const FleetRules& rules, const Counts& counts) {
    const bool cleared = counts.opened == rules.grid.size() - rules.mines;
    return counts.exploded >= rules.lives || is_complete(rules.completion, cleared, counts.exploded == rules.mines);
}

}  // namespace

/// The stored record of one board. The rest follows from it.
struct Fleet::Record {
    Seed series;
    std::array<std::uint64_t, 4> choices;
    std::uint64_t episode, reward;
    std::uint32_t level, next_level, gained, moves;
    std::uint8_t terminated, state, begun, over;
    std::span<const std::uint8_t> cells, truth, final_cells;
};

std::size_t Fleet::record_size() const { return 8 * 8 + 4 * 4 + 4 + (reset_ == AutoReset::SAME_STEP ? 3 : 2) * each_; }

std::vector<std::uint8_t> Fleet::save() {
    const std::lock_guard guard(lock_);
    Writer writer;
    writer.bytes.reserve(boards_ * record_size());
    for (std::size_t board = 0; board < boards_; ++board) {
        writer.number(series_[board].high);
        writer.number(series_[board].low);
        for (const std::uint64_t word : choices_[board].state()) writer.number(word);
        writer.number(episodes[board]);
        writer.number(std::bit_cast<std::uint64_t>(rewards[board]));
        for (const auto* numbers : {&level, &next_level, &gained, &moves}) writer.number((*numbers)[board]);
        writer.number(terminated[board]);
        writer.number(static_cast<std::uint8_t>(states[board]));
        writer.number(begun_[board]);
        writer.number(over_[board]);
        writer.table(&cells[board * each_], each_);
        writer.table(&truth[board * each_], each_);
        if (reset_ == AutoReset::SAME_STEP) writer.table(&final_cells[board * each_], each_);
    }
    return std::move(writer.bytes);
}

/// Reads the record of one board, or throws where no game could have led to it.
Fleet::Record Fleet::read(std::span<const std::uint8_t> bytes) const {
    Reader reader(bytes);
    Record record;
    for (std::uint64_t* word : {&record.series.high, &record.series.low}) *word = reader.number<std::uint64_t>();
    for (std::uint64_t& word : record.choices) word = reader.number<std::uint64_t>();
    for (std::uint64_t* word : {&record.episode, &record.reward}) *word = reader.number<std::uint64_t>();
    for (std::uint32_t* number : {&record.level, &record.next_level, &record.gained, &record.moves})
        *number = reader.number<std::uint32_t>();
    for (std::uint8_t* byte : {&record.terminated, &record.state, &record.begun, &record.over})
        *byte = reader.number<std::uint8_t>();
    record.cells = reader.table(each_);
    record.truth = reader.table(each_);
    if (reset_ == AutoReset::SAME_STEP) record.final_cells = reader.table(each_);

    expect(record.level < levels_.size() && record.next_level < levels_.size(), "there are no rules of this number");
    expect(record.state <= static_cast<std::uint8_t>(GameState::LOST), "there is no such state of a game");
    expect(record.terminated <= 1 && record.begun <= 1 && record.over <= 1, "a flag is 0 or 1");
    expect(!record.over || reset_ != AutoReset::SAME_STEP, "a game that is over is followed by the next at once");
    for (const std::uint8_t value : record.final_cells) expect(value <= OUTSIDE, "no cell shows this value");

    const FleetRules& playing = levels_[record.level];
    std::vector<std::uint8_t> all(each_, HIDDEN), seen(playing.grid.size()), mines(playing.grid.size());
    cut(grid_, playing.grid, record.cells.data(), seen.data());
    cut(grid_, playing.grid, record.truth.data(), mines.data());
    for (std::uint8_t& mine : mines) mine >>= 7;
    const Minefield field = Minefield::from_mines(playing.grid, mines);
    expect(field.mines() == (record.begun ? playing.mines : 0), "there are more or fewer mines than the rules have");
    const Counts counts = record.begun ? count(seen, field) : Counts{};
    expect(record.begun || std::ranges::count(seen, std::uint8_t{HIDDEN}) == std::ranges::ssize(seen),
           "a cell is open before the mines are placed");
    expect(record.over == (record.begun && is_over(playing, counts)), "the game is over and is played on");
    expect(counts.exploded <= playing.lives, "there are more explosions than lives");
    expect(record.over || !counts.shown, "a mine is shown before the end");

    fill_outside(grid_, playing.grid, all.data(), OUTSIDE);
    paste(playing.grid, grid_, seen.data(), all.data());
    expect(std::ranges::equal(all, record.cells), "a cell outside the board shows something");
    std::ranges::fill(all, std::uint8_t{0});
    if (record.begun) paste(playing.grid, grid_, field.cells().data(), all.data());
    expect(std::ranges::equal(all, record.truth), "the numbers are not those of the mines");
    return record;
}

void Fleet::restore(std::span<const std::uint8_t> bytes) {
    const std::lock_guard guard(lock_);
    const std::size_t size = record_size();
    if (bytes.size() != boards_ * size)
        throw std::invalid_argument("the state of " + std::to_string(boards_) + " boards has " +
                                    std::to_string(boards_ * size) + " bytes, not " + std::to_string(bytes.size()));
    std::vector<Record> records;
    records.reserve(boards_);
    for (std::size_t board = 0; board < boards_; ++board) records.push_back(read(bytes.subspan(board * size, size)));
    for (std::size_t board = 0; board < boards_; ++board) {
        const Record& record = records[board];
        series_[board] = record.series;
        choices_[board] = Random(record.choices);
        episodes[board] = record.episode;
        rewards[board] = std::bit_cast<double>(record.reward);
        level[board] = record.level;
        next_level[board] = record.next_level;
        gained[board] = record.gained;
        moves[board] = record.moves;
        terminated[board] = record.terminated;
        states[board] = static_cast<GameState>(record.state);
        begun_[board] = record.begun;
        over_[board] = record.over;
        std::ranges::copy(record.cells, &cells[board * each_]);
        std::ranges::copy(record.truth, &truth[board * each_]);
        if (reset_ == AutoReset::SAME_STEP) std::ranges::copy(record.final_cells, &final_cells[board * each_]);
        settle(board);
    }
}

/// Computes from the cells of a board what follows from them.
void Fleet::settle(std::size_t board) {
    const auto seen = std::span(cells).subspan(board * each_, each_);
    std::ranges::transform(seen, &masks[board * each_], [](std::uint8_t value) { return value == HIDDEN; });
    opened[board] = static_cast<std::uint32_t>(std::ranges::count_if(seen, is_open));
    lives[board] = rules(board).lives - static_cast<std::uint32_t>(std::ranges::count(seen, std::uint8_t{EXPLODED}));
}

void Fleet::place(std::size_t board, std::span<const std::uint8_t> seen, std::span<const std::uint8_t> mines) {
    const std::lock_guard guard(lock_);
    const FleetRules& playing = next_rules(board);
    const bool is_blank = std::ranges::count(seen, std::uint8_t{HIDDEN}) == std::ranges::ssize(seen);
    std::vector<std::uint8_t> drawn(mines.begin(), mines.end());
    if (mines.empty() && !is_blank) {
        OddsSolver solver;
        Odds odds;
        const Verdict verdict = solver.solve({playing.grid, playing.mines, seen}, odds);
        expect(verdict != Verdict::CONTRADICTION, "no minefield explains this position");
        expect(verdict == Verdict::SOLVED, "the odds of this position are beyond the work budget");
        Random random(derive(series_[board], episodes[board] + 1));
        solver.draw(random, drawn);
    }
    if (!drawn.empty()) {
        const Minefield field = Minefield::from_mines(playing.grid, drawn);
        expect(field.mines() == playing.mines, "the position has more or fewer mines than the rules");
        const Counts counts = count(seen, field);
        expect(!counts.shown && !is_over(playing, counts), "the game of this position is over");
        begin(board);
        paste(playing.grid, grid_, seen.data(), &cells[board * each_]);
        paste(playing.grid, grid_, field.cells().data(), &truth[board * each_]);
        begun_[board] = 1;
        settle(board);
    } else {
        begin(board);
    }
    terminated[board] = 0;
    states[board] = GameState::PLAYING;
}

}  // namespace sapper
