// INPUTX n ROT: orientations that move as prescribed.
//   ROT seq [SPACE] a = expression ; b = expression ; c = expression
//   ROT seq [SPACE] TABLE                   rows of t a b c
//   ROT AXIS ux uy uz = expression
//   ROT AXIS ux uy uz TABLE                 rows of t angle
//   ROT TABLE                               rows of t q0 q1 q2 q3
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/index.h"
#include "base/space_vector.h"
#include "deck/forms/orientation_record.h"
#include "deck/forms/turn_row.h"
#include "deck/lines/writing.h"
#include "deck/names/input_names.h"
#include "deck/native/native.h"
#include "deck/records/measured.h"
#include "deck/tables/tables.h"
#include "text/expression.h"
#include "text/names.h"
#include "text/number.h"

namespace mbs {

namespace {

constexpr std::string_view kAngles[] = {"a", "b", "c"};
constexpr std::string_view kAngle[] = {"angle"};
constexpr std::string_view kNumbers[] = {"q0", "q1", "q2", "q3"};
const std::string kTurnLayout =
    "expected ROT xyz a = expression ; b = expression ; c = expression, ROT AXIS ux uy uz = "
    "expression, or TABLE in place of the expressions, or ROT TABLE of t q0 q1 q2 q3";

std::span<const std::string_view> fields_of(const TurnRow& row) {
  if (row.words.empty()) return kNumbers;
  return row.words.starts_with("AXIS") ? std::span<const std::string_view>(kAngle) : kAngles;
}

// The axes of the turns and the numbers that stand behind ROT, up to '=', 'a' or TABLE.
void take_turns(RecordReader& in, const NodeRow& node, TurnRow& row) {
  const SourceLocation where = in.here();
  const std::string word = in.word("turn", kTurnLayout);
  if (!in.ok()) return;
  if (word == "TABLE") return;  // of four numbers
  if (word == "AXIS") {
    const SourceLocation at_axis = in.here();
    const double x = in.number("ux", unit::number), y = in.number("uy", unit::number),
                 z = in.number("uz", unit::number);
    const Vec3 axis = {x, y, z};
    if (in.ok() && !(dot(axis, axis) > 0))
      in.fail(at_axis, "the axis of the turn is 0 0 0", "expected the direction of the axis");
    if (!in.ok()) return;
    const Vec3 unit = unit_vector(axis);
    row.words = "AXIS" + write_numbers({x, y, z});
    row.turn.axes[0] = {unit.x, unit.y, unit.z};
    std::copy_n(node.x.begin(), 4, row.turn.last.begin());
    return;
  }
  if (!is_turn_sequence(word))
    return in.fail(where, fmt::format("'{}' is no turn", printable(word)), kTurnLayout);
  const bool in_space = in.peek_word() == "SPACE";
  if (in_space) in.skip();
  set_sequence(row, word, in_space);
}

MotionRow still(const std::string& label, SourceLocation where) {
  MotionRow out;
  out.coefficients = {0.0};
  out.label = label;
  out.where = where;
  return out;
}

// One expression for each field; a name stands before it where there are several.
std::vector<MotionRow> expressions(RecordReader& in, NativeReading& r,
                                   std::span<const std::string_view> fields) {
  std::vector<MotionRow> out;
  for (const std::string_view field : fields) {
    if (fields.size() > 1) {
      const SourceLocation where = in.here();
      const std::string name = in.word(field, kTurnLayout);
      if (in.ok() && name != upper_case(std::string(field)))
        in.fail(where, fmt::format("'{}' where {} was expected", printable(name), field),
                kTurnLayout);
    }
    const Token* const token = in.ok() ? in.expression() : nullptr;
    if (!token) return out;
    MotionRow& motion = out.emplace_back(still(r.label, r.where));
    motion.coefficients.clear();
    motion.text = token->text;
    motion.text_at = token->where;
    if (!check_motion(motion.text, motion.text_at, r.tables, r.deck.parameters, r.diagnostics,
                      r.label))
      in.give_up();
  }
  return out;
}

std::vector<MotionRow> table(RecordReader& in, NativeReading& r, TurnRow& row) {
  const std::span<const std::string_view> fields = fields_of(row);
  for (const std::string_view field : fields)
    in.say_unit(field, row.words.empty() ? unit::number : unit::radian);
  const SourceLocation where = in.here();
  const Smoothing otherwise =
      r.options.guides == 0 ? Smoothing::cross_validated : Smoothing::interpolated;
  std::vector<MotionRow> out =
      read_columns(in, r.deck, fields, otherwise, {}, r.diagnostics, r.label);
  if (in.ok() && row.words.empty()) make_continuous(in, out, where);
  return out;
}

}  // namespace

void read_native_turn(RecordReader& in, NativeReading& r, int owner, SourceLocation at_node) {
  const NodeRow& node = r.tables.nodes[at(owner)];
  const SourceLocation where = in.here();
  const std::string first = in.peek_word();
  if (first != "ROT")
    return in.fail(
        where, fmt::format("an angular velocity of node {} has no value to prescribe", node.number),
        kTurnLayout +
            "; INPUTE of a joint angle, or of a SPIN, whose rates are angular velocities");
  in.skip();
  std::array<ClassRow*, 3> classes{};
  for (int c = 0; c < 3; ++c) {
    const auto it = r.taken.find({Target::coordinate, owner, c});
    classes[at(c)] = it == r.taken.end() ? nullptr : &r.tables.classes[it->second];
    if (!classes[at(c)] || classes[at(c)]->cls != Class::prescribed)
      return in.fail(at_node, fmt::format("node {} is not prescribed", node.number),
                     fmt::format("expected 'INPUTX {}' in the kinematics block", node.number));
    if (const int motion = classes[at(c)]->motion;
        motion >= 0 && r.tables.motions[at(motion)].label != r.label)
      return in.fail(at_node,
                     fmt::format("{} gives node {} its motion already",
                                 r.tables.motions[at(motion)].label, node.number),
                     "expected one of the two");
  }
  TurnRow row;
  row.node = owner;
  take_turns(in, node, row);
  if (!in.ok()) return;
  const bool of_table = row.words.empty() || in.peek_word() == "TABLE";
  if (of_table && !row.words.empty()) in.skip();
  std::vector<MotionRow> motions =
      of_table ? table(in, r, row) : expressions(in, r, fields_of(row));
  in.finish();
  if (!in.ok() || !r.first(in)) return;
  if (row.words.empty()) std::rotate(motions.begin(), motions.begin() + 1, motions.end());
  while (motions.size() < 3) motions.push_back(still(r.label, r.where));
  for (std::size_t c = 0; c < motions.size(); ++c) {
    (c < 3 ? classes[c]->motion : row.turn.scalar) = count_of(r.tables.motions);
    r.tables.motions.push_back(std::move(motions[c]));
  }
  r.tables.turns.push_back(std::move(row));
}

namespace {

// "0.1 + 2*t + 0.5*t^2": a driver of a KABIOS deck as an expression.
std::string polynomial_text(const std::vector<double>& coefficients) {
  std::string out;
  for (std::size_t k = 0; k < coefficients.size(); ++k) {
    if (k > 0 && coefficients[k] == 0) continue;
    const std::string factor = fmt::format("({})", format_number(coefficients[k]));
    out += k == 0 ? factor : fmt::format(" + {}*t^{}", factor, k);
  }
  return out;
}

}  // namespace

std::string write_turn(const TurnRow& row, const Tables& tables) {
  std::string out = fmt::format("INPUTX {} ROT {}", tables.nodes[at(row.node)].number, row.words);
  std::vector<MotionRow> given;
  for (const ClassRow& one : tables.classes)  // in the order of the components
    if (one.target == Target::coordinate && one.owner == row.node)
      given.push_back(tables.motions[at(one.motion)]);
  if (row.words.empty()) given.insert(given.begin(), tables.motions[at(row.turn.scalar)]);
  const std::span<const std::string_view> fields = fields_of(row);
  given.resize(fields.size());
  if (given.front().table) return out + write_columns(given, fields) + "\n";
  for (std::size_t k = 0; k < given.size(); ++k)
    out += (k > 0 ? " ;" : "") + (fields.size() > 1 ? fmt::format(" {}", fields[k]) : "") + " = " +
           (given[k].text.empty() ? polynomial_text(given[k].coefficients)
                                  : resolve_parameters(given[k].text, *tables.parameters));
  return out + "\n";
}

}  // namespace mbs
