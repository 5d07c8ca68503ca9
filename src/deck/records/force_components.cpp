#include "deck/records/force_components.h"

#include <fmt/format.h>

#include "deck/lines/writing.h"
#include "deck/names/input_names.h"
#include "text/expression.h"

namespace mbs {

namespace {

constexpr std::string_view kNames[2] = {"FX", "FY"};
const std::string kLayout = "expected: FX = expression ; FY = expression [; IN BODY [k]]";

void expect(RecordReader& in, std::string_view word) {
  const SourceLocation at = in.here();
  const std::string got = in.word(word, kLayout);
  if (in.ok() && got != word)
    in.fail(at, fmt::format("'{}' where {} was expected", printable(got), word), kLayout);
}

void components(RecordReader& in, const std::function<int(RecordReader&)>& take_frame,
                PointForceRow& row) {
  in.set_layout(kLayout);
  for (std::size_t c = 0; c < 2; ++c) {
    expect(in, kNames[c]);
    if (!in.expression(row.text[c], row.text_at[c])) return;
  }
  if (in.at_end()) return;
  expect(in, "IN");
  expect(in, "BODY");
  row.frame = in.at_end() ? row.angle : take_frame(in);
}

}  // namespace

bool read_point_force(RecordReader& in, const std::function<int(RecordReader&)>& take_frame,
                      PointForceRow& row) {
  row.xi = in.number("xi");
  row.eta = in.number("eta");
  const std::string word = in.peek_word();
  if (in.ok() && (word == kNames[0] || word == kNames[1])) {
    components(in, take_frame, row);
  } else {
    row.fx = in.number("fx");
    row.fy = in.number("fy");
  }
  in.finish();
  return in.ok();
}

void check_force_components(const PointForceRow& row, const LawNames& known,
                            const Parameters& parameters, Diagnostics& diagnostics) {
  const LawPlace nowhere{Target::coordinate, 0, 0, true};
  for (std::size_t c = 0; c < 2 && row.by_expression(); ++c)
    check_inputs(row.text[c], row.text_at[c], known, nowhere, parameters, diagnostics, row.label);
}

std::string write_point_force(const PointForceRow& row, const Parameters& parameters, int frame) {
  if (!row.by_expression()) return write_numbers({row.xi, row.eta, row.fx, row.fy});
  return fmt::format("{} FX = {} ; FY = {}{}", write_numbers({row.xi, row.eta}),
                     resolve_parameters(row.text[0], parameters),
                     resolve_parameters(row.text[1], parameters),
                     row.frame < 0 ? "" : fmt::format(" ; IN BODY {}", frame));
}

}  // namespace mbs
