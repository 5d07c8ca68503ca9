#include "deck/records/sweep_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "deck/lines/lexer.h"
#include "deck/lines/tokenizer.h"
#include "deck/tables/tables.h"
#include "text/capital_names.h"
#include "text/characters.h"
#include "text/expression.h"
#include "text/expression_syntax.h"
#include "text/number.h"

namespace mbs {

namespace {

constexpr const char* kSweepForm = "expected: SWEEP name FROM a TO b BY s, or SWEEP name = a, b, c";
constexpr const char* kTextForm = "expected texts in quotes: SWEEP name = \"a\", \"b\"";

class SweepReader {
 public:
  SweepReader(const Record& record, Tables& tables, Diagnostics& diagnostics)
      : record_(record), tables_(tables), diagnostics_(diagnostics) {}

  bool read() {
    row_.where = record_.where;
    if (record_.tokens.size() < 2) {
      diagnostics_.error(record_.end, label_, "no name", kSweepForm);
      return false;
    }
    if (record_.tokens[1].faulty) return false;
    text_ = record_.tokens[1].text;
    const Piece name = next_piece(text_, 0);
    if (name.kind != PieceKind::name) return fail(name.at, "no name", kSweepForm);
    row_.parameter = name.text;
    row_.label = label_ = "SWEEP " + row_.parameter;
    if (!is_new(name)) return false;
    const Piece next = next_piece(text_, end_of(name));
    if (tables_.parameters->text(name.text)) {
      if (next.text != "=") return fail(next.at, "no '=' follows the name of a text", kTextForm);
      if (!list_of_texts(end_of(next))) return false;
      tables_.sweeps.push_back(std::move(row_));
      return true;
    }
    row_.is_range = upper_case(next.text) == "FROM";
    if (!row_.is_range && next.text != "=")
      return fail(next.at, "neither FROM nor '=' follows the name", kSweepForm);
    if (!(row_.is_range ? range(next) : list(end_of(next)))) return false;
    tables_.sweeps.push_back(std::move(row_));
    return true;
  }

 private:
  static std::size_t end_of(const Piece& p) { return p.at + p.text.size(); }

  bool fail(std::size_t at, std::string problem, std::string expected) {
    diagnostics_.error(location_of(text_, at, record_.tokens[1].where), label_, std::move(problem),
                       std::move(expected));
    return false;
  }

  bool is_new(const Piece& name) {
    const Parameters& parameters = *tables_.parameters;
    if (!parameters.find(name.text) && !parameters.text(name.text)) {
      const std::string_view near = nearest_word(name.text, parameters.names_like(name.text));
      return fail(name.at, "no PARAM of the deck has this name",
                  near.empty() ? "" : fmt::format("did you mean '{}'?", near));
    }
    for (const SweepRow& other : tables_.sweeps)
      if (name_key(name.text) == name_key(other.parameter))
        return fail(name.at, "given twice", "expected one SWEEP line for a parameter");
    return true;
  }

  // Texts in quotes, with commas between them.
  bool list_of_texts(std::size_t from) {
    for (Piece comma{PieceKind::comma, from, {}}; comma.kind == PieceKind::comma;) {
      const Piece piece = next_piece(text_, from);
      if (piece.kind != PieceKind::string || piece.text.size() < 2 || !piece.text.ends_with('"'))
        return fail(piece.at, "no text in quotes", kTextForm);
      row_.texts.emplace_back(piece.text.substr(1, piece.text.size() - 2));
      comma = next_piece(text_, end_of(piece));
      from = end_of(comma);
      if (comma.kind != PieceKind::comma && comma.kind != PieceKind::end)
        return fail(comma.at, "no comma follows a text", kTextForm);
    }
    return true;
  }

  bool value(std::size_t from, std::size_t to) {
    const std::string_view part = trimmed(text_.substr(from, to - from));
    if (part.empty()) return fail(std::min(from, text_.size()), "a value is missing", kSweepForm);
    const std::size_t at = part.data() - text_.data();
    const auto number = evaluate_constant(part, location_of(text_, at, record_.tokens[1].where),
                                          *tables_.parameters, diagnostics_, label_);
    if (number) row_.values.push_back(*number);
    return number.has_value();
  }

  // The next such word behind `from`, outside parentheses.
  Piece find_word(std::size_t from, std::string_view word) const {
    int depth = 0;
    Piece p = next_piece(text_, from);
    for (; p.kind != PieceKind::end; p = next_piece(text_, end_of(p))) {
      depth += (p.kind == PieceKind::open) - (p.kind == PieceKind::close);
      if (depth == 0 && p.kind == PieceKind::name && upper_case(p.text) == word) break;
    }
    return p;
  }

  bool range(const Piece& from) {
    const Piece to = find_word(end_of(from), "TO");
    const Piece by = find_word(end_of(from), "BY");
    if (to.kind == PieceKind::end) return fail(to.at, "TO is missing", kSweepForm);
    if (by.kind == PieceKind::end) return fail(by.at, "BY is missing", kSweepForm);
    if (by.at < to.at) return fail(by.at, "BY stands before TO", kSweepForm);
    if (!value(end_of(from), to.at) || !value(end_of(to), by.at) ||
        !value(end_of(by), text_.size()))
      return false;
    const double first = row_.values[0], last = row_.values[1], step = row_.values[2];
    if (step != 0 && !((last - first) / step < 0)) return true;
    return fail(by.at,
                fmt::format("BY {} does not lead from {} to {}", format_number(step),
                            format_number(first), format_number(last)),
                step == 0 ? "expected a step that is not 0" : "expected the other sign");
  }

  bool list(std::size_t from) {
    int depth = 0;
    std::size_t begin = from;
    for (Piece p = next_piece(text_, from); p.kind != PieceKind::end;
         p = next_piece(text_, end_of(p))) {
      depth += (p.kind == PieceKind::open) - (p.kind == PieceKind::close);
      if (depth > 0 || p.kind != PieceKind::comma) continue;
      if (!value(begin, p.at)) return false;
      begin = end_of(p);
    }
    return value(begin, text_.size());
  }

  const Record& record_;
  Tables& tables_;
  Diagnostics& diagnostics_;
  SweepRow row_;
  std::string label_ = "SWEEP";
  std::string_view text_;
};

}  // namespace

bool read_sweep(const Record& record, Tables& tables, Diagnostics& diagnostics) {
  return SweepReader(record, tables, diagnostics).read();
}

void check_sweeps(const LexedDeck& deck, const Tables& tables, Diagnostics& diagnostics) {
  for (const Record& record : deck.observations) {
    if (!has_keyword(record, "sweep") || record.tokens.size() < 2) continue;
    const Token& token = record.tokens[1];
    const Piece name = next_piece(token.text, 0);
    if (tables.parameters->text(name.text)) continue;
    const std::size_t behind = name.at + name.text.size();
    for (std::string_view used : expression_names(std::string_view(token.text).substr(behind)))
      for (const SweepRow& row : tables.sweeps)
        if (name_key(used) == name_key(row.parameter))
          return diagnostics.error(
              location_of(token.text, static_cast<std::size_t>(used.data() - token.text.data()),
                          token.where),
              fmt::format("SWEEP {}", name.text), fmt::format("'{}' has a SWEEP line itself", used),
              "expected numbers, and parameters that have one value in all runs");
  }
}

}  // namespace mbs
