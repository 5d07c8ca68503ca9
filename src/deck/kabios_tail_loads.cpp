// Forces, torques, measured motions and net joint forces of a KABIOS deck's tail.
#include <fmt/format.h>

#include <algorithm>

#include "base/index.h"
#include "deck/force_components.h"
#include "deck/input_names.h"
#include "deck/kabios_joints.h"
#include "deck/kabios_tail.h"
#include "deck/measured.h"
#include "deck/run_records.h"

namespace mbs {

int TailReader::next_force() const {
  const Forces& f = tables_.forces;
  return static_cast<int>(f.point_forces.size() + f.measured_forces.size()) + 1;
}

void TailReader::force(RecordReader& in) {
  const int i = body(in, "body number i");
  if (in.ok() && !in.peek_word().empty()) return measured_force(in, i);
  PointForceRow row;
  row.xi = in.number("xi");
  row.eta = in.number("eta");
  if (!in.ok()) return;
  row.number = next_force();
  row.point = point_node(i);
  row.angle = angle_node(i);
  if (has_force_components(in)) {
    read_force_components(
        in,
        [this](RecordReader& field) {
          const int k = body(field, "body number k");
          return field.ok() ? angle_node(k) : -1;
        },
        row);
  } else {
    row.fx = in.number("fx");
    row.fy = in.number("fy");
  }
  in.finish();
  if (!in.ok()) return;
  row.label = fmt::format("FORCE {}", row.number);
  row.where = where_;
  tables_.forces.point_forces.push_back(std::move(row));
}

void TailReader::measured_force(RecordReader& in, int body) {
  const std::string word = in.peek_word();
  if (word != "AT" && word != "TABLE")
    return fail_unknown_word(in, in.here(), word, "is no kind of force", {"AT", "TABLE"},
                             "expected xi eta fx fy, AT x y fx fy, or TABLE");
  MeasuredForceRow row;
  row.number = next_force();
  row.point = point_node(body);
  row.angle = angle_node(body);
  row.label = fmt::format("FORCE {}", row.number);
  row.where = where_;
  if (!read_measured_force(in, deck_, tables_.time, diagnostics_, row)) return;
  in.finish();
  if (in.ok()) tables_.forces.measured_forces.push_back(std::move(row));
}

void TailReader::motion(RecordReader& in) {
  const int i = body(in, "body number i");
  label_ += fmt::format(" {}", i + 1);
  if (!in.ok()) return;
  std::vector<MotionRow> motions;
  if (in.peek_word() == "TABLE") {
    in.skip();
    static constexpr std::string_view kColumns[] = {"x", "y", "phi"};
    motions = read_columns(in, deck_, kColumns, Smoothing::cross_validated, tables_.time,
                           diagnostics_, label_);
  } else {
    in.set_layout("expected: MOTION i x xd xdd y yd ydd phi phid phidd, or MOTION i TABLE");
    static constexpr std::string_view kFields[3][3] = {
        {"x", "xd", "xdd"}, {"y", "yd", "ydd"}, {"phi", "phid", "phidd"}};
    for (const auto& fields : kFields) {
      MotionRow& row = motions.emplace_back();
      for (std::string_view field : fields) row.coefficients.push_back(in.number(field));
      row.coefficients[2] *= 0.5;
      row.label = label_;
      row.where = where_;
    }
  }
  if (!first(in)) return;
  for (int c = 0; c < 3; ++c) {
    tables_.classes.push_back({Target::coordinate, c == 2 ? angle_node(i) : point_node(i),
                               c == 2 ? 0 : c, Class::prescribed, count_of(tables_.motions),
                               ClassSource::motion, label_, where_});
    tables_.motions.push_back(std::move(motions[c]));
  }
}

// The joint k that stands above, and where it has several deformations the number of one.
bool TailReader::take_joint(RecordReader& in, const std::string& word, int& element,
                            int& component) {
  if (!take_element(in, word, element)) return false;
  const RecordSpec& spec = *tables_.elements[element].spec;
  const auto count = static_cast<long long>(spec.deformations.size());
  if (word != "REVOLUTE" && count > 1)
    component = static_cast<int>(in.integer("equation", 1, count, "an equation")) - 1;
  return in.ok();
}

// k of the element "word k" that stands above.
bool TailReader::take_element(RecordReader& in, const std::string& word, int& element) {
  const SourceLocation at = in.here();
  const long long number = in.integer("number k", 1, 1'000'000, "a number");
  if (!in.ok()) return false;
  const std::string label = fmt::format("{} {}", word, number);
  const auto row = std::find_if(tables_.elements.begin(), tables_.elements.end(),
                                [&](const ElementRow& e) { return e.label == label; });
  if (row == tables_.elements.end()) {
    in.fail(at, fmt::format("there is no {}", label), "expected one that stands above");
    return false;
  }
  element = static_cast<int>(row - tables_.elements.begin());
  return true;
}

// "GEAR 2", "WELD 1 3".
std::string TailReader::joint_name(int element, int component) const {
  return kabios_joint_name(tables_.elements[element], component);
}

// DRIVE REVOLUTE k: its angle becomes a formula, which is driven.
int TailReader::angle_formula(const std::string& revolute) {
  ElementRow row;
  row.spec = spec_of("FORMULA");
  row.number = count_of(tables_.elements) + 1;
  row.label = fmt::format("FORMULA {}", ++joints_["FORMULA"]);
  row.where = row.text_at = where_;
  row.text = fmt::format("rev{}.angle", revolute.substr(revolute.find(' ') + 1));
  tables_.elements.push_back(std::move(row));
  return count_of(tables_.elements) - 1;
}

// DRIVE word k [equation] = expression: a deformation of a joint that stands above.
void TailReader::drive_joint(RecordReader& in) {
  in.set_layout("expected: DRIVE i k = expression, or DRIVE joint k [equation] = expression");
  const SourceLocation at = in.here();
  const std::string word = in.word("joint", "expected a body number or a joint");
  if (in.ok() && word != "REVOLUTE" && !find_kabios_joint(word)) {
    std::vector<std::string_view> words = {"REVOLUTE"};
    for (const KabiosJoint& joint : kabios_joints()) words.push_back(joint.word);
    return fail_unknown_word(in, at, word, "is nothing that can be driven", words,
                             "expected a body and a coordinate, REVOLUTE or a joint of the tail");
  }
  int element = 0, component = 0;
  if (!take_joint(in, word, element, component)) return;
  const Token* token = in.expression();
  in.finish();
  if (!in.ok()) return;
  if (word == "REVOLUTE") element = angle_formula(tables_.elements[element].label);
  label_ = "DRIVE " + joint_name(element, component);
  prescribe(in, *token, at,
            {Target::deformation, element, component, Class::prescribed, -1, ClassSource::keyword,
             label_, where_});
}

// One more driver, numbered on from those of the head.
void TailReader::drive(RecordReader& in) {
  if (!in.peek_word().empty()) return drive_joint(in);
  const SourceLocation i_at = in.here();
  const int i = body(in, "body number i");
  const int k = take_body_coordinate(in);
  const Token* token = in.expression();
  if (!token) return;
  const auto drivers =
      std::count_if(tables_.classes.begin(), tables_.classes.end(),
                    [](const ClassRow& row) { return row.source == ClassSource::driver; });
  label_ = fmt::format("DRIVER {}", drivers + 1);
  const int owner = k == 2 ? angle_node(i) : point_node(i);
  prescribe(in, *token, i_at,
            {Target::coordinate, owner, k == 2 ? 0 : k, Class::prescribed, -1, ClassSource::driver,
             label_, where_});
}

void TailReader::prescribe(RecordReader& in, const Token& text, SourceLocation at, ClassRow row) {
  MotionRow motion;
  motion.text = text.text;
  motion.text_at = text.where;
  row.motion = count_of(tables_.motions);
  motion.label = row.label;
  motion.where = row.where;
  tables_.classes.push_back(std::move(row));
  if (!check_motion(motion.text, motion.text_at, tables_, deck_.parameters, diagnostics_, label_))
    in.give_up();
  note_equations(at);
  tables_.motions.push_back(std::move(motion));
}

std::size_t TailReader::count_equations() const {
  std::size_t m = 0;
  for (const ElementRow& row : tables_.elements) m += row.spec->deformations.size();
  for (const ClassRow& row : tables_.classes)
    row.target == Target::coordinate ? ++m : row.cls == Class::calculable ? --m : m;
  return m;
}

// A LAW or a MUSCLE below may let a joint go, so the end of the deck decides.
void TailReader::note_equations(SourceLocation where) {
  const std::size_t m = count_equations();
  if (m > 3 * tables_.bodies.size()) crowded_.push_back({where, label_, m});
}

void TailReader::check_equations() {
  const std::size_t n = 3 * tables_.bodies.size();
  if (count_equations() <= n) return;
  for (const Crowded& row : crowded_)
    diagnostics_.error(
        row.where, row.label,
        fmt::format("with it there are M = {} constraint equations for N = {} coordinates", row.m,
                    n),
        "expected M = N; DRIVE and the joints of the tail add to those of the head: remove a "
        "driver there");
}

void TailReader::net_joint(RecordReader& in) {
  const int i = body(in, "body number i");
  const SourceLocation j_at = in.here();
  const int j =
      static_cast<int>(in.integer("body number j", 0, static_cast<long long>(tables_.bodies.size()),
                                  "a body number (0: none)")) -
      1;
  if (in.ok() && i == j)
    in.fail(j_at, fmt::format("body {} is joined to itself", i + 1),
            "expected two different bodies");
  if (!in.ok()) return;
  NetJointRow row;
  row.number = count_of(tables_.forces.net_joints) + 1;
  row.point_i = point_node(i), row.angle_i = angle_node(i);
  if (j >= 0) row.point_j = point_node(j), row.angle_j = angle_node(j);
  row.label = fmt::format("NETJOINT {}", row.number);
  row.where = where_;
  if (!read_net_joint(in, deck_, tables_.time, diagnostics_, row)) return;
  in.finish();
  if (in.ok()) tables_.forces.net_joints.push_back(std::move(row));
}

void TailReader::torque(RecordReader& in) {
  const int i = body(in, "body number i");
  const double n = in.number("torque n");
  label_ += fmt::format(" {}", i + 1);
  if (first(in)) tables_.forces.loads.push_back({angle_node(i), {n, 0}, label_, where_});
}

}  // namespace mbs
