#include "deck/records/muscle_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "deck/lines/muscle_table.h"
#include "deck/lines/record_reader.h"
#include "deck/lines/record_units.h"
#include "deck/names/input_names.h"
#include "deck/names/kabios_joints.h"
#include "deck/records/muscle_units.h"
#include "deck/tables/tables.h"
#include "text/expression.h"
#include "text/number.h"
#include "text/unit_number.h"

namespace mbs {

namespace {

constexpr std::size_t kMostCoefficients = 10;

const MuscleConstant* find_constant(std::string_view name) {
  const auto all = muscle_constants();
  const auto it = std::find_if(all.begin(), all.end(),
                               [name](const MuscleConstant& c) { return c.name == name; });
  return it == all.end() ? nullptr : &*it;
}

// Whether the number is written in degrees: 20deg or ${20deg}.
bool says_degrees(std::string_view number) {
  if (number.ends_with('}')) number.remove_suffix(1);
  return ends_in_degrees(number);
}

class MuscleReader {
 public:
  MuscleReader(RecordReader& in, const TakeArm& take_arm, MuscleRow& row)
      : in_(in), take_arm_(take_arm), row_(row) {}

  bool read() {
    while (in_.ok() && in_.peek() && !stimulated()) word();
    if (in_.ok()) complete();
    in_.finish();
    return in_.ok();
  }

 private:
  bool stimulated() const { return !row_.text.empty(); }

  void word() {
    const SourceLocation at = in_.here();
    const std::string word = in_.word("a field", "expected a word such as ARM, FMAX or STIM");
    if (!in_.ok()) return;
    const MuscleConstant* constant = find_constant(word);
    if (constant) return value(*constant, at);
    if (!once(word, at)) return;
    if (word == "VSB" || word == "DGF" || word == "THELEN") return model(word, at);
    if (word == "SET") return set();
    if (word == "RIGID") return void(rigid_ = true);
    if (word == "HATZE" || word == "FIRST") return void(activation_ = word);
    if (word == "ARM" || word == "OVER") return arm(word == "OVER", at);
    if (word == "STIM") return stimulation();
    if (word == "ONSET") return onset();
    if (word == "FROM") return from_at_ = at, from();
    if (word == "TO") return to_at_ = at, to();
    if (word == "START") return start();
    if (word == "SCALE") return scale();
    fail_unknown_word(in_, at, word, "is no field of a muscle", muscle_words(),
                      "expected ARM, OVER, the name of a constant, STIM or ONSET");
  }

  // Reports a word that is given twice; ARM, OVER and SCALE may be repeated.
  bool once(const std::string& word, SourceLocation at) {
    if (word == "ARM" || word == "OVER" || word == "SCALE") return true;
    if (std::find(row_.given.begin(), row_.given.end(), word) != row_.given.end()) {
      in_.fail(at, fmt::format("{} is given twice", word), "expected it once");
      return false;
    }
    row_.given.push_back(word);
    return true;
  }

  void model(const std::string& word, SourceLocation at) {
    if (!row_.model.empty())
      return in_.fail(at, fmt::format("{} and {} are two models", row_.model, word),
                      "expected one of VSB, DGF and THELEN");
    row_.model = word;
  }

  void set() {
    const SourceLocation at = in_.here();
    const Token* token = in_.peek();
    const std::string name = token ? upper_case(token->text) : "";
    MuscleConstants unused;
    if (!set_of_constants(name, unused))
      return in_.fail(at,
                      token ? fmt::format("there is no set '{}'", printable(token->text))
                            : std::string("the name of the set is missing"),
                      "expected 2017, 1993 or MUSK");
    in_.skip();
    row_.set = name;
  }

