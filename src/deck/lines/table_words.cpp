#include "deck/lines/table_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "deck/lines/gaps.h"
#include "text/characters.h"
#include "text/names.h"

namespace mbs {

namespace {

// A word and the form in which a table has it.
struct FormOfWord {
  std::string_view word, form;
  enum class Place { first, second, other, of_force } place;
};
using WordPlace = FormOfWord::Place;

// first: directly behind TABLE or MARKERS; second: not without the word before it; other: of other
// programs; of_force: behind the file.
constexpr FormOfWord kForms[] = {
    {"LINEAR", "LINEAR", WordPlace::first},
    {"MONOTONE", "MONOTONE", WordPlace::first},
    {"NATURAL", "NATURAL", WordPlace::first},
    {"SMOOTH", "SMOOTH CUTOFF f", WordPlace::first},
    {"GAPS", "GAPS FILL", WordPlace::first},
    {"THRESHOLD", "THRESHOLD f", WordPlace::first},
    {"SHIFT", "SHIFT s", WordPlace::first},
    {"CUBIC", "SMOOTH CUBIC", WordPlace::second},
    {"QUINTIC", "SMOOTH QUINTIC", WordPlace::second},
    {"CUTOFF", "SMOOTH CUTOFF f", WordPlace::second},
    {"SD", "SMOOTH SD s", WordPlace::second},
    {"FILL", "GAPS FILL", WordPlace::second},
    {"BUTTERWORTH", "SMOOTH CUTOFF f", WordPlace::other},
    {"BUTTER", "SMOOTH CUTOFF f", WordPlace::other},
    {"LOWPASS", "SMOOTH CUTOFF f", WordPlace::other},
    {"FILTER", "SMOOTH CUTOFF f", WordPlace::other},
    {"FILTFILT", "SMOOTH CUTOFF f", WordPlace::other},
    {"GCV", "SMOOTH QUINTIC", WordPlace::other},
    {"WOLTRING", "SMOOTH QUINTIC", WordPlace::other},
    {"PLATE", "\"file\" PLATE n AXES a b", WordPlace::of_force},
    {"CHANNELS", "\"file\" CHANNELS t fx fy fz mx my mz AXES a b DEPTH d", WordPlace::of_force},
};

bool is_of_force(const FormOfWord& one) {
  return one.place == WordPlace::of_force || one.word == "THRESHOLD" || one.word == "SHIFT";
}

const FormOfWord* form_of(std::string_view word, const TableWords& of) {
  for (const FormOfWord& one : kForms)
    if (one.word == word && (of.of_force || !is_of_force(one))) return &one;
  return nullptr;
}

// The string that still follows in the record; null: none.
const Token* text_ahead(const RecordReader& in) {
  for (std::size_t k = 0;; ++k) {
    const Token* const token = in.peek(k);
    if (!token || token->kind == TokenKind::string) return token;
  }
}

bool looks_like_file(std::string_view text) {
  const std::size_t dot = text.rfind('.');
  if (dot == text.npos || dot == 0 || dot + 1 == text.size()) return false;
  const std::string_view ending = text.substr(dot + 1);
  return !is_digit(ending[0]) && std::all_of(ending.begin(), ending.end(),
                                             [](char c) { return is_letter(c) || is_digit(c); });
}

// "TABLE SMOOTH CUTOFF f ..."
std::string in_its_place(const FormOfWord& form, const TableWords& of) {
  return fmt::format("{} {}{}", of.opener, form.form,
                     form.place == WordPlace::of_force ? "" : " ...");
}

// A number that belongs to no word.
void refuse_number(RecordReader& in, const Token& number, const TableWords& of) {
  const std::string text = printable(number.text);
  if (of.opener == "MARKERS")
    return in.fail(number.where, fmt::format("'{}' belongs to no word", text),
                   fmt::format("expected names of markers in quotes; a cut-off of {} Hz is SMOOTH "
                               "CUTOFF {}",
                               text, text));
  if (const Token* const file = text_ahead(in))
    in.fail(number.where,
            fmt::format("'{}' stands between TABLE and the file '{}'", text, printable(file->text)),
            fmt::format("expected TABLE and its words, then the file; a number follows its word, "
                        "as in {} {}",
                        of.of_force ? "THRESHOLD" : "SMOOTH CUTOFF", text));
}

}  // namespace

void refuse_before_table(RecordReader& in, const TableWords& of) {
  const Token* const next = in.peek();
  if (!in.ok() || !next || next->faulty || is_empty_cell(*next)) return;
  if (next->kind == TokenKind::number) return refuse_number(in, *next, of);
  if (next->kind != TokenKind::word) return;
  const std::string shown = printable(next->text);
  if (const FormOfWord* const form = form_of(upper_case(next->text), of))
    return in.fail(next->where,
                   form->place == WordPlace::first    ? fmt::format("'{}' stands twice", shown)
                   : form->place == WordPlace::second ? fmt::format("'{}' stands alone", shown)
                   : form->place == WordPlace::of_force
                       ? fmt::format("'{}' stands before the file", shown)
                       : fmt::format("'{}' is no word here", shown),
                   form->place == WordPlace::first ? fmt::format("expected {} once", form->word)
                                                   : "expected " + in_its_place(*form, of));
  std::vector<std::string_view> known{"COLUMNS"};
  for (const FormOfWord& one : kForms)
    if (form_of(one.word, of) == &one) known.push_back(one.word);
  const std::string_view near = nearest_word(next->text, known);
  if (near.size() > 2)
    return in.fail(next->where, fmt::format("'{}' is no word here", shown),
                   fmt::format("did you mean '{}'?", near));
  if (looks_like_file(next->text) || of.opener == "MARKERS")
    return in.fail(next->where, fmt::format("'{}' has no quotes", shown),
                   fmt::format("expected \"{}\"", shown));
  if (text_ahead(in))
    in.fail(next->where, fmt::format("'{}' is no word of {}", shown, of.opener),
            fmt::format("expected LINEAR, MONOTONE, NATURAL, SMOOTH{} or GAPS, then the file",
                        of.of_force ? ", THRESHOLD, SHIFT" : ""));
}

void refuse_behind_table(RecordReader& in, const TableWords& of) {
  const Token* const next = in.peek();
  if (!in.ok() || !next || next->faulty || next->kind != TokenKind::word) return;
  const bool markers = of.opener == "MARKERS";
  const std::string shown = printable(next->text), word = upper_case(next->text);
  const std::string_view what = markers ? "the markers" : "the file";
  if (const FormOfWord* const form = form_of(word, of); form && form->place != WordPlace::of_force)
    return in.fail(
        next->where, fmt::format("'{}' stands behind {}", shown, what),
        fmt::format("expected it directly behind {}: {}", of.opener, in_its_place(*form, of)));
  if (of.of_force && word == "AXES")
    return in.fail(next->where, "AXES stands without the plate before it",
                   "expected \"file\" PLATE n AXES a b");
  if (markers) return;
  std::vector<std::string_view> known{"COLUMNS"};
  if (of.of_force) known.insert(known.end(), {"PLATE", "CHANNELS"});
  const std::string_view near = nearest_word(next->text, known);
  if (!near.empty())
    in.fail(next->where, fmt::format("'{}' is no word here", shown),
            fmt::format("did you mean '{}'?", near));
}

}  // namespace mbs
