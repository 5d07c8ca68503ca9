#include "deck/records/markers_of_body.h"

#include <fmt/format.h>

#include "deck/records/quoted_names.h"
#include "text/names.h"

namespace mbs {

std::optional<MarkerStyle> read_marker_style(RecordReader& in, MarkerLines& lines,
                                             Smoothing otherwise,
                                             std::span<const std::string_view> fields) {
  if (!has_marker_file(in, lines)) return {};
  const SourceLocation at = in.here();
  TableStyle table = read_table_style(in, otherwise, fields, kOfMarkers.opener);
  if (!in.ok()) return {};
  return MarkerStyle{std::move(table), at, in.here()};
}

void MarkersOfBody::read_names() {
  while (in_.ok() && (names_.empty() || is_text_next(in_))) {
    names_.push_back(take_quoted(in_, "marker", words_.form));
    const Token* const next = in_.peek();
    if (in_.ok() && next && next->kind == TokenKind::number) take_place(*next);
  }
}

void MarkersOfBody::refuse_behind_names(const std::string& word) {
  refuse_behind_table(in_, kOfMarkers);
  if (!in_.ok() || word.empty()) return;
  const Token& token = *in_.peek();
  if (word == "TO" || word == "AND")
    return in_.fail(token.where, fmt::format("'{}' stands between the markers", word),
                    fmt::format("expected their names one behind the other: {}", words_.names));
  in_.fail(token.where, fmt::format("'{}' has no quotes", printable(token.text)),
           fmt::format("expected \"{}\" if it is a marker", printable(token.text)));
}

void MarkersOfBody::refuse_some_places() {
  if (local_.empty() || local_.size() == names_.size()) return;
  in_.fail(names_.front().where,
           fmt::format("{} of {} markers have a place in the body", local_.size(), names_.size()),
           fmt::format("expected {} behind each or none", words_.place));
}

int MarkersOfBody::read_static() {
  in_.skip();
  const Token file = take_quoted(in_, "file", words_.form);
  std::vector<Token> all = names_;
  for (int k = 0; k < words_.frame && in_.ok(); ++k)
    all.push_back(take_quoted(in_, "marker", words_.form));
  const Vec3 origin = in_.ok() ? read_origin("last three") : Vec3{};
  if (!in_.ok()) return 0;
  const auto p = read_places(file, all);
  if (!p) return 0;
  local_.assign(names_.size(), {});
  int count = 0;
  for (std::size_t row = 0; row < p->t.size(); ++row) {
    const std::vector<Vec3> here = places_in_body(*p, row, origin);
    if (here.empty()) continue;
    ++count;
    for (std::size_t k = 0; k < here.size(); ++k) local_[k] = local_[k] + here[k];
  }
  if (count == 0) {
    in_.fail(file.where, "no row of it has all these markers", std::string(words_.trial_at_rest));
    return 0;
  }
  said_.push_back(fmt::format("places of {} markers in the body from {} rows of '{}'",
                              names_.size(), count, printable(file.text)));
  return count;
}

std::optional<MarkerPlaces> MarkersOfBody::read_places(const Token& file,
                                                       const std::vector<Token>& names) {
  return read_marker_places(in_, deck_, lines_, file, names, diagnostics_, label_);
}

void MarkersOfBody::say(const MarkerPlaces& p, TimeTable& out) const {
  out.said = p.said;
  out.said.insert(out.said.end(), said_.begin(), said_.end());
}

}  // namespace mbs
