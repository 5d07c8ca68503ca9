#include "deck/forms/curve_record.h"

#include <fmt/format.h>

#include "deck/lines/record_reader.h"
#include "deck/lines/writing.h"
#include "text/expression.h"
#include "text/number.h"

namespace mbs {

namespace {

constexpr double kTurn = 2 * kPi;

}  // namespace

void take_curve(RecordReader& in, CurveRow& curve) {
  const std::string all = "expected RADIUS = expression of u, or X = ... ; Y = ... ; FROM u TO u";
  const std::string word = take_word(in, "curve", {"RADIUS", "X"}, "is no curve", all);
  if (!in.ok()) return;
  in.expression(curve.x, curve.x_at);
  if (word == "X") {
    const SourceLocation y_at = in.here();
    const std::string y = in.word("Y", all);
    if (in.ok() && y != "Y") return in.fail(y_at, fmt::format("'{}' where Y must stand", y), all);
    in.expression(curve.y, curve.y_at);
  }
  curve.to = kTurn;
  if (!in.ok() || (word == "RADIUS" && in.peek_word() != "FROM")) return;
  const SourceLocation from_at = in.here();
  const std::string from = in.word("FROM", all);
  curve.from = in.number("u");
  const SourceLocation to_at = in.here();
  const std::string to = in.word("TO", all);
  curve.to = in.number("u");
  if (!in.ok()) return;
  if (from != "FROM" || to != "TO") return in.fail(from_at, "the range of u is not said", all);
  if (!(curve.to > curve.from))
    in.fail(to_at, "the range of u ends before it begins",
            "expected FROM the lower u TO the higher");
}

std::string write_curve(const CurveRow& curve, const Parameters& parameters) {
  const bool polar = curve.y.empty();
  std::string out =
      fmt::format(" {} = {}", polar ? "RADIUS" : "X", resolve_parameters(curve.x, parameters));
  if (!polar) out += " ; Y = " + resolve_parameters(curve.y, parameters);
  if (!polar || curve.from != 0 || curve.to != kTurn)
    out += " ; FROM" + write_numbers({curve.from}) + " TO" + write_numbers({curve.to});
  return out;
}

bool check_curves(const ElementRow& row, const Parameters& parameters, Diagnostics& diagnostics) {
  static constexpr std::string_view kNames[] = {"u"};
  bool good = true;
  const auto check = [&](const std::string& text, SourceLocation where) {
    if (!text.empty() &&
        !Expression::compile(text, where, kNames, parameters, diagnostics, row.label))
      good = false;
  };
  for (const CurveRow& curve : row.curves) {
    check(curve.x, curve.x_at);
    check(curve.y, curve.y_at);
  }
  return good;
}

void take_curves(RecordReader& in, ElementRow& row) {
  take_curve(in, row.curves.emplace_back());
  if (!in.ok()) return;
  const std::string all = "expected ; ON and a curve of the second body";
  const SourceLocation at = in.here();
  const std::string on = in.word("ON", all);
  if (in.ok() && on != "ON") return in.fail(at, fmt::format("'{}' where ON must stand", on), all);
  if (in.ok()) take_curve(in, row.curves.emplace_back());
}

std::string write_curves(const ElementRow& row, const Parameters& parameters) {
  return write_curve(row.curves[0], parameters) + " ; ON" + write_curve(row.curves[1], parameters);
}

}  // namespace mbs