  void value(const MuscleConstant& constant, SourceLocation at) {
    if (!once(std::string(constant.name), at)) return;
    const SourceLocation value_at = in_.here();
    const Token* const token = in_.peek();
    const bool with_suffix = token && token->suffix;
    const double number = in_.number(constant.name, !constant.degrees ? unit_of_constant(constant)
                                                    : with_suffix     ? unit::radian
                                                                      : unit::number);
    if (!in_.ok()) return;
    // The lexer has converted an angle with a suffix to radians; the bounds are in degrees.
    const bool in_radians = constant.degrees && (with_suffix || says_degrees(token->text));
    const double value = in_radians ? number / kDegree : in_si(constant, number);
    if (!(value >= constant.low && value <= constant.high))
      return in_.fail(
          value_at, fmt::format("{} is {}", constant.name, value),
          fmt::format("expected {}, {} to {}{}{}", constant.meaning, constant.low, constant.high,
                      constant.unit == "1" ? "" : " ", constant.unit == "1" ? "" : constant.unit));
    values_.emplace_back(&constant, constant.degrees && !in_radians ? number * kDegree : number);
  }

  // The value in m, N and s, the units of the limits of constants.
  double in_si(const MuscleConstant& constant, double value) const {
    if (!in_.units()) return value;
    return conversion(unit_of_constant(constant), in_.units()->of_deck, UnitSystem{})(value);
  }

  // Reads SCALE constant factor (also for a constant of the model) and SCALE ARM factor (for the
  // lengths).
  void scale() {
    const SourceLocation at = in_.here();
    const std::string what = in_.word("what is scaled", "expected a constant, or ARM");
    if (!in_.ok()) return;
    const MuscleConstant* constant = find_constant(what);
    if (!constant && what != "ARM") {
      std::vector<std::string_view> known = {"ARM"};
      for (const MuscleConstant& c : muscle_constants()) known.push_back(c.name);
      return fail_unknown_word(in_, at, what, "cannot be scaled", known,
                               "expected a constant such as FMAX, or ARM");
    }
    scales_.push_back({constant, read_positive(in_, "factor"), at});
  }

  void apply_scales() {
    MuscleConstants& c = row_.constants;
    for (const Scale& scale : scales_) {
      if (!scale.constant) {
        for (MuscleArm& arm : row_.arms)
          for (double& coefficient : arm.coefficients)
            if (!arm.over) coefficient *= scale.factor;
        continue;
      }
      const MuscleConstant& k = *scale.constant;
      double& value = c.*(k.member);
      value *= scale.factor;
      const double shown = k.degrees ? value / kDegree : in_si(k, value);
      if (!(shown >= k.low && shown <= k.high) && value != 0)
        return in_.fail(scale.at, fmt::format("{} becomes {}", k.name, shown),
                        fmt::format("expected {}, {} to {}{}{}", k.meaning, k.low, k.high,
                                    k.unit == "1" ? "" : " ", k.unit == "1" ? "" : k.unit));
    }
  }

  void arm(bool over, SourceLocation at) {
    MuscleArm arm;
    arm.over = over;
    arm.where = at;
    in_.say_unit("along", over ? unit::metre : unit::radian);
    take_arm_(in_, arm);
    const Unit along = *in_.unit_of("along");
    while (in_.ok() && in_.peek() && in_.peek_word().empty() &&
           in_.peek()->kind == TokenKind::number)
      arm.coefficients.push_back(
          in_.number("coefficient", unit_of_coefficient(along, arm.coefficients.size())));
    if (!in_.ok()) return;
    if (over && arm.coefficients.empty()) arm.coefficients = {0, 1};
    if (arm.coefficients.size() < 2 || arm.coefficients.size() > kMostCoefficients)
      return in_.fail(
          in_.here(),
          fmt::format("{} coefficients follow {}", arm.coefficients.size(), over ? "OVER" : "ARM"),
          fmt::format("expected 2 to {}: a0 + a1 theta + a2 theta^2 ...", kMostCoefficients));
    for (const MuscleArm& other : row_.arms)
      if (other.over == over && other.number == arm.number && other.element == arm.element &&
          other.component == arm.component && other.of == arm.of)
        return in_.fail(at, fmt::format("{} {} is given twice", over ? "OVER" : "ARM", arm.number),
                        "expected one polynomial for each");
    row_.arms.push_back(std::move(arm));
  }

  void stimulation() { in_.expression(row_.text, row_.text_at); }

  double between(const char* field) { return read_within(in_, field, 0, 1); }

  void onset() {
    row_.has_onset = true;
    row_.onset = in_.number("time of the onset");
  }

  void from() {
    row_.has_from = true;
    row_.from = between("stimulation before the onset");
  }

