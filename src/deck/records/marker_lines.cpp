// Lines MARKERS: the file, and markers that are made from others.
#include <fmt/format.h>

#include <algorithm>

#include "deck/records/markers.h"
#include "deck/records/quoted_names.h"
#include "text/names.h"
#include "text/storage_name.h"

namespace mbs {

namespace {

constexpr std::string_view kMarkersOfPlane =
    "expected: MARKERS \"file\" AXES +x +y, MARKERS \"name\" MIDDLE \"a\" \"b\", or MARKERS "
    "\"name\" FROM \"a\" TO \"b\" AT xi eta";
constexpr std::string_view kMarkersOfSpace =
    "expected: MARKERS \"file\" AXES +x +y +z, MARKERS \"name\" MIDDLE \"a\" \"b\", MARKERS "
    "\"name\" FROM \"a\" TO \"b\" AT xi, or MARKERS \"name\" FRAME \"a\" \"b\" \"c\" AT xi eta "
    "zeta";
using Way = MarkerLines::Way;

std::string_view form_of(const MarkerLines& lines) {
  return lines.in_space ? kMarkersOfSpace : kMarkersOfPlane;
}
// Words of other programs for MIDDLE.
constexpr std::string_view kMiddles[] = {"MID",    "MIDPOINT", "BETWEEN", "CENTRE",
                                         "CENTER", "MEAN",     "AVERAGE", "="};
// Words that belong to the lines that use markers.
constexpr std::string_view kOfMotion[] = {"SMOOTH", "GAPS", "LINEAR", "MONOTONE", "NATURAL"};

bool is_among(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The word behind the file or the marker is none of a line MARKERS.
void refuse_way(RecordReader& in, const std::string& word, const std::string& name,
                const MarkerLines& lines) {
  const SourceLocation where = in.here();
  const Token* const next = in.peek();
  if (is_among(word, kMiddles) || (next && next->kind == TokenKind::expression))
    return in.fail(where, fmt::format("'{}' is no way to make a marker", word.empty() ? "=" : word),
                   fmt::format("expected MARKERS \"{}\" MIDDLE \"a\" \"b\"", printable(name)));
  if (word.empty())
    return in.fail(where,
                   lines.in_space ? "AXES, MIDDLE, FROM or FRAME is missing"
                                  : "AXES, MIDDLE or FROM is missing",
                   std::string(form_of(lines)));
  if (word == "UNITS" || word == "SCALE")
    return in.fail(where, fmt::format("'{}' is no word of a line MARKERS", word),
                   "expected MARKERS \"file\" AXES a b; the file says the unit of its places");
  std::vector<std::string_view> ways = {"AXES", "MIDDLE", "FROM"};
  if (lines.in_space) ways.push_back("FRAME");
  fail_unknown_word(in, where, word, "is no way to make a marker", ways,
                    std::string(form_of(lines)));
}

void refuse_behind_axes(RecordReader& in, const MarkerLines& lines) {
  const std::string word = in.peek_word();
  if (is_among(word, kOfMotion))
    in.fail(
        in.here(), fmt::format("'{}' stands behind the file", word),
        fmt::format("expected it in the lines that use the markers: {} MARKERS {} ...", lines.user,
                    word == "SMOOTH" ? "SMOOTH CUTOFF f"
                    : word == "GAPS" ? "GAPS FILL"
                                     : word));
  if (word == "UNITS" || word == "SCALE") refuse_way(in, word, {}, lines);
}

void read_made(RecordReader& in, MarkerLines::Made& made, const MarkerLines& lines) {
  const std::string_view form = form_of(lines);
  in.skip();  // MIDDLE, FROM or FRAME
  made.a = take_quoted(in, "marker", form).text;
  if (made.way == Way::line) take_fixed_word(in, "TO", form);
  if (in.ok()) made.b = take_quoted(in, "marker", form).text;
  if (in.ok() && made.way == Way::frame) made.c = take_quoted(in, "marker", form).text;
  if (made.way == Way::middle && in.ok() && in.peek_word() == "AT")
    in.fail(in.here(), "AT stands behind MIDDLE",
            fmt::format("expected FROM \"{}\" TO \"{}\" AT xi{} for a place off the middle",
                        printable(made.a), printable(made.b), lines.in_space ? "" : " eta"));
  if (made.way != Way::middle) {
    take_fixed_word(in, "AT", form);
    if (in.ok()) made.xi = in.number("xi", unit::metre);
    if (in.ok() && lines.in_space && made.way == Way::line && in.peek())
      return in.fail(
          in.here(), "a line of space has no left side",
          "expected AT xi, or FRAME \"a\" \"b\" \"c\" AT xi eta zeta with a third marker");
    if (in.ok() && !(lines.in_space && made.way == Way::line))
      made.eta = in.number("eta", unit::metre);
    if (in.ok() && made.way == Way::frame) made.zeta = in.number("zeta", unit::metre);
  }
  in.finish();
}

void read_line(RecordReader& in, MarkerLines& lines) {
  in.set_layout(std::string(form_of(lines)));
  const Token name = take_quoted(in, "file or marker", form_of(lines));
  if (!in.ok()) return;
  const std::string word = in.peek_word();
  if (word == "AXES") {
    if (lines.file)
      return in.fail(name.where, "a second file of markers", "expected one in a deck");
    if (is_storage_name(name.text))
      return in.fail(name.where, fmt::format("'{}' is no file of markers", printable(name.text)),
                     "expected a .trc or a .c3d file; TABLE reads .mot and .sto");
    if (lines.in_space) {
      lines.axes = read_axes_of_space(in);
    } else {
      const std::array<FileAxis, 2> axes = read_axes(in);
      lines.axes = {axes[0], axes[1], {}};
    }
    lines.file = name;
    if (in.ok()) refuse_behind_axes(in, lines);
    return in.finish();
  }
  MarkerLines::Made made;
  made.name = name.text;
  if (word == "FROM")
    made.way = Way::line;
  else if (word == "FRAME" && lines.in_space)
    made.way = Way::frame;
  else if (word != "MIDDLE")
    return refuse_way(in, word, name.text, lines);
  read_made(in, made, lines);
  if (in.ok()) lines.made.push_back(std::move(made));
}

}  // namespace

void read_markers_line(RecordReader& in, MarkerLines& lines) {
  read_line(in, lines);
  lines.faulty = lines.faulty || !in.ok();
}

}  // namespace mbs
