#include "deck/records/subject_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <optional>

#include "base/index.h"
#include "deck/lines/lexer.h"
#include "deck/lines/record_reader.h"
#include "deck/lines/tokenizer.h"
#include "deck/lines/writing.h"
#include "deck/records/observation_records.h"
#include "deck/records/subject_loads.h"
#include "deck/tables/tables.h"
#include "plan/subject_joints.h"
#include "text/names.h"

namespace mbs {

namespace {

constexpr const char* kMassForm = "expected: SUBJECT MASS m [RIGHT or LEFT] [INTERNAL or EXTERNAL]";
constexpr const char* kJointForm =
    "expected: SUBJECT HIP, KNEE or ANKLE, the proximal and the distal body, [name] [ZERO angle]";
constexpr const char* kResidualForm = "expected: SUBJECT RESIDUAL, a body with a joint to no body";
constexpr const char* kSubjectForms = "expected MASS, HIP, KNEE, ANKLE or RESIDUAL";

class SubjectReader {
 public:
  SubjectReader(const Record& record, Tables& tables, Diagnostics& diagnostics)
      : record_(record),
        tables_(tables),
        subject_(tables.subject),
        in_(record, "SUBJECT", diagnostics, 1) {}

  void read() {
    std::vector<std::string_view> words{"MASS", "RESIDUAL"};
    for (const SubjectJointKind& kind : subject_joint_kinds()) words.push_back(kind.word);
    in_.set_layout(kSubjectForms);
    if (const std::string form = form_of(in_.peek_word()); !form.empty())
      return in_.fail(
          in_.here(),
          fmt::format("'{}' is not what stands behind SUBJECT", printable(in_.peek()->text)),
          "expected " + form);
    const std::string word =
        take_word(in_, "what SUBJECT says", words, "is nothing that SUBJECT says", kSubjectForms);
    if (!in_.ok()) return;
    in_.set_name("SUBJECT " + word);
    if (word == "MASS") return mass();
    if (word == "RESIDUAL") return residual();
    for (std::size_t k = 0; k < subject_joint_kinds().size(); ++k)
      if (subject_joint_kinds()[k].word == word) joint(static_cast<JointOfSubject>(k));
  }

 private:
  // The line that is meant where its words are in another order, or others; else empty.
  std::string form_of(const std::string& word) const {
    const auto is_one_of = [&word](std::initializer_list<std::string_view> words) {
      return std::find(words.begin(), words.end(), word) != words.end();
    };
    // A side before the joint, or in its name: RIGHT KNEE 1 2, RIGHT_KNEE 1 2.
    const bool sided = is_one_of({"RIGHT", "LEFT", "R", "L"});
    const Token* const next = in_.peek(1);
    const std::string behind =
        sided && next && next->kind == TokenKind::word ? upper_case(next->text) : word;
    for (const SubjectJointKind& kind : subject_joint_kinds())
      if (behind.find(kind.word) != behind.npos && (sided || behind != kind.word) &&
          (sided || word.find('_') != word.npos))
        return fmt::format("SUBJECT {} and the two bodies, then a name such as {}_{}", kind.word,
                           word.starts_with('L') ? "left" : "right", kind.name);
    if (is_one_of({"RIGHT", "LEFT", "INTERNAL", "EXTERNAL"}))
      return fmt::format("SUBJECT MASS m {}", word);
    if (is_one_of({"WEIGHT", "BODY_MASS", "BODYMASS", "BODYWEIGHT", "M", "KG"}))
      return "SUBJECT MASS m, the mass in kg";
    if (is_one_of({"HEIGHT", "BODY_HEIGHT", "LENGTH"}))
      return "PARAM body_height = h, which the tables of bodies read; SUBJECT has no height";
    if (is_one_of({"NAME", "ID"})) return "a comment: SUBJECT has no name";
    if (is_one_of({"SHOULDER", "ELBOW", "WRIST", "TRUNK", "NECK", "PELVIS", "TOE", "MTP"}))
      return "HIP, KNEE or ANKLE; OUT makes angles and moments of other joints";
    return {};
  }

  void mass() {
    in_.set_layout(kMassForm);
    if (subject_.mass > 0) return in_.fail(record_.where, "given twice", "expected one mass");
    const double mass = read_positive(in_, "mass m");
    bool directed = false, signed_ = false;
    while (in_.ok() && !in_.at_end()) {
      const std::string word = take_word(in_, "word", {"RIGHT", "LEFT", "INTERNAL", "EXTERNAL"},
                                         "is nothing that SUBJECT MASS says", kMassForm);
      const bool direction = word == "RIGHT" || word == "LEFT";
      bool& given = direction ? directed : signed_;
      if (in_.ok() && std::exchange(given, true))
        return in_.fail(
            record_.where,
            direction ? "RIGHT or LEFT stands twice" : "INTERNAL or EXTERNAL stands twice",
            kMassForm);
      subject_.to_left |= word == "LEFT";
      subject_.external |= word == "EXTERNAL";
    }
    in_.finish();
    if (!in_.ok()) return;
    subject_.mass = mass;
    subject_.mass_where = record_.where;
  }

