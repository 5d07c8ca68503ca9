#include "deck/records/measured.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "deck/lines/gaps.h"
#include "deck/lines/table_file.h"
#include "deck/lines/table_style.h"
#include "deck/lines/table_words.h"
#include "deck/lines/writing.h"
#include "deck/records/force_plate.h"
#include "deck/records/plate_channels.h"
#include "deck/records/run_records.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr std::string_view kForceFields[] = {"fx", "fy", "x", "y"};
constexpr std::string_view kSpaceForceFields[] = {"fx", "fy", "fz", "x", "y", "z"};
constexpr std::string_view kMomentFields[] = {"mx", "my", "mz"};
constexpr std::string_view kPlaceFields[] = {"x", "y", "z"};

// The coordinates of a place of the plane or of space.
std::span<const std::string_view> fields_of_place(bool in_space) {
  return std::span(kPlaceFields).first(in_space ? 3 : 2);
}

// So many of the fields are components of a measured force; 0: no force.
std::size_t forces_of(std::span<const std::string_view> fields) {
  return fields.data() == kForceFields ? 2 : fields.data() == kSpaceForceFields ? 3 : 0;
}

// A plate gives the forces of the plane.
void refuse_plate_of_space(RecordReader& in, std::span<const std::string_view> fields) {
  if (fields.data() == kSpaceForceFields && is_plate_next(in))
    in.fail(in.here(), fmt::format("{} gives a force of the plane", in.peek_word()),
            fmt::format("expected COLUMNS t {}", fmt::join(fields, " ")));
}

void check_cover(RecordReader& in, const TimeTable& table, const TimeGrid& grid,
                 SourceLocation where) {
  // A step of 0 has been reported already.
  if (grid.step > 0 && !covers(table, grid)) in.fail(where, cover_problem(table, grid), kCover);
}

// A measured force begins with another word, or with a file.
void refuse_no_table(RecordReader& in, const std::string& word) {
  static constexpr std::string_view kBehindTable[] = {"THRESHOLD", "PLATE", "CHANNELS", "SHIFT",
                                                      "SMOOTH",    "GAPS",  "LINEAR",   "MARKERS"};
  const Token* const next = in.peek();
  const bool of_table =
      std::find(std::begin(kBehindTable), std::end(kBehindTable), word) != std::end(kBehindTable);
  if (of_table || (next && next->kind == TokenKind::string))
    return in.fail(in.here(),
                   fmt::format("'{}' stands where TABLE must", printable(next ? next->text : word)),
                   "expected TABLE [THRESHOLD f] \"file\" PLATE n AXES a b, or TABLE [THRESHOLD f] "
                   "\"file\" COLUMNS t fx fy x y");
  fail_unknown_word(in, in.here(), word, "is no kind of force", {"AT", "TABLE"},
                    "expected xi eta fx fy, AT x y fx fy, or TABLE");
}

// Reads one constant per field behind AT.
std::vector<MotionRow> read_constants(RecordReader& in, std::span<const std::string_view> fields) {
  std::vector<MotionRow> out(fields.size());
  for (std::size_t k = 0; k < fields.size(); ++k) out[k].coefficients = {in.number(fields[k])};
  return out;
}

}  // namespace

std::shared_ptr<const TimeTable> rows_of_file(RecordReader& in, const LexedDeck& deck,
                                              const Token& name, const TableColumns& columns,
                                              Diagnostics& diagnostics, const std::string& label) {
  TableColumns converted = columns;
  converted.record = in.units();
  std::shared_ptr<const TimeTable> table =
      read_table_file(deck, name, converted, diagnostics, label);
  if (!table)
    in.give_up();
  else if (table->t.size() < 2)
    in.fail(name.where,
            fmt::format("table file '{}' has {} rows", printable(name.text), table->t.size()),
            "expected at least 2");
  return table;
}

std::shared_ptr<const TimeTable> rows_of_deck(RecordReader& in,
                                              std::span<const std::string_view> fields, Gaps gaps) {
  auto table = std::make_shared<TimeTable>();
  table->columns.resize(fields.size());
  while (in.ok() && (table->t.size() < 2 || !in.at_end())) {
    const SourceLocation where = in.here();
    const double t = in.number(fmt::format("time {}", table->t.size() + 1));
    std::vector<double> values;
    for (std::string_view field : fields) values.push_back(table_value(in, gaps, field));
    if (in.ok() && !append_row(*table, t, values))
      in.fail(where, fmt::format("time {} does not come after {}", t, table->t.back()),
              "expected increasing times");
  }
  if (!in.ok()) return table;
  if (const std::string problem = close_gaps(*table, gaps); !problem.empty())
    in.fail(in.here(), problem, "expected at least one value in each column");
  return table;
}

