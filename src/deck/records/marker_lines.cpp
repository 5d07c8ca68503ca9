// Lines MARKERS: the file, and markers that are made from others.
#include <fmt/format.h>

#include <algorithm>

#include "deck/records/markers.h"
#include "deck/records/quoted_names.h"
#include "text/names.h"
#include "text/storage_name.h"

namespace mbs {

namespace {

constexpr std::string_view kMarkersForm =
    "expected: MARKERS \"file\" AXES +x +y, MARKERS \"name\" MIDDLE \"a\" \"b\", or MARKERS "
    "\"name\" FROM \"a\" TO \"b\" AT xi eta";
// Words of other programs for MIDDLE.
constexpr std::string_view kMiddles[] = {"MID",    "MIDPOINT", "BETWEEN", "CENTRE",
                                         "CENTER", "MEAN",     "AVERAGE", "="};
// Words that belong to the lines that use markers.
constexpr std::string_view kOfMotion[] = {"SMOOTH", "GAPS", "LINEAR", "MONOTONE", "NATURAL"};

bool is_among(std::string_view word, std::span<const std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The word behind the file or the marker is none of a line MARKERS.
void refuse_way(RecordReader& in, const std::string& word, const std::string& name) {
  const SourceLocation where = in.here();
  const Token* const next = in.peek();
  if (is_among(word, kMiddles) || (next && next->kind == TokenKind::expression))
    return in.fail(where, fmt::format("'{}' is no way to make a marker", word.empty() ? "=" : word),
                   fmt::format("expected MARKERS \"{}\" MIDDLE \"a\" \"b\"", printable(name)));
  if (word.empty())
    return in.fail(where, "AXES, MIDDLE or FROM is missing", std::string(kMarkersForm));
  if (word == "UNITS" || word == "SCALE")
    return in.fail(where, fmt::format("'{}' is no word of a line MARKERS", word),
                   "expected MARKERS \"file\" AXES a b; the file says the unit of its places");
  fail_unknown_word(in, where, word, "is no way to make a marker", {"AXES", "MIDDLE", "FROM"},
                    std::string(kMarkersForm));
}

void refuse_behind_axes(RecordReader& in) {
  const std::string word = in.peek_word();
  if (is_among(word, kOfMotion))
    in.fail(in.here(), fmt::format("'{}' stands behind the file", word),
            fmt::format("expected it in the lines that use the markers: MOTION i MARKERS {} ...",
                        word == "SMOOTH" ? "SMOOTH CUTOFF f"
                        : word == "GAPS" ? "GAPS FILL"
                                         : word));
  if (word == "UNITS" || word == "SCALE") refuse_way(in, word, {});
}

void read_made(RecordReader& in, MarkerLines::Made& made) {
  in.skip();  // MIDDLE or FROM
  made.a = take_quoted(in, "marker", kMarkersForm).text;
  if (!made.middle) take_fixed_word(in, "TO", kMarkersForm);
  if (in.ok()) made.b = take_quoted(in, "marker", kMarkersForm).text;
  if (made.middle && in.ok() && in.peek_word() == "AT")
    in.fail(in.here(), "AT stands behind MIDDLE",
            fmt::format("expected FROM \"{}\" TO \"{}\" AT xi eta for a place off the middle",
                        printable(made.a), printable(made.b)));
  if (!made.middle) {
    take_fixed_word(in, "AT", kMarkersForm);
    if (in.ok()) made.xi = in.number("xi", unit::metre);
    if (in.ok()) made.eta = in.number("eta", unit::metre);
  }
  in.finish();
}

void read_line(RecordReader& in, MarkerLines& lines) {
  in.set_layout(std::string(kMarkersForm));
  const Token name = take_quoted(in, "file or marker", kMarkersForm);
  if (!in.ok()) return;
  const std::string word = in.peek_word();
  if (word == "AXES") {
    if (lines.file)
      return in.fail(name.where, "a second file of markers", "expected one in a deck");
    if (is_storage_name(name.text))
      return in.fail(name.where, fmt::format("'{}' is no file of markers", printable(name.text)),
                     "expected a .trc or a .c3d file; TABLE reads .mot and .sto");
    lines.axes = read_axes(in);
    lines.file = name;
    if (in.ok()) refuse_behind_axes(in);
    return in.finish();
  }
  MarkerLines::Made made;
  made.name = name.text;
  made.middle = word == "MIDDLE";
  if (!made.middle && word != "FROM") return refuse_way(in, word, name.text);
  read_made(in, made);
  if (in.ok()) lines.made.push_back(std::move(made));
}

}  // namespace

void read_markers_line(RecordReader& in, MarkerLines& lines) {
  read_line(in, lines);
  lines.faulty = lines.faulty || !in.ok();
}

}  // namespace mbs
