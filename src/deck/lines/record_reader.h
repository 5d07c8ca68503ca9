// Takes the fields of one record in order and reports what is wrong with each, naming the record
// ("revolute joint 3 of 4") and the field. After the first error the record is given up.
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

inline constexpr int kLargestNumber = 999'999'999;  // of a node, an element, a point

class RecordReader {
 public:
  RecordReader(const Record& record, std::string name, Diagnostics& diagnostics,
               std::size_t first_field = 0);

  bool ok() const { return ok_; }
  // Whoever asks takes what comes next as a field that may be missing.
  bool at_end() const { return asked_ = true, is_over(); }
  std::size_t remaining() const { return asked_ = true, fields_.size() - next_; }
  // Location of the next field, or just past the last one.
  SourceLocation here() const;
  const Token* peek() const { return is_over() ? nullptr : fields_[next_]; }
  // The field behind so many others; null if there is none.
  const Token* peek(std::size_t behind) const {
    return next_ + behind < fields_.size() ? fields_[next_ + behind] : nullptr;
  }
  void skip() { ++next_, asked_ = false; }

  // 0 where the field is missing or wrong (ok() is false then). The number is coherent: of a deck
  // with UNITS it is converted by the unit of the field (deck/lines/field_units.h).
  double number(std::string_view field);
  double number(std::string_view field, Unit unit);
  // The unit of fields of this name in this record, where what stands before decides.
  void say_unit(std::string_view field, Unit unit);
  // The unit of a field, as it is said or known; empty if nobody knows.
  std::optional<Unit> unit_of(std::string_view field) const;
  // Number of a field of this unit -> coherent.
  Ratio factor(Unit unit) const { return units_ ? units_->factor(unit) : Ratio{}; }
  // The units that hold here; null: all numbers are coherent as they stand.
  const std::shared_ptr<const RecordUnits>& units() const { return units_; }
  // A whole number from lowest to highest; `what` completes "expected ..." in the error.
  long long integer(std::string_view field, long long lowest, long long highest,
                    std::string_view what = "a whole number");
  // The word that comes next, in upper case; empty if something else does.
  std::string peek_word() const;
  // That word and past it; an error if something else stands there.
  std::string word(std::string_view field, std::string expected);
  // The expression after `=`; null after an error.
  const Token* expression();
  // Fields left over are an error; a decimal comma that has filled a field which may be missing is
  // a warning.
  void finish();
  void warn(SourceLocation where, std::string problem, std::string expected = {});
  // Gives the record up; only its first failure is reported.
  void fail(SourceLocation where, std::string problem, std::string expected = {});
  // The same without a message: what is wrong has been said elsewhere.
  void give_up() { ok_ = false; }

  const std::string& name() const { return name_; }
  Diagnostics& diagnostics() const { return diagnostics_; }
  // What errors call the record from now on.
  void set_name(std::string name) { name_ = std::move(name); }
  // "expected 6 numbers: i j xi-P-i ...": said when a field is missing or left over.
  void set_layout(std::string layout) { layout_ = std::move(layout); }
  // Said after every error of this record.
  void set_hint(std::string hint) { hint_ = std::move(hint); }

 private:
  double plain_number(std::string_view field);
  // The value of a number that has been taken.
  double coherent(std::string_view field, const Token& token, std::optional<Unit> unit);
  bool is_over() const { return next_ >= fields_.size(); }
  // The field behind the first comma that may be a decimal one; null if there is none.
  const Token* decimals() const;

  std::shared_ptr<const RecordUnits> units_;
  std::vector<std::pair<std::string_view, Unit>> said_units_;
  const Token* keyword_ = nullptr;    // null: the record begins with no word
  std::vector<const Token*> fields_;  // labels such as (c) are no fields
  SourceLocation end_;
  std::string name_, layout_, hint_;
  Diagnostics& diagnostics_;
  std::size_t next_ = 0;
  bool ok_ = true;
  mutable bool asked_ = false;    // whether there is a next field
  bool optional_filled_ = false;  // by a number
};

// A number that must be positive, or not negative.
double read_positive(RecordReader& in, std::string_view field);
double read_not_negative(RecordReader& in, std::string_view field);
// A number within bounds, ends included.
double read_within(RecordReader& in, std::string_view field, double lowest, double highest);

// "'FOO' <problem>; did you mean ..." or, if nothing is near, <otherwise>.
void fail_unknown_word(RecordReader& in, SourceLocation where, std::string_view word,
                       std::string_view problem, const std::vector<std::string_view>& known,
                       std::string otherwise);

// The word that comes next, one of `words`; after an error, which is that of fail_unknown_word()
// for another word, empty.
std::string take_word(RecordReader& in, std::string_view field,
                      const std::vector<std::string_view>& words, std::string_view problem,
                      const std::string& otherwise);

}  // namespace mbs
