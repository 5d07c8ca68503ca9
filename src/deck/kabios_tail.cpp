// The keyword lines after the time line of a KABIOS deck: what the 1988 program DAP did (Nikravesh
// 1988 appendix). Springs become elements whose deformations are calculable; the rest are rows of
// the tables that native decks fill, too.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "deck/dialects.h"
#include "deck/measured.h"
#include "deck/record_reader.h"
#include "deck/run_records.h"

namespace mbs {

namespace {

constexpr int kLargest = 1'000'000;

class TailReader {
 public:
  TailReader(const LexedDeck& deck, std::size_t next, ElementSpecs specs, Tables& tables,
             Diagnostics& diagnostics)
      : deck_(deck), next_(next), specs_(specs), tables_(tables), diagnostics_(diagnostics) {}

  void read() {
    for (; next_ < deck_.records.size() && !ended_; ++next_) line(deck_.records[next_]);
    if (ended_ && next_ < deck_.records.size()) {
      const Record& record = deck_.records[next_];
      diagnostics_.error(
          record.where, "deck",
          fmt::format("'{}' stands after END", printable(record.tokens.front().text)),
          "expected nothing there");
    }
    for (const auto& [law, at] : spring_laws_) attach(law, at);
    if (tables_.job == Job::dynamic) tables_.forces.choose_freedoms = true;
  }

  using Parse = void (TailReader::*)(RecordReader&);
  struct Keyword {
    std::string_view name, fields;
    Parse parse;
  };
  static std::span<const Keyword> keywords();

 private:
  // A law of spring or hinge `number`, which may stand below it in the deck.
  struct SpringLaw {
    std::string_view keyword;  // of the element, "PLSDA"
    int number;
    LawRow row;
  };

  void line(const Record& record) {
    const Token& first = record.tokens.front();
    const std::string keyword = upper_case(first.text);
    const auto all = keywords();
    const auto it =
        std::find_if(all.begin(), all.end(), [&](const Keyword& k) { return k.name == keyword; });
    if (it == all.end()) {
      std::vector<std::string_view> names;
      for (const Keyword& k : all) names.push_back(k.name);
      RecordReader in(record, "", diagnostics_);
      return fail_unknown_word(in, first.where, first.text, "is no keyword of a KABIOS deck", names,
                               fmt::format("expected {}", fmt::join(names, ", ")));
    }
    where_ = record.where;
    label_ = keyword;
    if (keyword != "END") tables_.job = Job::dynamic;
    RecordReader in(record, record_name(record), diagnostics_, 1);
    in.set_layout(
        fmt::format("expected: {}{}{}", keyword, it->fields.empty() ? "" : " ", it->fields));
    (this->*it->parse)(in);
    in.finish();
  }

  // "MASS 2" of body 2, "SDA 3" of the third spring.
  std::string record_name(const Record& record) const {
    if (label_ == "SDA") return fmt::format("SDA {}", springs_ + 1);
    if (label_ == "RSDA") return fmt::format("RSDA {}", hinges_ + 1);
    const bool of_body = label_ == "MASS" || label_ == "VEL" || label_ == "TORQ" || label_ == "MOTION";
    if (!of_body || record.tokens.size() < 2 || !record.tokens[1].integral) return label_;
    return fmt::format("{} {}", label_, record.tokens[1].value);
  }

  int body(RecordReader& in, std::string_view field) {
    return static_cast<int>(in.integer(field, 1, static_cast<long long>(tables_.bodies.size()),
                                       "a body number")) -
           1;
  }
  int point_node(int body) const { return tables_.bodies[static_cast<std::size_t>(body)].point; }
  int angle_node(int body) const { return tables_.bodies[static_cast<std::size_t>(body)].angle; }

  // True if nothing of this name was there before.
  bool first(RecordReader& in) {
    if (!in.ok()) return false;
    const auto [it, is_new] = first_.emplace(label_, where_);
    if (!is_new)
      in.fail(where_, label_.starts_with("LAW") ? label_ + " is given twice" : "given twice",
              fmt::format("the first is in {}", line_text(it->second, where_, diagnostics_)));
    return is_new;
  }

