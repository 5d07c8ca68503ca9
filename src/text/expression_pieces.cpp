// The pieces of an expression's text.
#include <algorithm>

#include "text/characters.h"
#include "text/expression_syntax.h"
#include "text/number.h"
#include "text/unit_number.h"
#include "text/units.h"

namespace mbs {
namespace {

PieceKind operator_kind(std::string_view rest, std::size_t& length) {
  for (std::string_view two : {"<=", ">=", "==", "!=", "&&", "||"})
    if (rest.starts_with(two)) return length = 2, PieceKind::binary;
  if (rest.starts_with("${")) return length = 2, PieceKind::open;
  if (rest.starts_with("**")) return length = 2, PieceKind::wrong;
  length = 1;
  auto is_one_of = [&](std::string_view set) { return set.find(rest[0]) != set.npos; };
  if (rest[0] == '(') return PieceKind::open;
  if (is_one_of(")}")) return PieceKind::close;
  if (rest[0] == ',') return PieceKind::comma;
  if (is_one_of("+-")) return PieceKind::sign;
  if (rest[0] == '!') return PieceKind::prefix;
  if (is_one_of("*/^<>?:")) return PieceKind::binary;
  while (length < rest.size() && static_cast<unsigned char>(rest[length]) >= 0x80) ++length;
  return PieceKind::wrong;
}

// Offset past the string that begins at i, on one line; i if there is none.
std::size_t past_string(std::string_view text, std::size_t i) {
  if (text[i] != '"') return i;
  const std::size_t end = text.find_first_of("\"\n", i + 1);
  return end != text.npos && text[end] == '"' ? end + 1 : i;
}

// Another factor of a unit right behind one, `/mm` or `*m^2`: its length, 0 if none stands there.
// In expressions t is the time, not the tonne. A name that is called or contains a point is no
// unit, nor is a name in other letter case: j is a name, J the joule.
std::size_t unit_factor_length(std::string_view rest, bool divided) {
  if (rest.size() < 2 || (rest[0] != '/' && (rest[0] != '*' || divided))) return 0;
  const std::size_t name = unit_name_length(rest.substr(1));
  if (name == 0 || !is_unit_as_written(rest.substr(1, name)) || rest.substr(1, name) == "t")
    return 0;
  std::size_t end = 1 + name;
  const auto goes_on = [&](std::size_t k) {
    return k < rest.size() && (is_name_char(rest[k]) || rest[k] == '.' || rest[k] == '^');
  };
  if (end < rest.size() && rest[end] == '^') {
    if (end + 1 >= rest.size() || !is_unit_power(rest[end + 1])) return 0;
    end += 2;
  }
  const std::size_t next = rest.find_first_not_of(" \t\n", end);
  const bool called = next != rest.npos && rest[next] == '(';
  return goes_on(end) || called ? 0 : end;
}

// Whether "/" and a unit of time follow.
bool is_rate(std::string_view rest) {
  if (rest.size() < 2 || rest[0] != '/') return false;
  const std::string_view name = rest.substr(1, unit_name_length(rest.substr(1)));
  return name == "s" || name == "ms" || name == "min" || name == "h";
}

// The unit behind a number, with all of its factors: `N/mm`, `kg*m^2`.
std::size_t unit_length(std::string_view number, std::string_view rest) {
  std::size_t length = unit_name_length(rest);
  // 60deg*m means 60deg times the name m
  if (length == 0 && !(ends_in_degrees(number) && is_rate(rest))) return 0;
  bool divided = false;
  while (const std::size_t n = unit_factor_length(rest.substr(length), divided)) {
    divided = divided || rest[length] == '/';
    length += n;
  }
  return length;
}

}  // namespace

Piece next_piece(std::string_view text, std::size_t from) {
  std::size_t i = from;
  while (i < text.size() && is_blank(text[i])) ++i;
  if (i == text.size()) return {PieceKind::end, i, {}};
  std::size_t length = 0;
  PieceKind kind = PieceKind::name;
  auto run = [&](auto belongs) {
    while (i + length < text.size() && belongs(text[i + length])) ++length;
  };
  if ((text[i] >= '0' && text[i] <= '9') || text[i] == '.') {
    length = number_length(text.substr(i));
    kind = PieceKind::number;
    if (length > 0) length += unit_length(text.substr(i, length), text.substr(i + length));
    auto goes_on = [](char c) { return is_name_char(c) || c == '.'; };
    if (length == 0 || (i + length < text.size() && goes_on(text[i + length])))
      kind = PieceKind::wrong, run(goes_on);
  } else if (letter_length(text, i) > 0) {
    auto letters = [&] {
      while (const std::size_t n = letter_length(text, i + length)) length += n;
    };
    letters();
    // Channels of the report have a point inside: rev1.fx.
    while (i + length + 1 < text.size() && text[i + length] == '.' &&
           is_letter(text[i + length + 1])) {
      ++length;
      letters();
    }
  } else if (const std::size_t past = past_string(text, i); past > i) {
    length = past - i;
    kind = PieceKind::string;
  } else {
    kind = operator_kind(text.substr(i), length);
  }
  return {kind, i, text.substr(i, length)};
}

std::string quoted(std::string_view text) { return "'" + printable(text) + "'"; }

SourceLocation location_of(std::string_view text, std::size_t at, SourceLocation start) {
  if (start.line == 0) return start;
  for (char c : text.substr(0, at)) {
    ++start.column;
    if (c == '\n') ++start.line, start.column = 1;
  }
  return start;
}

// Keeps a stack of brackets; the top one belongs to the call whose file name has been found.
std::vector<TableMention> table_mentions(std::string_view text) {
  std::vector<TableMention> out;
  struct Bracket {
    const Builtin* function;
    std::size_t mention;
    int commas;
  };
  std::vector<Bracket> brackets;
  const Builtin* called = nullptr;
  for (Piece p = next_piece(text, 0); p.kind != PieceKind::end;
       p = next_piece(text, p.at + p.text.size())) {
    if (p.kind == PieceKind::open) {
      brackets.push_back({called, std::string_view::npos, 0});
    } else if (p.kind == PieceKind::close && !brackets.empty()) {
      brackets.pop_back();
    } else if (!brackets.empty() && reads_table(brackets.back().function)) {
      Bracket& call = brackets.back();
      if (p.kind == PieceKind::comma) ++call.commas;
      if (p.kind == PieceKind::string && call.commas == 0 && call.mention == text.npos) {
        call.mention = out.size();
        const std::string name(p.text.substr(1, p.text.size() - 2));
        out.push_back({p.at, {0, name, 1, call.function->table}});
      }
      const ParsedNumber number = parse_number(p.text);
      const bool column = p.kind == PieceKind::number && call.commas == 2 && number.integral &&
                          call.function->operation == Operation::table;
      if (column && number.value >= 1 && number.value <= kMostColumns && call.mention < out.size())
        out[call.mention].key.column = static_cast<int>(number.value);
    }
    called = p.kind == PieceKind::name ? find_builtin(lower_case(p.text)) : nullptr;
  }
  return out;
}

}  // namespace mbs