  void to() { row_.to = between("stimulation from the onset on"); }

  void start() {
    row_.has_start = true;
    row_.start_act = between("activation at the start");
    if (in_.peek() && in_.peek()->kind == TokenKind::number)
      in_.say_unit("length of the fibre at the start", unit::metre),
          row_.start_fibre = read_positive(in_, "length of the fibre at the start");
  }

  void complete() {
    for (const auto& [word, at] : {std::pair("FROM", from_at_), std::pair("TO", to_at_)})
      if (at.line != 0 && !row_.has_onset)
        return in_.fail(at, fmt::format("{}, but no ONSET", word),
                        "expected ONSET t [FROM u] [TO u]");
    if (row_.model.empty()) row_.model = "VSB";
    MuscleConstants& c = row_.constants;
    set_model(row_.model, c);
    if (!row_.set.empty() && row_.model != "VSB")
      return in_.fail(in_.here(), fmt::format("SET is one of VSB, not of {}", row_.model),
                      "expected no SET here");
    if (!row_.set.empty()) set_of_constants(row_.set, c);
    if (!activation_.empty())
      c.activation = activation_ == "HATZE" ? Activation::hatze : Activation::first_order;
    c.rigid = rigid_;
    if (in_.units()) convert_constants(in_.units()->of_deck, c);
    for (const auto& [constant, value] : values_) c.*(constant->member) = value;
    apply_scales();
    if (!in_.ok()) return;
    const bool shared = row_.text.empty() && !row_.has_onset;  // LOPT may be missing there
    for (const char* name : {"FMAX", "LOPT"})
      if (c.*(find_constant(name)->member) == 0 && !(shared && name == std::string_view("LOPT")))
        return in_.fail(in_.here(), fmt::format("{} is missing", name),
                        fmt::format("expected: MUSCLE {}", kMuscleFields));
    if (shared) return complete_shared();
    if (c.lslack == 0 && !c.rigid)
      return in_.fail(in_.here(), "LSLACK is missing or 0",
                      "expected the slack length of the tendon, or RIGID without one");
    if (row_.arms.empty())
      return in_.fail(in_.here(), "its path is missing",
                      "expected ARM joint a0 a1 ..., or OVER deformation");
    if (!row_.text.empty() && row_.has_onset)
      return in_.fail(in_.here(), "STIM and ONSET are given",
                      "expected STIM = expression, or ONSET t [FROM u] [TO u]");
    if (row_.has_start && !c.rigid && row_.start_fibre == 0)
      in_.fail(in_.here(), "START gives no length of the fibre",
               "expected START act fibre with an elastic tendon");
  }

  // Completes a muscle of STATICOPT, which has a rigid tendon.
  void complete_shared() {
    MuscleConstants& c = row_.constants;
    if (row_.arms.empty())
      return in_.fail(in_.here(), "its path is missing",
                      "expected ARM joint a0 a1 ..., or OVER deformation");
    if (row_.has_start)
      return in_.fail(in_.here(), "START, but no stimulation",
                      "expected STIM = expression, or ONSET t [FROM u] [TO u]");
    row_.is_shared = true;
    c.rigid = true;
  }