  void mass(RecordReader& in) {
    const int i = body(in, "body number i");
    const double m = read_not_negative(in, "mass m"), J = read_not_negative(in, "inertia J");
    in.finish();
    label_ += fmt::format(" {}", i + 1);
    if (!first(in)) return;
    tables_.forces.masses.push_back({false, point_node(i), {m}, label_, where_});
    tables_.forces.masses.push_back({false, angle_node(i), {J}, label_, where_});
  }

  void velocity(RecordReader& in) {
    const int i = body(in, "body number i");
    const double v[3] = {in.number("xd"), in.number("yd"), in.number("phid")};
    in.finish();
    label_ += fmt::format(" {}", i + 1);
    if (!first(in)) return;
    for (int c = 0; c < 3; ++c) {
      StartRow row;
      row.owner = c == 2 ? angle_node(i) : point_node(i);
      row.component = c == 2 ? 0 : c;
      row.has_velocity = true;
      row.velocity = v[c];
      row.label = label_;
      row.where = where_;
      tables_.forces.starts.push_back(std::move(row));
    }
  }

  void gravity(RecordReader& in) {
    const double gx = in.number("gx"), gy = in.number("gy");
    in.finish();
    if (first(in)) tables_.forces.gravity = {gx, gy};
  }

  // ---- springs ----------------------------------------------------------------------------------

  // i and j, then the element between them; `row` has no columns yet.
  bool between(RecordReader& in, std::string_view keyword, int& count, ElementRow& row) {
    const int i = body(in, "body number i");
    const SourceLocation j_at = in.here();
    const int j = body(in, "body number j");
    if (in.ok() && i == j)
      in.fail(j_at, fmt::format("body {} is joined to itself", i + 1),
              "expected two different bodies");
    ++count;
    label_ += fmt::format(" {}", count);
    if (!in.ok()) return false;
    row.number = static_cast<int>(tables_.elements.size()) + 1;
    row.spec = *std::find_if(specs_.begin(), specs_.end(),
                             [&](const RecordSpec* s) { return s->keyword == keyword; });
    if (row.spec->nodes.size() == 2)
      row.nodes = {angle_node(i), angle_node(j)};
    else
      row.nodes = {point_node(i), angle_node(i), point_node(j), angle_node(j)};
    row.label = label_;
    row.where = where_;
    return true;
  }

  // k, rest value, c and, if it is there, a constant stress.
  void spring(RecordReader& in, ElementRow row, std::string_view rest_name,
              std::string_view stress_name) {
    const double k = in.number("k");
    const double rest =
        row.spec->nodes.size() == 4 ? read_not_negative(in, rest_name) : in.number(rest_name);
    const double c = in.number("c");
    const double stress = in.at_end() ? 0 : in.number(stress_name);
    in.finish();
    if (!in.ok()) return;
    const int element = static_cast<int>(tables_.elements.size());
    Forces& f = tables_.forces;
    f.stresses.push_back({StressKind::stiffness, element, {k}, label_, where_});
    f.stresses.push_back({StressKind::damping, element, {c}, label_, where_});
    f.stresses.push_back({StressKind::prestress, element, {stress}, label_, where_});
    f.rests.push_back({element, {rest}, label_, where_});
    ClassRow released;
    released.target = Target::deformation;
    released.owner = element;
    released.cls = Class::calculable;
    released.label = label_;
    released.where = where_;
    tables_.classes.push_back(std::move(released));
    tables_.elements.push_back(std::move(row));
  }

  void linear_spring(RecordReader& in) {
    ElementRow row;
    if (!between(in, "PLSDA", springs_, row)) return;
    for (std::string_view field : {"xi-P-i", "eta-P-i", "xi-P-j", "eta-P-j"})
      row.columns.push_back(in.number(field));
    spring(in, std::move(row), "l0", "fa");
  }

  void torsional_spring(RecordReader& in) {
    ElementRow row;
    if (between(in, "PLTOR", hinges_, row)) spring(in, std::move(row), "theta0", "Ta");
  }

