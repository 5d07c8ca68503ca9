// Records of the dynamics block that give masses, stiffness, damping, loads, contacts and gravity.
#include <fmt/format.h>

#include <algorithm>

#include "base/tolerances.h"
#include "deck/force_components.h"
#include "deck/measured.h"
#include "deck/native.h"

namespace mbs {

namespace {

class ForcesReader : LineReader {
 public:
  ForcesReader(NativeContext& deck, Once& once, const Record& record, std::string label)
      : LineReader(deck.deck, deck.tables, once, deck.diagnostics),
        deck_(deck),
        forces_(deck.tables.forces) {
    begin(record, std::move(label));
  }

  static std::span<const Keyword<ForcesReader>> keywords();

 private:
  int node(RecordReader& in) { return take_node(in, deck_, "node number n"); }
  int element(RecordReader& in) { return take_element(in, deck_); }
  const RecordSpec& spec(int i) const { return *deck_.tables.elements[i].spec; }

  void node_mass(RecordReader& in) {
    const int n = node(in);
    const NodeType& type = node_type(n < 0 ? NodeKind::point : kind(n));
    if (type.check_mass) return checked_mass(in, n, type);
    std::vector<double> numbers;
    for (const Column& column : type.mass_columns)
      numbers.push_back(read_not_negative(in, column.name));
    if (first(in)) forces_.masses.push_back({false, n, std::move(numbers), label_, where_});
  }

  NodeKind kind(int n) const { return deck_.tables.nodes[n].kind; }

  void checked_mass(RecordReader& in, int n, const NodeType& type) {
    std::string layout = "expected: XM n";
    for (const Column& column : type.mass_columns) layout += fmt::format(" {}", column.name);
    in.set_layout(fmt::format("{} ({})", layout, type.text));
    const SourceLocation at = in.here();
    std::vector<double> numbers;
    for (const Column& column : type.mass_columns) numbers.push_back(in.number(column.name));
    in.finish();
    if (in.ok()) say(type.check_mass(numbers.data()), in, at);
    if (in.ok() && first(in))
      forces_.masses.push_back({false, n, std::move(numbers), label_, where_});
  }

  // As many numbers as the deck gives, at least one; the rest are 0.
  std::vector<double> values(RecordReader& in, std::span<const Column> columns) {
    std::vector<double> out;
    for (const Column& column : columns)
      out.push_back(out.empty() || !in.at_end() ? in.number(column.name) : 0.0);
    in.finish();
    return out;
  }
  void set_layout(RecordReader& in, std::string_view keyword, std::span<const Column> columns) {
    std::string layout = fmt::format("expected: {} e", keyword);
    for (const Column& column : columns) layout += fmt::format(" {}", column.name);
    in.set_layout(layout);
  }

  void element_mass(RecordReader& in) {
    const SourceLocation at = in.here();
    const int e = element(in);
    if (!in.ok()) return;
    const auto columns = spec(e).mass_columns;
    if (columns.empty())
      return in.fail(at, fmt::format("a {} has no mass of its own", spec(e).keyword),
                     "give the mass to its nodes (XM)");
    set_layout(in, "EM", columns);
    const SourceLocation values_at = in.here();
    std::vector<double> mass = values(in, columns);
    if (in.ok() && std::any_of(mass.begin(), mass.end(), [](double m) { return m < 0; }))
      in.fail(values_at, "a mass is negative", "expected numbers that are not negative");
    if (first(in)) forces_.masses.push_back({true, e, std::move(mass), label_, where_});
  }

  void linear(RecordReader& in, std::string_view keyword, StressKind kind) {
    const int e = element(in);
    if (!in.ok()) return;
    set_layout(in, keyword, spec(e).stiffness_columns);
    std::vector<double> numbers = values(in, spec(e).stiffness_columns);
    if (first(in)) forces_.stresses.push_back({kind, e, std::move(numbers), label_, where_});
  }
  void stiffness(RecordReader& in) { linear(in, "ESTIFF", StressKind::stiffness); }
  void damping(RecordReader& in) { linear(in, "EDAMP", StressKind::damping); }

  void prestress(RecordReader& in) {
    const int e = element(in);
    if (!in.ok()) return;
    std::vector<double> stress = per_deformation(in, e, "stress");
    stress.resize(spec(e).deformations.size());
    if (first(in))
      forces_.stresses.push_back({StressKind::prestress, e, std::move(stress), label_, where_});
  }

  void rest(RecordReader& in) {
    const int e = element(in);
    if (!in.ok()) return;
    const SourceLocation values_at = in.here();
    std::vector<double> reference = per_deformation(in, e, "rest value");
    if (in.ok() && spec(e).divides_by_length && !(reference[0] > 0))
      in.fail(values_at, fmt::format("the rest length is {}", reference[0]),
              "expected a positive length; stiffness and mass are counted per rest length");
    if (first(in)) forces_.rests.push_back({e, std::move(reference), label_, where_});
  }

  std::vector<double> per_deformation(RecordReader& in, int e, std::string_view what) {
    std::vector<double> out;
    for (const DeformationSpec& deformation : spec(e).deformations)
      if (out.empty() || !in.at_end())
        out.push_back(in.number(fmt::format("{} of {}", what, deformation.name)));
    in.finish();
    return out;
  }

  void contact(RecordReader& in) { read_native_contact(in, deck_, once_, label_, where_); }
  void friction(RecordReader& in) { read_native_friction(in, deck_, once_, label_, where_); }

