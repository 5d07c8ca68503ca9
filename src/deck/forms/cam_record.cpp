#include "deck/forms/cam_record.h"

#include <fmt/format.h>

#include <cmath>

#include "base/row_columns.h"
#include "deck/forms/curve_record.h"
#include "deck/lines/record_reader.h"
#include "deck/lines/writing.h"

namespace mbs {

namespace {

double& column(ElementRow& row, int k) { return row.columns[k]; }
double column(const ElementRow& row, int k) { return row.columns[k]; }

void take_follower(RecordReader& in, ElementRow& row) {
  const std::string word = take_word(in, "follower", {"POINT", "ROLLER", "FLAT"}, "is no follower",
                                     "expected POINT xi eta, ROLLER xi eta r or FLAT xi eta tx ty");
  if (!in.ok()) return;
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

void take_guide(RecordReader& in, ElementRow& row) {
  const std::string word =
      take_word(in, "motion of the follower", {"ALONG", "ABOUT"}, "is no motion of a follower",
                "expected ALONG dx dy in ground, or ABOUT xi eta of the follower's body");
  if (!in.ok()) return;
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
  if (in.ok()) take_curve(in, row.curves.emplace_back());
  if (in.ok() && !in.at_end()) take_guide(in, row);
}

void let_rub(ElementRow& gap, ElementSpecs specs) {
  for (const RecordSpec* spec : specs)
    if (spec->is_gap && spec->deformations.size() > 1 && spec->keyword == gap.spec->keyword &&
        spec->nodes.size() == gap.spec->nodes.size()) {
      gap.spec = spec;
      return;
    }
}

std::string write_cam(const ElementRow& row, const Parameters& parameters) {
  const bool flat = column(row, CamColumn::follower) == static_cast<double>(Follower::flat);
  std::vector<double> follower = {column(row, CamColumn::xi), column(row, CamColumn::eta)};
  const double first = column(row, CamColumn::first), second = column(row, CamColumn::second);
  if (flat) follower.insert(follower.end(), {first, second});
  if (!flat && first > 0) follower.push_back(first);
  std::string out = flat ? " FLAT" : first > 0 ? " ROLLER" : " POINT";
  out += write_numbers(follower);
  out += write_curve(row.curves[0], parameters);
  const double guide = column(row, CamColumn::guide);
  if (guide == 0) return out;
  return out + (guide == static_cast<double>(Guide::along) ? " ; ALONG" : " ; ABOUT") +
         write_numbers({column(row, CamColumn::guide_x), column(row, CamColumn::guide_y)});
}

}  // namespace mbs
