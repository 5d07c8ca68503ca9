#include "deck/cam_record.h"

#include <fmt/format.h>

#include <cmath>

#include "base/cam_columns.h"
#include "deck/run_records.h"
#include "deck/writing.h"
#include "text/expression.h"

namespace mbs {

namespace {

constexpr double kTurn = 2 * 3.14159265358979323846;

double& column(ElementRow& row, int k) { return row.columns[k]; }
double column(const ElementRow& row, int k) { return row.columns[k]; }

void take_follower(RecordReader& in, ElementRow& row) {
  const SourceLocation at = in.here();
  const std::string all = "expected POINT xi eta, ROLLER xi eta r or FLAT xi eta tx ty";
  const std::string word = in.word("follower", all);
  if (!in.ok()) return;
  if (word != "POINT" && word != "ROLLER" && word != "FLAT")
    return fail_unknown_word(in, at, word, "is no follower", {"POINT", "ROLLER", "FLAT"}, all);
  column(row, CamColumn::follower) =
      static_cast<double>(word == "FLAT" ? Follower::flat : Follower::roller);
  column(row, CamColumn::xi) = in.number("xi");
  column(row, CamColumn::eta) = in.number("eta");
  const SourceLocation size_at = in.here();
  if (word == "ROLLER") {
    const double r = column(row, CamColumn::first) = in.number("r");
    if (in.ok() && !(r > 0))
      in.fail(size_at, fmt::format("the radius of the roller is {}", r),
              "expected a positive number, or POINT");
  } else if (word == "FLAT") {
    const double tx = column(row, CamColumn::first) = in.number("tx");
    const double ty = column(row, CamColumn::second) = in.number("ty");
    if (in.ok() && !(std::hypot(tx, ty) > 0))
      in.fail(size_at, "the face has no direction", "expected tx ty that are not both 0");
  }
}

void take_text(RecordReader& in, std::string& text, SourceLocation& where) {
  const Token* token = in.expression();
  if (!token) return;
  text = token->text;
  where = token->where;
}

void take_curve(RecordReader& in, ElementRow& row) {
  const SourceLocation at = in.here();
  const std::string all = "expected RADIUS = expression of u, or X = ... ; Y = ... ; FROM u TO u";
  const std::string word = in.word("curve", all);
  if (!in.ok()) return;
  if (word != "RADIUS" && word != "X")
    return fail_unknown_word(in, at, word, "is no curve", {"RADIUS", "X"}, all);
  take_text(in, row.text, row.text_at);
  if (word == "X") {
    const SourceLocation y_at = in.here();
    const std::string y = in.word("Y", all);
    if (in.ok() && y != "Y") return in.fail(y_at, fmt::format("'{}' where Y must stand", y), all);
    take_text(in, row.text_y, row.text_y_at);
  }
  column(row, CamColumn::to) = kTurn;
  if (!in.ok() || (word == "RADIUS" && in.peek_word() != "FROM")) return;
  const SourceLocation from_at = in.here();
  const std::string from = in.word("FROM", all);
  column(row, CamColumn::from) = in.number("u");
  const SourceLocation to_at = in.here();
  const std::string to = in.word("TO", all);
  column(row, CamColumn::to) = in.number("u");
  if (!in.ok()) return;
  if (from != "FROM" || to != "TO") return in.fail(from_at, "the range of u is not said", all);
  if (!(column(row, CamColumn::to) > column(row, CamColumn::from)))
    in.fail(to_at, "the range of u ends before it begins",
            "expected FROM the lower u TO the higher");
}

void take_guide(RecordReader& in, ElementRow& row) {
  const SourceLocation at = in.here();
  const std::string all = "expected ALONG dx dy in ground, or ABOUT xi eta of the follower's body";
  const std::string word = in.word("motion of the follower", all);
  if (!in.ok()) return;
  if (word != "ALONG" && word != "ABOUT")
    return fail_unknown_word(in, at, word, "is no motion of a follower", {"ALONG", "ABOUT"}, all);
  column(row, CamColumn::guide) =
      static_cast<double>(word == "ALONG" ? Guide::along : Guide::about);
  const SourceLocation numbers_at = in.here();
  const double x = column(row, CamColumn::guide_x) = in.number("dx");
  const double y = column(row, CamColumn::guide_y) = in.number("dy");
  if (in.ok() && word == "ALONG" && !(std::hypot(x, y) > 0))
    in.fail(numbers_at, "the direction is (0, 0)", "expected dx dy that are not both 0");
}

}  // namespace

void take_cam(RecordReader& in, ElementRow& row) {
  row.columns.assign(CamColumn::count, 0.0);
  take_follower(in, row);
  if (in.ok()) take_curve(in, row);
  if (in.ok() && !in.at_end()) take_guide(in, row);
}

bool check_cam(const ElementRow& row, const Parameters& parameters, Diagnostics& diagnostics) {
  static constexpr std::string_view kNames[] = {"u"};
  bool good = true;
  if (!Expression::compile(row.text, row.text_at, kNames, parameters, diagnostics, row.label))
    good = false;
  if (!row.text_y.empty() &&
      !Expression::compile(row.text_y, row.text_y_at, kNames, parameters, diagnostics, row.label))
    good = false;
  return good;
}

std::string write_cam(const ElementRow& row, const Parameters& parameters) {
  const bool flat = column(row, CamColumn::follower) == static_cast<double>(Follower::flat);
  std::vector<double> follower = {column(row, CamColumn::xi), column(row, CamColumn::eta)};
  const double first = column(row, CamColumn::first), second = column(row, CamColumn::second);
  if (flat) follower.insert(follower.end(), {first, second});
  if (!flat && first > 0) follower.push_back(first);
  std::string out = flat ? " FLAT" : first > 0 ? " ROLLER" : " POINT";
  out += write_numbers(follower);
  const bool polar = row.text_y.empty();
  out += fmt::format(" {} = {}", polar ? "RADIUS" : "X", resolve_parameters(row.text, parameters));
  if (!polar) out += " ; Y = " + resolve_parameters(row.text_y, parameters);
  const double from = column(row, CamColumn::from), to = column(row, CamColumn::to);
  if (!polar || from != 0 || to != kTurn)
    out += " ; FROM" + write_numbers({from}) + " TO" + write_numbers({to});
  const double guide = column(row, CamColumn::guide);
  if (guide == 0) return out;
  return out + (guide == static_cast<double>(Guide::along) ? " ; ALONG" : " ; ABOUT") +
         write_numbers({column(row, CamColumn::guide_x), column(row, CamColumn::guide_y)});
}

}  // namespace mbs