  // ---- loads and laws ---------------------------------------------------------------------------

  // Forces are numbered as they stand in the deck.
  int next_force() const {
    const Forces& f = tables_.forces;
    return static_cast<int>(f.point_forces.size() + f.measured_forces.size()) + 1;
  }

  void force(RecordReader& in) {
    const int i = body(in, "body number i");
    if (in.ok() && !in.peek_word().empty()) return measured_force(in, i);
    PointForceRow row;
    row.xi = in.number("xi");
    row.eta = in.number("eta");
    row.fx = in.number("fx");
    row.fy = in.number("fy");
    in.finish();
    if (!in.ok()) return;
    row.number = next_force();
    row.point = point_node(i);
    row.angle = angle_node(i);
    row.label = fmt::format("FORCE {}", row.number);
    row.where = where_;
    tables_.forces.point_forces.push_back(std::move(row));
  }

  void measured_force(RecordReader& in, int body) {
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

  void motion(RecordReader& in) {
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
    in.finish();
    if (!first(in)) return;
    for (int c = 0; c < 3; ++c) {
      ClassRow row;
      row.owner = c == 2 ? angle_node(i) : point_node(i);
      row.component = c == 2 ? 0 : c;
      row.cls = Class::prescribed;
      row.source = ClassSource::motion;
      row.motion = static_cast<int>(tables_.motions.size());
      row.label = label_;
      row.where = where_;
      tables_.motions.push_back(std::move(motions[static_cast<std::size_t>(c)]));
      tables_.classes.push_back(std::move(row));
    }
  }

  void net_joint(RecordReader& in) {
    const int i = body(in, "body number i");
    const SourceLocation j_at = in.here();
    const int j = static_cast<int>(in.integer("body number j", 0,
                                              static_cast<long long>(tables_.bodies.size()),
                                              "a body number (0: none)")) -
                  1;
    if (in.ok() && i == j)
      in.fail(j_at, fmt::format("body {} is joined to itself", i + 1),
              "expected two different bodies");
    if (!in.ok()) return;
    NetJointRow row;
    row.number = static_cast<int>(tables_.forces.net_joints.size()) + 1;
    row.point_i = point_node(i), row.angle_i = angle_node(i);
    if (j >= 0) row.point_j = point_node(j), row.angle_j = angle_node(j);
    row.label = fmt::format("NETJOINT {}", row.number);
    row.where = where_;
    if (!read_net_joint(in, deck_, tables_.time, diagnostics_, row)) return;
    in.finish();
    if (in.ok()) tables_.forces.net_joints.push_back(std::move(row));
  }

  void torque(RecordReader& in) {
    const int i = body(in, "body number i");
    const double n = in.number("torque n");
    in.finish();
    label_ += fmt::format(" {}", i + 1);
    if (first(in)) tables_.forces.loads.push_back({angle_node(i), {n, 0}, label_, where_});
  }

  void law(RecordReader& in) {
    const SourceLocation what_at = in.here();
    const std::string all = "expected SDA, RSDA or BODY";
    const std::string what = in.word("what it acts on", all);
    if (!in.ok()) return;
    if (what == "BODY") return body_law(in);
    if (what != "SDA" && what != "RSDA")
      return fail_unknown_word(in, what_at, what, "carries no law", {"SDA", "RSDA", "BODY"}, all);
    in.set_layout(fmt::format("expected: LAW {} n = expression", what));
    SpringLaw law{what == "SDA" ? "PLSDA" : "PLTOR", 0, {}};
    const SourceLocation number_at = in.here();
    law.number = static_cast<int>(in.integer("number n", 1, kLargest));
    label_ += fmt::format(" {} {}", what, law.number);
    if (take_law(in, law.row)) spring_laws_.emplace_back(std::move(law), number_at);
  }

  void body_law(RecordReader& in) {
    in.set_layout("expected: LAW BODY i k = expression");
    const int i = body(in, "body number i");
    const SourceLocation k_at = in.here();
    const auto k = static_cast<int>(in.integer("k", -kLargest, kLargest));
    if (in.ok() && (k < 1 || k > 3))
      in.fail(k_at, fmt::format("k is {}", k), "expected 1, 2 or 3 for X, Y or PHI");
    if (!in.ok()) return;
    LawRow row;
    row.target = Target::coordinate;
    row.owner = k == 3 ? angle_node(i) : point_node(i);
    row.component = k == 3 ? 0 : k - 1;
    label_ += fmt::format(" BODY {} {}", i + 1, k);
    if (take_law(in, row)) tables_.forces.laws.push_back(std::move(row));
  }

  bool take_law(RecordReader& in, LawRow& row) {
    row.label = label_;
    row.where = where_;
    if (!in.ok()) return false;
    if (!read_law(in, deck_.parameters, diagnostics_, row)) {
      in.give_up();
      return false;
    }
    return first(in);
  }

  // Springs and hinges are numbered as they stand in the deck.
  void attach(SpringLaw law, SourceLocation at) {
    int number = 0;
    for (std::size_t e = 0; e < tables_.elements.size(); ++e) {
      if (tables_.elements[e].spec->keyword != law.keyword || ++number != law.number) continue;
      law.row.owner = static_cast<int>(e);
      tables_.forces.laws.push_back(std::move(law.row));
      return;
    }
    const bool linear = law.keyword == "PLSDA";
    if ((linear ? springs_ : hinges_) > number) return;  // a faulty one has been reported
    diagnostics_.error(at, law.row.label,
                       fmt::format("there is no {} {}", linear ? "SDA" : "RSDA", law.number),
                       fmt::format("the deck has {} of them", number));
  }

  // ---- how to run -------------------------------------------------------------------------------

  void integration(RecordReader& in) {
    IntegrationRow row;
    row.where = where_;
    read_integration(in, row);
    in.finish();
    if (first(in)) tables_.forces.integration = row;
  }

  void form(RecordReader& in) {
    Form chosen = Form::automatic;
    read_form(in, chosen);
    in.finish();
    if (first(in)) tables_.forces.form = chosen;
  }

  void end(RecordReader&) { ended_ = true; }

  const LexedDeck& deck_;
  std::size_t next_;
  ElementSpecs specs_;
  Tables& tables_;
  Diagnostics& diagnostics_;
  std::map<std::string, SourceLocation> first_;
  std::vector<std::pair<SpringLaw, SourceLocation>> spring_laws_;
  SourceLocation where_;
  std::string label_;  // of the present record: "MASS 2", "SDA 1"
  int springs_ = 0, hinges_ = 0;
  bool ended_ = false;
};

std::span<const TailReader::Keyword> TailReader::keywords() {
  using R = TailReader;
  static constexpr Keyword kKeywords[] = {
      {"MASS", "i m J", &R::mass},
      {"VEL", "i xd yd phid", &R::velocity},
      {"GRAV", "gx gy", &R::gravity},
      {"SDA", "i j xi-P-i eta-P-i xi-P-j eta-P-j k l0 c [fa]", &R::linear_spring},
      {"RSDA", "i j k theta0 c [Ta]", &R::torsional_spring},
      {"FORCE", "i xi eta fx fy", &R::force},
      {"MOTION", "i x xd xdd y yd ydd phi phid phidd, or i TABLE", &R::motion},
      {"NETJOINT", "i j and xi eta, AT x y, or TABLE", &R::net_joint},
      {"TORQ", "i n", &R::torque},
      {"LAW", "SDA n, RSDA n or BODY i k, then = expression", &R::law},
      {"INTEG", "method h, or method [abs rel [hmax]]", &R::integration},
      {"FORM", "REDUCED, FULL or AUTO", &R::form},
      {"END", "", &R::end},
  };
  return kKeywords;
}

}  // namespace

void read_kabios_tail(const LexedDeck& deck, std::size_t first, ElementSpecs specs, Tables& tables,
                      Diagnostics& diagnostics) {
  TailReader(deck, first, specs, tables, diagnostics).read();
}

}  // namespace mbs
