#include "study/asked.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "text/characters.h"
#include "text/expression_syntax.h"

namespace mbs {

namespace {

std::optional<Relation> split(std::string_view text, std::span<const std::string_view> signs) {
  Piece found{PieceKind::end, 0, {}};
  int depth = 0;
  for (Piece p = next_piece(text, 0); p.kind != PieceKind::end;
       p = next_piece(text, p.at + p.text.size())) {
    depth += (p.kind == PieceKind::open) - (p.kind == PieceKind::close);
    if (depth == 0 && std::find(signs.begin(), signs.end(), p.text) != signs.end()) found = p;
  }
  if (found.kind == PieceKind::end) return {};
  Relation out;
  out.text = text;
  out.sign = found.text;
  out.left = trimmed(text.substr(0, found.at));
  const std::string_view right = trimmed(text.substr(found.at + found.text.size()));
  out.right = right;
  if (out.left.empty() || right.empty()) return {};
  out.right_at = static_cast<std::size_t>(right.data() - text.data());
  return out;
}

}  // namespace

std::optional<Relation> read_equation(std::string_view text, const std::string& record,
                                      Diagnostics& diagnostics) {
  static constexpr std::string_view kSigns[] = {"="};
  std::optional<Relation> out = split(text, kSigns);
  if (!out)
    diagnostics.error({}, record, fmt::format("'{}' is no equation", printable(text)),
                      "expected one like 'FIRST m1 = 0', with a measure on each side");
  return out;
}

std::optional<Relation> read_inequality(std::string_view text, const std::string& record,
                                        Diagnostics& diagnostics) {
  static constexpr std::string_view kSigns[] = {"<", "<=", ">", ">="};
  std::optional<Relation> out = split(text, kSigns);
  if (!out)
    diagnostics.error({}, record, fmt::format("'{}' is no inequality", printable(text)),
                      "expected one like 'MIN mu > 40deg', with a measure on each side");
  return out;
}

AddedLine measure_line(std::string_view text, std::string_view name) {
  return {fmt::format("'{}'", text), fmt::format("MEASURE {} =", name), std::string(text)};
}

void add_relation(const Relation& relation, std::string_view name, std::vector<AddedLine>& lines) {
  const std::string file = fmt::format("'{}'", relation.text);
  lines.push_back({file, fmt::format("MEASURE {} =", name), relation.left});
  lines.push_back({file, fmt::format("MEASURE {}_bound =", name),
                   std::string(relation.right_at, ' ') + relation.right});
}

}  // namespace mbs