// How many rows of no force stand at each end of a plate's own rows: a filter needs them at all
// times, and what other curves swing dies out within some tens of rows.
int rows_of_no_force(const TableStyle& style) {
  constexpr int kOfCurve = 100, kOfFilter = 10'000'000;
  int out = 0;
  for (const CurveChoice& curve : style.curves)
    if (curve == Smoothing::low_pass)
      out = kOfFilter;
    else if (!(curve == Smoothing::linear || curve == Smoothing::monotone))
      out = std::max(out, kOfCurve);
  return out;
}

std::vector<MotionRow> read_columns(RecordReader& in, const LexedDeck& deck,
                                    std::span<const std::string_view> fields, Smoothing otherwise,
                                    const TimeGrid& grid, Diagnostics& diagnostics,
                                    const std::string& label) {
  in.set_layout(fmt::format("expected: TABLE {}, then \"file\" [COLUMNS t {}] or rows of t {}",
                            kTableStyle, fmt::join(fields, " "), fmt::join(fields, " ")));
  const SourceLocation style_at = in.here();
  const TableStyle style = read_table_style(in, otherwise, fields);
  if (!in.ok()) return {};
  const SourceLocation where = in.here();
  const Token* next = in.peek();
  const bool from_file = next && next->kind == TokenKind::string && !next->faulty;
  TableColumns columns{1, static_cast<int>(fields.size()), style.gaps};
  const bool is_force = fields.data() == kForceFields;
  const std::size_t forces = forces_of(fields);
  if (from_file) in.skip();
  refuse_plate_of_space(in, fields);
  const bool of_plate = from_file && is_force && is_plate_next(in);
  if (from_file && !of_plate) {
    columns.exact = true;
    columns.chosen = read_table_columns(in, fields);
    refuse_behind_table(in, {"TABLE", is_force});
    for (const std::string_view field : fields)
      columns.angles.push_back(field.starts_with("phi") ? field : std::string_view());
    for (const std::string_view field : fields)
      columns.units.push_back(in.unit_of(field).value_or(unit::unknown));
    if (!in.ok()) return {};
  }
  std::shared_ptr<const TimeTable> table =
      of_plate    ? read_plate_table(in, deck, *next, style.gaps, diagnostics, label)
      : from_file ? rows_of_file(in, deck, *next, columns, diagnostics, label)
                  : rows_of_deck(in, fields, style.gaps);
  if (of_plate) refuse_behind_table(in, {"TABLE", is_force});
  if (in.ok() && forces > 0) {
    table = without_unloaded(shifted(std::move(table), style.shift), style.threshold, forces);
    if (grid.step > 0)
      table = without_end(std::move(table), grid.start, grid.at(grid.count() - 1), forces,
                          rows_of_no_force(style));
  }
  return motions_of_table(in, table, style, fields, grid, style_at, where, label);
}

std::vector<MotionRow> motions_of_table(RecordReader& in,
                                        const std::shared_ptr<const TimeTable>& table,
                                        const TableStyle& style,
                                        std::span<const std::string_view> fields,
                                        const TimeGrid& grid, SourceLocation style_at,
                                        SourceLocation where, const std::string& label) {
  if (in.ok()) check_cover(in, *table, grid, where);
  if (in.ok()) check_table_style(in, style, *table, style_at);
  if (!in.ok()) return {};
  std::vector<MotionRow> out(fields.size());
  for (std::size_t k = 0; k < fields.size(); ++k) {
    out[k].table = table;
    out[k].column = static_cast<int>(k);
    out[k].smoothing = style.curves[k];
    out[k].label = label;
    out[k].where = where;
  }
  return out;
}