  void residual() {
    in_.set_layout(kResidualForm);
    if (subject_.has_residual)
      return in_.fail(record_.where, "given twice", "expected one body that carries the rest");
    const SourceLocation at = in_.here();
    const SubjectBody body = take_body("body", false);
    in_.finish();
    if (!in_.ok()) return;
    const std::optional<JointLoad> load = load_between(tables_, {}, body);
    if (!load || load->fx.empty())
      return in_.fail(at, "this body has no joint to no body, which would carry the rest",
                      tables_.dialect == Dialect::segdyn
                          ? "expected the first or the last segment"
                          : "expected a body i with NETJOINT i 0 (native: p a 0 0)");
    if (std::string problem = name_problem("residual", tables_); !problem.empty())
      return in_.fail(record_.where, std::move(problem), "its channels are residual.fx .fy .m");
    tables_.named.insert("residual");
    subject_.has_residual = true;
    subject_.residual = body;
    subject_.residual_where = record_.where;
  }

  void joint(JointOfSubject joint) {
    in_.set_layout(kJointForm);
    SubjectJoint row;
    row.joint = joint;
    row.where = record_.where;
    row.label = in_.name();
    row.proximal = take_body("proximal body", true);
    const SourceLocation at = in_.here();
    row.distal = take_body("distal body", false);
    if (!in_.ok()) return;
    if (row.distal.number == row.proximal.number)
      return in_.fail(at, "a body has no joint with itself", kJointForm);
    row.name = kind_of(row).name;
    SourceLocation name_at = record_.where;
    if (const Token* next = in_.peek();
        next && next->kind == TokenKind::word && !is_same_name(next->text, "zero")) {
      name_at = in_.here();
      row.name = next->text;
      in_.skip();
      if (!is_name(row.name))
        return in_.fail(name_at, fmt::format("'{}' is not a name", printable(row.name)),
                        "expected a letter, then letters, digits and underscores");
      const Token* const behind = in_.peek();
      if (behind && behind->kind == TokenKind::word && !is_same_name(behind->text, "zero"))
        return in_.fail(
            behind->where,
            fmt::format("'{}' follows the name {}", printable(behind->text), row.name),
            fmt::format("expected a name in one word: {}_{}", row.name, printable(behind->text)));
    }
    if (const Token* next = in_.peek(); next && next->kind != TokenKind::word && !next->faulty)
      return in_.fail(next->where,
                      next->kind == TokenKind::string
                          ? fmt::format("the name '{}' has quotes", printable(next->text))
                          : fmt::format("'{}' stands alone", printable(next->text)),
                      next->kind == TokenKind::string
                          ? "expected it without them"
                          : "expected ZERO angle for an angle at which the joint is at 0 degrees");
    std::optional<double> zero;
    if (in_.ok() && !in_.at_end()) {
      take_word(in_, "word", {"ZERO"}, "is nothing that a joint has", kJointForm);
      zero = in_.number("angle", unit::radian);
    }
    in_.finish();
    if (!in_.ok()) return;
    if (std::string problem = name_problem(row.name, tables_); !problem.empty())
      return in_.fail(name_at, std::move(problem),
                      "choose another name: " + std::string(kJointForm));
    tables_.named.insert(lower_case(row.name));
    row.zero = zero.value_or(usual_zero(row));
    row.has_moment = load_between(tables_, row.proximal, row.distal).has_value();
    subject_.joints.push_back(std::move(row));
  }

  // The angle in the neutral posture where the x axes of the bodies point as is usual.
  double usual_zero(const SubjectJoint& row) const {
    constexpr double kRight = std::numbers::pi / 2;
    const bool chain = tables_.dialect == Dialect::segdyn;
    if (row.joint == JointOfSubject::ankle) return subject_.to_left ? -kRight : kRight;
    if (row.joint == JointOfSubject::knee) return 0;
    // Thighs point down from the hip, trunks up from it; segments of a chain go on one way.
    if (row.proximal.number > 0) return chain ? 0 : 2 * kRight;
    return chain && row.distal.number > 1 ? kRight : -kRight;
  }

  SubjectBody take_body(std::string_view field, bool may_be_none) {
    const int lowest = may_be_none ? 0 : 1;
    if (tables_.dialect != Dialect::native) {
      const bool chain = tables_.dialect == Dialect::segdyn;
      const int count = chain ? count_of(tables_.chain.segments) : count_of(tables_.bodies);
      return {static_cast<int>(
          in_.integer(field, lowest, count, chain ? "a segment of this chain" : "a body"))};
    }
    const SourceLocation at = in_.here();
    SubjectBody body;
    body.number = static_cast<int>(in_.integer(field, lowest, kLargestNumber, "a point node"));
    const bool none = body.number == 0;
    body.angle =
        static_cast<int>(in_.integer("its angle node", none ? 0 : 1, none ? 0 : kLargestNumber,
                                     none ? "0 after the 0 of no body" : "an angle node"));
    if (in_.ok() && !none && nodes_of(tables_, body).angle < 0)
      in_.fail(at, fmt::format("{} {} are no point and angle node", body.number, body.angle),
               "expected a pair of this deck");
    return body;
  }