  void load(RecordReader& in) {
    const int n = node(in);
    if (!in.ok()) return;
    LoadRow row{n, {}, label_, where_};
    const NodeType& type = node_type(kind(n));
    in.set_layout(fmt::format("expected: XF n {} ({})", type.load_layout, type.text));
    std::string_view fields = type.load_layout;
    for (std::size_t c = 0; c < static_cast<std::size_t>(type.nv); ++c) {
      row.value[c] = in.number(take_field(fields));
    }
    if (first(in)) forces_.loads.push_back(std::move(row));
  }

  void point_force(RecordReader& in) {
    PointForceRow row;
    row.number =
        static_cast<int>(in.integer("force number k", 1, kLargestNumber, "a force number"));
    row.point = take_node(in, deck_, "node p", NodeKind::point);
    row.angle = take_node(in, deck_, "node a", NodeKind::angle);
    if (in.ok() && !in.peek_word().empty()) return measured_force(in, row);
    row.xi = in.number("xi");
    row.eta = in.number("eta");
    row.label = label_;
    row.where = where_;
    const auto take_frame = [this](RecordReader& field) {
      return take_node(field, deck_, "angle node a", NodeKind::angle);
    };
    if (has_force_components(in)) {
      if (!read_force_components(in, take_frame, row)) return;
    } else {
      row.fx = in.number("fx");
      row.fy = in.number("fy");
    }
    if (first(in)) forces_.point_forces.push_back(std::move(row));
  }

  void measured_force(RecordReader& in, const PointForceRow& at) {
    const std::string word = in.peek_word();
    if (word != "AT" && word != "TABLE")
      return fail_unknown_word(in, in.here(), word, "is no kind of force", {"AT", "TABLE"},
                               "expected xi eta fx fy, AT x y fx fy, or TABLE");
    MeasuredForceRow row;
    row.number = at.number;
    row.point = at.point;
    row.angle = at.angle;
    row.label = label_;
    row.where = where_;
    if (!read_measured_force(in, deck_.deck, {}, deck_.diagnostics, row)) return;
    if (first(in)) forces_.measured_forces.push_back(std::move(row));
  }

  void net_joint(RecordReader& in) {
    NetJointRow row;
    row.number =
        static_cast<int>(in.integer("joint number k", 1, kLargestNumber, "a joint number"));
    row.point_i = take_node(in, deck_, "node p", NodeKind::point);
    row.angle_i = take_node(in, deck_, "node a", NodeKind::angle);
    const Token* next = in.peek();
    if (in.ok() && next && next->integral && next->value == 0) {  // 0 0: no other body
      in.skip();
      in.integer("node b", 0, 0, "0 after the 0 of node q");
    } else {
      row.point_j = take_node(in, deck_, "node q", NodeKind::point);
      row.angle_j = take_node(in, deck_, "node b", NodeKind::angle);
    }
    row.label = label_;
    row.where = where_;
    if (!in.ok() || !read_net_joint(in, deck_.deck, {}, deck_.diagnostics, row)) return;
    if (first(in)) forces_.net_joints.push_back(std::move(row));
  }

  void gravity(RecordReader& in) {
    const double gx = in.number("gx"), gy = in.number("gy");
    const double gz = in.at_end() ? 0 : in.number("gz");
    if (in.ok() && gz != 0 &&
        std::none_of(deck_.tables.nodes.begin(), deck_.tables.nodes.end(), [](const NodeRow& row) {
          return coordinate_count(row.kind) == 3 && node_type(row.kind).role == NodeRole::place;
        }))
      return in.fail(where_, "gz pulls at points of space, and the deck has none",
                     "expected: GRAVITY gx gy");
    if (first(in)) forces_.gravity = {gx, gy, gz};
  }

  NativeContext& deck_;
  Forces& forces_;
};

std::span<const Keyword<ForcesReader>> ForcesReader::keywords() {
  using R = ForcesReader;
  static constexpr Keyword<ForcesReader> kKeywords[] = {
      {"XM", "n m", &R::node_mass},
      {"EM", "e values", &R::element_mass},
      {"ESTIFF", "e values", &R::stiffness},
      {"EDAMP", "e values", &R::damping},
      {"ESIG", "e stresses", &R::prestress},
      {"EREST", "e values", &R::rest},
      {"XF", "n values", &R::load},
      {"CONTACT", "e, then PENALTY, RIGID or IMPULSES and its numbers", &R::contact},
      {"FRICTION", "k e d and its numbers", &R::friction},
      {"PFORCE", "k p a and xi eta fx fy, xi eta FX = ... ; FY = ..., AT x y fx fy, or TABLE",
       &R::point_force},
      {"NETJOINT", "k p a q b and xi eta, AT x y, or TABLE", &R::net_joint},
      {"GRAVITY", "gx gy [gz]", &R::gravity},
  };
  return kKeywords;
}

}  // namespace

std::vector<KeywordFields> native_force_keywords() { return fields_of(ForcesReader::keywords()); }

bool read_native_forces(const Record& record, NativeContext& deck, Once& once) {
  const std::string keyword = upper_case(record.tokens[0].text);
  const auto* known = find_keyword(ForcesReader::keywords(), keyword);
  if (!known) return false;
  std::string label = keyword == "GRAVITY" ? keyword : native_record_name(record);
  RecordReader in(record, label, deck.diagnostics, 1);
  in.set_layout(keyword_layout(known->name, known->fields));
  ForcesReader reader(deck, once, record, std::move(label));
  (reader.*known->parse)(in);
  in.finish();
  if (keyword == "GRAVITY") deck.dynamic = true;
  return true;
}

}  // namespace mbs
