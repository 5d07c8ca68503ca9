// Takes the fields of one record in order and reports errors with the name of the record ("revolute
// joint 3 of 4") and of the field. After the first error the record is given up.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostics.h"
#include "deck/lines/record.h"

namespace mbs {

struct Ratio;

inline constexpr int kLargestNumber = 999'999'999;  // of a node, an element, a point

class RecordReader {
 public:
  RecordReader(const Record& record, std::string name, Diagnostics& diagnostics,
               std::size_t first_field = 0);

  bool ok() const { return ok_; }
  // A caller of at_end() or remaining() treats the next field as optional.
  bool at_end() const { return asked_ = true, is_over(); }
  std::size_t remaining() const { return asked_ = true, fields_.size() - next_; }
  // Location of the next field, or of the end of the record.
  SourceLocation here() const;
  const Token* peek() const { return is_over() ? nullptr : fields_[next_]; }
  // The field `behind` places after the next one; null if there is none.
  const Token* peek(std::size_t behind) const {
    return next_ + behind < fields_.size() ? fields_[next_ + behind] : nullptr;
  }
  void skip() { ++next_, asked_ = false; }

  // The next number, in coherent units: in a deck with UNITS it is converted by the unit of the
  // field (deck/lines/field_units.h). 0, and ok() is false, if the field is missing or wrong.
  double number(std::string_view field);
  double number(std::string_view field, Unit unit);
  // Sets the unit of fields of this name in this record, if earlier fields decide it.
  void say_unit(std::string_view field, Unit unit);
  // The unit of a field from say_unit() or unit_of_field(); empty if unknown.
  std::optional<Unit> unit_of(std::string_view field) const;
  // Factor from a number in the units of the file to coherent units.
  Ratio factor(Unit unit) const;
  // The units of this record; null: numbers are coherent already.
  const std::shared_ptr<const RecordUnits>& units() const { return units_; }
  // A whole number from lowest to highest; `what` completes "expected ..." in the error.
  long long integer(std::string_view field, long long lowest, long long highest,
                    std::string_view what = "a whole number");
  // The next word, in upper case; empty if the next field is no word.
  std::string peek_word() const;
  // Takes the next word; an error if the next field is no word.
  std::string word(std::string_view field, std::string expected);
  // Takes the expression after `=`; null after an error.
  const Token* expression();
  // The same into a row; false after an error.
  bool expression(std::string& text, SourceLocation& where);
  // Ends the record. Fields left over are an error. A warning if decimals behind a comma may have
  // been taken as an optional field.
  void finish();
  void warn(SourceLocation where, std::string problem, std::string expected = {});
  // Gives the record up; only its first failure is reported.
  void fail(SourceLocation where, std::string problem, std::string expected = {});
  // Gives the record up without a message; the error has been reported elsewhere.
  void give_up() { ok_ = false; }

  const std::string& name() const { return name_; }
  Diagnostics& diagnostics() const { return diagnostics_; }
  // Name of the record in errors from now on.
  void set_name(std::string name) { name_ = std::move(name); }
  // Text for errors of a missing or additional field: "expected 6 numbers: i j xi-P-i ...".
  void set_layout(std::string layout) { layout_ = std::move(layout); }
  // Text behind every error of this record.
  void set_hint(std::string hint) { hint_ = std::move(hint); }

 private:
  double plain_number(std::string_view field);
  // The coherent value of a number token that has been taken.
  double coherent(std::string_view field, const Token& token, std::optional<Unit> unit);
  bool is_over() const { return next_ >= fields_.size(); }
  // The field behind the first comma that may be a decimal comma; null if there is none.
  const Token* decimals() const;

  std::shared_ptr<const RecordUnits> units_;
  std::vector<std::pair<std::string_view, Unit>> said_units_;
  const Token* keyword_ = nullptr;    // null: the record does not begin with a word
  std::vector<const Token*> fields_;  // without labels such as (c)
  SourceLocation end_;
  std::string name_, layout_, hint_;
  Diagnostics& diagnostics_;
  std::size_t next_ = 0;
  bool ok_ = true;
  mutable bool asked_ = false;    // at_end() or remaining() was called for the next field
  bool optional_filled_ = false;  // an optional field was filled by a number
};

// A number that must be positive (read_positive) or at least 0 (read_not_negative).
double read_positive(RecordReader& in, std::string_view field);
double read_not_negative(RecordReader& in, std::string_view field);
// A number within bounds, ends included.
double read_within(RecordReader& in, std::string_view field, double lowest, double highest);

// "'FOO' <problem>; did you mean ..." or, if nothing is near, <otherwise>.
void fail_unknown_word(RecordReader& in, SourceLocation where, std::string_view word,
                       std::string_view problem, const std::vector<std::string_view>& known,
                       std::string otherwise);

// Takes the next word, which must be one of `words`. Another word is an error of
// fail_unknown_word(), and the result is empty.
std::string take_word(RecordReader& in, std::string_view field,
                      const std::vector<std::string_view>& words, std::string_view problem,
                      const std::string& otherwise);

}  // namespace mbs
