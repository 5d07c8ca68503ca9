// Motions in time of prescribed coordinates and deformations, as the dynamics block gives them.
#include <fmt/format.h>

#include "deck/lines/gaps.h"
#include "deck/lines/table_file.h"
#include "deck/lines/table_style.h"
#include "deck/lines/table_words.h"
#include "deck/names/input_names.h"
#include "deck/native/native.h"
#include "deck/records/measured.h"

namespace mbs {

namespace {

bool constants(RecordReader& in, Unit unit, MotionRow& motion) {
  constexpr std::string_view kFields[] = {"position", "velocity", "acceleration"};
  for (int k = 0; k < 3; ++k)
    if (motion.coefficients.empty() || !in.at_end())
      motion.coefficients.push_back(in.number(kFields[k], rate_of(unit, k)));
  if (motion.coefficients.size() == 3) motion.coefficients[2] *= 0.5;
  return in.ok();
}

bool polynomial(RecordReader& in, Unit unit, MotionRow& motion) {
  in.set_layout(
      fmt::format("expected 1 to {} coefficients of ascending powers of t", kMaxCoefficients));
  for (int k = 0; k == 0 || (k < kMaxCoefficients && !in.at_end()); ++k)
    motion.coefficients.push_back(in.number(fmt::format("coefficient c{}", k), rate_of(unit, k)));
  return in.ok();
}

std::shared_ptr<const TimeTable> rows(RecordReader& in, Gaps gaps) {
  in.set_layout("expected pairs: time value time value ...");
  auto table = std::make_shared<TimeTable>();
  table->columns.resize(1);
  while (in.ok() && (table->t.size() < 2 || !in.at_end())) {
    const SourceLocation where = in.here();
    const std::size_t k = table->t.size() + 1;
    const double t = in.number(fmt::format("time {}", k));
    const double value = table_value(in, gaps, fmt::format("value {}", k));
    if (in.ok() && !append_row(*table, t, {&value, 1}))
      in.fail(where, fmt::format("time {} does not come after {}", t, table->t.back()),
              "expected increasing times");
  }
  if (!in.ok()) return table;
  if (const std::string problem = close_gaps(*table, gaps); !problem.empty())
    in.fail(in.here(), problem, "expected at least one value");
  return table;
}

std::shared_ptr<const TimeTable> file(RecordReader& in, NativeReading& r, Gaps gaps, Unit unit,
                                      const std::string& label) {
  in.set_layout("expected: TABLE \"file\" [column], or TABLE \"file\" COLUMNS time value");
  const Token& name = *in.peek();
  in.skip();
  const std::string_view field[] = {unit == unit::metre ? "length" : "value"};
  TableColumns columns{1, 1, gaps};
  columns.chosen = read_table_columns(in, field);
  refuse_behind_table(in, {});
  columns.exact = columns.chosen.empty() && in.at_end();
  if (columns.chosen.empty() && !in.at_end())
    columns.first = static_cast<int>(in.integer("column", 1, kLastColumn, "a column"));
  if (unit == unit::radian) columns.angles = {"angle"};
  columns.units = {unit};
  if (!in.ok()) return nullptr;
  return rows_of_file(in, r.deck, name, columns, r.diagnostics, label);
}

bool table(RecordReader& in, NativeReading& r, Unit unit, MotionRow& motion) {
  static constexpr std::string_view kValue[] = {"value"};
  in.say_unit("value", unit);
  const SourceLocation where = in.here();
  const TableStyle style = read_table_style(
      in, r.options.guides == 0 ? Smoothing::cross_validated : Smoothing::interpolated, kValue);
  if (!in.ok()) return false;
  motion.smoothing = style.curves.front();
  const Token* next = in.peek();
  const bool from_file = next && next->kind == TokenKind::string && !next->faulty;
  motion.table = from_file ? file(in, r, style.gaps, unit, motion.label) : rows(in, style.gaps);
  if (motion.table) check_table_style(in, style, *motion.table, where);
  return in.ok();
}

void expression(RecordReader& in, NativeReading& r, std::string_view driven, MotionRow& motion) {
  if (!in.expression(motion.text, motion.text_at)) return;
  if (!check_motion(motion.text, motion.text_at, r.tables, r.deck.parameters, r.diagnostics,
                    motion.label, driven))
    in.give_up();
}

}  // namespace

bool read_native_motion(RecordReader& in, NativeReading& r, Unit unit, std::string_view driven,
                        MotionRow& motion) {
  if (const Token* next = in.peek(); next && next->kind == TokenKind::expression) {
    expression(in, r, driven, motion);
    in.finish();
    return in.ok();
  }
  const SourceLocation where = in.here();
  const std::string word = in.peek_word();
  if (!word.empty()) in.skip();
  if (word.empty()) {
    constants(in, unit, motion);
  } else if (word == "POLY") {
    polynomial(in, unit, motion);
  } else if (word == "TABLE") {
    table(in, r, unit, motion);
  } else {
    fail_unknown_word(in, where, word, "is no motion", {"POLY", "TABLE"},
                      "expected position [velocity [acceleration]], POLY, TABLE or = expression");
  }
  in.finish();
  return in.ok();
}

}  // namespace mbs