  RecordReader& in_;
  const TakeArm& take_arm_;
  MuscleRow& row_;
  std::string activation_;
  bool rigid_ = false;
  SourceLocation from_at_, to_at_;  // line 0: not given
  std::vector<std::pair<const MuscleConstant*, double>> values_;
  struct Scale {
    const MuscleConstant* constant;  // null: ARM
    double factor;
    SourceLocation at;
  };
  std::vector<Scale> scales_;
};

}  // namespace

const MuscleRow* read_muscle(RecordReader& in, SourceLocation where, const TakeArm& take_arm,
                             Tables& tables) {
  MuscleRow row;
  row.where = where;
  const Token* name = in.peek();
  if (!name || !is_name(name->text)) {
    in.fail(in.here(), name ? fmt::format("'{}' is not a name", printable(name->text)) : "no name",
            "expected a letter, then letters, digits and underscores");
    return nullptr;
  }
  in.skip();
  row.name = name->text;
  row.label = "MUSCLE " + row.name;
  in.set_name(row.label);
  for (const std::vector<MuscleRow>* all : {&tables.muscles, &tables.shared_muscles})
    for (const MuscleRow& other : *all)
      if (lower_case(other.name) == lower_case(row.name)) {
        in.fail(name->where, fmt::format("a muscle {} is there already", other.name),
                "choose another name");
        return nullptr;
      }
  if (!MuscleReader(in, take_arm, row).read()) return nullptr;
  std::vector<MuscleRow>& rows = row.is_shared ? tables.shared_muscles : tables.muscles;
  return &rows.emplace_back(std::move(row));
}

std::string arm_channel(const Tables& tables, const MuscleArm& arm) {
  if (!arm.over) return fmt::format("{}", arm.number);
  if (tables.dialect == Dialect::native)
    return fmt::format("_e{}_{}", arm.number, arm.component + 1);
  const ElementRow& row = tables.elements[arm.element];
  std::string out = lower_case(row.label);
  std::erase(out, ' ');
  return named_deformations(*row.spec) == 1 ? "_" + out
                                            : fmt::format("_{}_{}", out, arm.component + 1);
}

void check_muscles(const LawNames& known, const Parameters& parameters, Diagnostics& diagnostics) {
  const Tables& tables = known.tables();
  const LawPlace nowhere{Target::coordinate, 0, 0, true};
  for (const MuscleRow& row : tables.muscles) {
    if (!row.text.empty())
      check_inputs(row.text, row.text_at, known, nowhere, parameters, diagnostics, row.label);
    if (row.has_onset && !row.has_from && !tables.muscle_start.given && !row.has_start)
      diagnostics.error(row.where, row.label, "its stimulation before the onset is not given",
                        "expected ONSET t FROM u, or MUSCLESTART, which finds it");
  }
  if (!tables.shared_muscles.empty() && !tables.static_opt.given)
    diagnostics.error(tables.shared_muscles.front().where, tables.shared_muscles.front().label,
                      "its stimulation is missing",
                      "expected STIM = expression, or ONSET t [FROM u] [TO u], or STATICOPT, which "
                      "finds forces");
  // A line with an error has no place, and is not looked at again.
  const bool shares = tables.static_opt.given && tables.static_opt.where.line > 0,
             starts = tables.muscle_start.given && tables.muscle_start.where.line > 0;
  if (shares && tables.shared_muscles.empty())
    diagnostics.error(tables.static_opt.where, "STATICOPT",
                      "there is no muscle whose force it may choose",
                      "expected muscles without STIM and ONSET");
  if (shares && (tables.job == Job::equilibrium || tables.job == Job::modes))
    diagnostics.error(tables.static_opt.where, "STATICOPT", "it needs a run in time",
                      "expected no STATIC and EIGEN");
  if (starts && (tables.job == Job::equilibrium || tables.job == Job::modes))
    diagnostics.error(tables.muscle_start.where, "MUSCLESTART", "it needs a run in time",
                      "expected ONSET t FROM u with STATIC and EIGEN");
  if (starts && std::none_of(tables.muscles.begin(), tables.muscles.end(),
                             [](const MuscleRow& row) { return row.has_onset && !row.has_from; }))
    diagnostics.error(tables.muscle_start.where, "MUSCLESTART",
                      "there is no muscle whose stimulation it may choose",
                      "expected muscles with ONSET t and without FROM");
}

void add_onsets(Tables& tables) {
  for (std::size_t k = 0; k < tables.muscles.size(); ++k) {
    const MuscleRow& row = tables.muscles[k];
    if (!row.has_onset || row.onset <= tables.time.start) continue;
    EventRow event;
    event.name = row.name + ".onset";
    event.label = row.label;
    event.where = row.where;
    event.text = fmt::format("t > {}", row.onset);
    event.text_at = row.where;
    event.function = fmt::format("t - ({})", row.onset);
    event.passing = Passing::rising;
    ActionRow& action = event.actions.emplace_back();
    action.kind = ActionKind::stimulate;
    action.where = row.where;
    action.muscle = static_cast<int>(k);
    tables.events.push_back(std::move(event));
  }
}

bool is_onset(const EventRow& event) {
  return !event.actions.empty() && event.actions.front().kind == ActionKind::stimulate;
}

}  // namespace mbs
