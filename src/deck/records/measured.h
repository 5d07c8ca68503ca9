// Records of measured places and forces in space, constant or as columns of a table; the same in
// the KABIOS tail and in native decks.
//
//   AT x y ...               constants
//   TABLE [curve] [GAPS 0|FILL] "file" [COLUMNS c c ...]   time and values in each row of the file
//   TABLE [curve] [GAPS 0|FILL] t v v ...                  the same rows in the deck itself
// curve: deck/lines/table_style.h.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "deck/lines/lexer.h"
#include "deck/lines/record_reader.h"
#include "deck/lines/table_file.h"
#include "deck/lines/table_style.h"
#include "deck/tables/rows.h"
#include "plan/times.h"

namespace mbs {

// Reads the rows behind TABLE: one motion per field, all from one table. A table that does not
// cover `grid` is an error. Without a word for the curve it is `otherwise`. Empty after an error.
std::vector<MotionRow> read_columns(RecordReader& in, const LexedDeck& deck,
                                    std::span<const std::string_view> fields, Smoothing otherwise,
                                    const TimeGrid& grid, Diagnostics& diagnostics,
                                    const std::string& label);

// One motion per field, from the columns of a table with these words (at style_at); `where`: of the
// rows or the file. Empty after an error.
std::vector<MotionRow> motions_of_table(RecordReader& in,
                                        const std::shared_ptr<const TimeTable>& table,
                                        const TableStyle& style,
                                        std::span<const std::string_view> fields,
                                        const TimeGrid& grid, SourceLocation style_at,
                                        SourceLocation where, const std::string& label);

// Reads the fields after the body of a measured force: AT x y fx fy, or TABLE rows of t fx fy x y.
// False after an error.
bool read_measured_force(RecordReader& in, const LexedDeck& deck, const TimeGrid& grid,
                         Diagnostics& diagnostics, MeasuredForceRow& row);
// Reads TABLE and its rows: of a force of space t fx fy fz, with a place x y z behind them, or of a
// moment t mx my mz. Empty after an error.
enum class SpaceRows : std::uint8_t { force, force_at_place, moment };
std::vector<MotionRow> read_space_rows(RecordReader& in, const LexedDeck& deck, SpaceRows what,
                                       const TimeGrid& grid, Diagnostics& diagnostics,
                                       const std::string& label);
// The fields of a measured load on a body of space, at least as many as it has motions.
std::span<const std::string_view> fields_of_space_load(const SpaceLoadRow& row);
// Its fields as deck text, from the place in the body on. frame: the number of the node or the body
// of IN BODY; 0: none.
std::string write_space_load(const SpaceLoadRow& row, int frame);
// Reads the fields after the two bodies of a net joint: xi eta, AT x y, or TABLE rows of t x y.
bool read_net_joint(RecordReader& in, const LexedDeck& deck, const TimeGrid& grid,
                    Diagnostics& diagnostics, NetJointRow& row);

// The rows of a file, at least two. After an error null, or `in` is not ok.
std::shared_ptr<const TimeTable> rows_of_file(RecordReader& in, const LexedDeck& deck,
                                              const Token& name, const TableColumns& columns,
                                              Diagnostics& diagnostics, const std::string& label);

// Rows in the deck itself, at least two, to the end of the record: t and one value per field.
std::shared_ptr<const TimeTable> rows_of_deck(RecordReader& in,
                                              std::span<const std::string_view> fields,
                                              Gaps gaps = Gaps::refuse);

// The columns as deck text, with a blank before it.
std::string write_columns(std::span<const MotionRow> motions,
                          std::span<const std::string_view> fields);
inline constexpr std::string_view kMotionFields[] = {"x", "y", "phi"};
std::string write_measured_force(const MeasuredForceRow& row);
std::string write_net_joint(const NetJointRow& row);

}  // namespace mbs