bool read_measured_force(RecordReader& in, const LexedDeck& deck, const TimeGrid& grid,
                         Diagnostics& diagnostics, MeasuredForceRow& row) {
  const std::string word = in.peek_word();
  if (word != "AT" && word != "TABLE") {
    refuse_no_table(in, word);
    return false;
  }
  in.skip();
  if (word == "AT") {
    in.set_layout("expected: AT x y fx fy");
    static constexpr std::string_view kFields[] = {"x", "y", "fx", "fy"};
    std::vector<MotionRow> given = read_constants(in, kFields);
    std::rotate(given.begin(), given.begin() + 2, given.end());
    std::move(given.begin(), given.end(), row.motions.begin());
    in.finish();
    return in.ok();
  }
  std::vector<MotionRow> given =
      read_columns(in, deck, kForceFields, Smoothing::linear, grid, diagnostics, row.label);
  if (!in.ok()) return false;
  std::move(given.begin(), given.end(), row.motions.begin());
  in.finish();
  return in.ok();
}

std::vector<MotionRow> read_space_rows(RecordReader& in, const LexedDeck& deck, SpaceRows what,
                                       const TimeGrid& grid, Diagnostics& diagnostics,
                                       const std::string& label) {
  in.skip();  // TABLE
  const std::span<const std::string_view> forces(kSpaceForceFields);
  return read_columns(in, deck,
                      what == SpaceRows::moment  ? std::span<const std::string_view>(kMomentFields)
                      : what == SpaceRows::force ? forces.first(3)
                                                 : forces,
                      Smoothing::linear, grid, diagnostics, label);
}

std::span<const std::string_view> fields_of_space_load(const SpaceLoadRow& row) {
  if (row.point < 0) return kMomentFields;
  return kSpaceForceFields;
}

std::string write_space_load(const SpaceLoadRow& row, int frame) {
  const std::span<const MotionRow> motions(row.motions);
  const bool is_fixed = motions.size() > 3 && !motions[3].table;  // AT a place of space
  const std::size_t columns = is_fixed ? 3 : motions.size();
  std::string out;
  if (is_fixed) out += " AT";
  for (std::size_t c = 0; c < 3 && row.point >= 0 && columns == 3; ++c)
    out += write_numbers({is_fixed ? motions[3 + c].coefficients[0] : row.place[c]});
  if (row.frame >= 0) out += fmt::format(" IN BODY {}", frame);
  return out + write_columns(motions.first(columns), fields_of_space_load(row).first(columns));
}

bool read_net_joint(RecordReader& in, const LexedDeck& deck, const TimeGrid& grid,
                    Diagnostics& diagnostics, NetJointRow& row) {
  const SourceLocation where = in.here();
  const std::string word = in.peek_word();
  if (word.empty()) {
    row.xi = in.number("xi");
    row.eta = in.number("eta");
    if (row.in_space) row.zeta = in.number("zeta");
    return in.ok();
  }
  in.skip();
  const std::span<const std::string_view> fields = fields_of_place(row.in_space);
  if (word == "AT") {
    in.set_layout(fmt::format("expected: AT {}", fmt::join(fields, " ")));
    row.place = read_constants(in, fields);
  } else if (word == "TABLE") {
    row.place =
        read_columns(in, deck, fields, Smoothing::interpolated, grid, diagnostics, row.label);
  } else {
    fail_unknown_word(in, where, word, "is no place", {"AT", "TABLE"},
                      row.in_space ? "expected xi eta zeta, AT x y z, or TABLE"
                                   : "expected xi eta, AT x y, or TABLE");
  }
  return in.ok();
}

std::string write_columns(std::span<const MotionRow> motions,
                          std::span<const std::string_view> fields) {
  const MotionRow& first = motions.front();
  std::string out = write_table_style(motions, fields);
  for (std::size_t k = 0; k < first.table->t.size(); ++k) {
    out += " &\n " + write_numbers({first.table->t[k]});
    for (const MotionRow& motion : motions)
      out += write_cell(*motion.table, static_cast<std::size_t>(motion.column), k);
  }
  return out;
}

std::string write_measured_force(const MeasuredForceRow& row) {
  const auto& m = row.motions;
  if (m[0].table) return write_columns(m, kForceFields);
  return " AT" + write_numbers({m[2].coefficients[0], m[3].coefficients[0], m[0].coefficients[0],
                                m[1].coefficients[0]});
}

std::string write_net_joint(const NetJointRow& row) {
  if (row.place.empty())
    return write_numbers({row.xi, row.eta}) + (row.in_space ? write_numbers({row.zeta}) : "");
  if (row.place[0].table) return write_columns(row.place, fields_of_place(row.in_space));
  std::string out = " AT";
  for (const MotionRow& motion : row.place) out += write_numbers({motion.coefficients[0]});
  return out;
}

}  // namespace mbs