  const Record& record_;
  Tables& tables_;
  SubjectTables& subject_;
  RecordReader in_;
};

// The torsion springs between the two bodies of a joint are no part of its moment.
void warn_of_springs(const Tables& tables, const SubjectJoint& row, Diagnostics& diagnostics) {
  const int i = nodes_of(tables, row.proximal).angle, j = nodes_of(tables, row.distal).angle;
  for (const ElementRow& element : tables.elements)
    if (element.label.starts_with("RSDA ") && element.nodes.size() == 2 && i >= 0 &&
        (element.nodes == std::vector<int>{i, j} || element.nodes == std::vector<int>{j, i}))
      diagnostics.warning(row.where, row.label,
                          fmt::format("{} turns the two bodies, too: {}.moment is without it",
                                      element.label, row.name),
                          "add its moment in an OUT line");
}

void check_subject(const Tables& tables, Diagnostics& diagnostics) {
  const SubjectTables& subject = tables.subject;
  for (const SubjectJoint& row : subject.joints) {
    if (row.has_moment) warn_of_springs(tables, row, diagnostics);
    if (!(subject.mass > 0) && row.has_moment)
      return diagnostics.error(row.where, row.label, "the mass of the subject is missing",
                               kMassForm);
    // Beside a choice of knowns no moment from outside moves a driven segment.
    if (tables.dialect != Dialect::segdyn || chain_has_choice(tables.chain)) continue;
    for (const ChainConstraint& c : tables.chain.constraints)
      for (const SubjectBody& body : {row.proximal, row.distal})
        if (row.has_moment && c.kind == ChainConstraint::Kind::lock && c.first + 1 == body.number)
          diagnostics.warning(
              row.where, row.label,
              fmt::format(
                  "{} turns segment {} from outside: {} has no part in the moments of joints",
                  c.label, body.number, fmt::format("lock{}.m", body.number)),
              "DRIVE HINGE turns segments against each other");
  }
}

std::string text_of_body(const SubjectBody& body, bool native) {
  return native ? fmt::format(" {} {}", body.number, body.angle) : fmt::format(" {}", body.number);
}

}  // namespace

void read_subject(const LexedDeck& deck, Tables& tables, Diagnostics& diagnostics) {
  if (diagnostics.has_errors()) return;
  // The angles of ankles depend on the direction of walking.
  for (const bool of_mass : {true, false})
    for (const Record& record : deck.observations) {
      if (!has_keyword(record, "subject")) continue;
      const bool is_mass = record.tokens.size() > 1 && record.tokens[1].kind == TokenKind::word &&
                           is_same_name(record.tokens[1].text, "mass");
      if (is_mass == of_mass) SubjectReader(record, tables, diagnostics).read();
    }
  if (!tables.subject.given() || diagnostics.has_errors()) return;
  check_subject(tables, diagnostics);
  if (!diagnostics.has_errors()) make_subject_channels(tables);
}

std::string write_subject(const Tables& tables) {
  const SubjectTables& subject = tables.subject;
  const bool native = subject.residual.angle > 0 || tables.dialect == Dialect::native ||
                      std::any_of(subject.joints.begin(), subject.joints.end(),
                                  [](const SubjectJoint& row) { return row.distal.angle > 0; });
  std::string out;
  if (subject.mass > 0)
    out += fmt::format("SUBJECT MASS{}{}{}\n", write_numbers({subject.mass}),
                       subject.to_left ? " LEFT" : "", subject.external ? " EXTERNAL" : "");
  for (const SubjectJoint& row : subject.joints)
    out += fmt::format("{}{}{} {} ZERO{}\n", row.label, text_of_body(row.proximal, native),
                       text_of_body(row.distal, native), row.name, write_numbers({row.zero}));
  if (subject.has_residual)
    out += fmt::format("SUBJECT RESIDUAL{}\n", text_of_body(subject.residual, native));
  return out;
}

void use_native_subject(Tables& tables) {
  std::erase_if(tables.outs, [](const OutRow& row) { return !row.meaning.empty(); });
  std::erase_if(tables.measures, [](const MeasureRow& row) { return row.of_subject; });
  const auto convert = [&tables](SubjectBody& body) {
    const BodyNodes nodes = nodes_of(tables, body);
    if (nodes.angle < 0) return;
    body = {tables.nodes[nodes.point].number, tables.nodes[nodes.angle].number};
  };
  for (SubjectJoint& row : tables.subject.joints) {
    convert(row.proximal);
    convert(row.distal);
  }
  if (tables.subject.has_residual) convert(tables.subject.residual);
}

}  // namespace mbs
