#include "deck/records/space_load.h"

#include <fmt/format.h>

#include <cmath>
#include <tuple>

#include "base/index.h"
#include "deck/lines/field_units.h"
#include "deck/tables/tables.h"
#include "text/names.h"
#include "text/number.h"

namespace mbs {

namespace {

// IN BODY [b], or IN SPACE
void take_axes(RecordReader& in, const TakeFrame& take_frame, SpaceLoad& load) {
  if (load.in_space)
    return in.fail(in.here(), "a force AT a place of space has components along the axes of space",
                   "expected nothing behind them");
  take_word(in, "IN", {"IN"}, "has no meaning here", "expected IN BODY, IN BODY b, or nothing");
  if (!in.ok()) return;
  const std::string word =
      take_word(in, "BODY", {"BODY", "SPACE"}, "names no axes", "expected BODY, BODY b, or SPACE");
  load.along_body = in.ok() && word == "BODY";
  if (!load.along_body || in.at_end() || in.peek()->kind == TokenKind::word) return;
  const Token& number = *in.peek();
  load.frame_number = static_cast<int>(number.value);
  load.frame = take_frame(in);
}

// TABLE and its rows, at a place that has been read.
void take_table(RecordReader& in, const TakeRows& take_rows, SpaceLoad& load) {
  if (in.peek_word() != "TABLE")
    return in.fail(in.here(), "IN BODY stands before the numbers",
                   fmt::format("expected it behind them; before rows of measured numbers: IN BODY "
                               "[b] TABLE t {}",
                               load.turns ? "mx my mz" : "fx fy fz"));
  load.motions = take_rows(in, load.turns ? SpaceRows::moment : SpaceRows::force);
  if (!load.in_space || load.motions.empty()) return;
  for (const double place : load.place) load.motions.emplace_back().coefficients = {place};
}

// FX = ... ; FY = ... ; FZ = ... [; IN BODY [b]]
void take_expressions(RecordReader& in, const TakeFrame& take_frame, SpaceLoad& load) {
  const char letter = load.turns ? 'M' : 'F';
  const std::string layout = fmt::format(
      "expected: {0}X = expression ; {0}Y = expression ; {0}Z = expression [; IN BODY [b]]",
      letter);
  in.set_layout(layout);
  for (std::size_t c = 0; c < 3; ++c) {
    const SourceLocation where = in.here();
    const std::string wanted = fmt::format("{}{}", letter, "XYZ"[c]);
    const std::string word = in.word(wanted, layout);
    if (in.ok() && word != wanted)
      in.fail(where, fmt::format("'{}' where {} was expected", printable(word), wanted), layout);
    if (!in.expression(load.text[c], load.text_at[c])) return;
  }
  if (!in.at_end()) take_axes(in, take_frame, load);
}

// The sum of parts, each with its sign in front; empty without parts.
class Sum {
 public:
  void add(double factor, const std::string& part) {
    if (factor == 0 || part.empty()) return;
    text_ += text_.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
    if (std::fabs(factor) != 1) text_ += format_number(std::fabs(factor)) + "*";
    text_ += part;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// A component in brackets; empty: it is 0.
std::string component_of(const SpaceLoad& load, int c) {
  const std::string text = load.by_text()           ? load.text[at(c)]
                           : load.value[at(c)] == 0 ? ""
                                                    : format_number(load.value[at(c)]);
  return text.empty() ? text : fmt::format("({})", text);
}

// A load with the axes of an orientation, along those of space.
SpaceLoad turned_to_space(const SpaceLoad& load, int frame) {
  SpaceLoad out = load;
  out.along_body = false;
  out.frame = -1;
  for (int c = 0; c < 3; ++c) {
    Sum sum;
    for (int k = 0; k < 3; ++k)
      if (const std::string part = component_of(load, k); !part.empty())
        sum.add(1, fmt::format("{}*dir{}{}_{}", part, "xyz"[c], frame, k + 1));
    out.text[at(c)] = sum.text();
  }
  if (!load.by_text()) out.text_at.fill(load.where);
  return out;
}

// Writes a load, whose components are along the axes of space, of its node or of its body, as loads
// and laws of the nodes of a body.
class LoadOfNodes {
 public:
  LoadOfNodes(const SpaceLoad& load, int point, int turn, Tables& tables)
      : load_(load),
        point_(point),
        turn_(turn),
        frame_(tables.nodes[at(turn)].number),
        tables_(tables) {}

  // The force, or the moment of a load that turns.
  void add_itself() {
    const int carrier = load_.turns ? turn_ : point_;
    if (load_.along_node() && !load_.by_text())
      return tables_.forces.loads.push_back({carrier, load_.value, load_.label, load_.where});
    for (int c = 0; c < 3; ++c)
      add_law(carrier, c, load_.along_node() ? component(c) : turned(c, load_.turns));
  }
  // The moment of a force at a place of space about the node, along the axes of the body.
  void add_moment_about_node() {
    for (int k = 0; k < 3; ++k) {
      Sum moment;
      for (int c = 0; c < 3; ++c)
        if (const std::string part = about_node(c); !part.empty())
          moment.add(1, fmt::format("({})*dir{}{}_{}", part, "xyz"[c], frame_, k + 1));
      add_law(turn_, k, moment.text());
    }
  }
  // The moment of a force at a place of the body.
  void add_moment_of_place() {
    const std::array<double, 3>& s = load_.place;
    for (int c = 0; c < 3; ++c) {
      const int next = (c + 1) % 3, last = (c + 2) % 3;
      Sum moment;
      moment.add(s[at(next)], along_body(last));
      moment.add(-s[at(last)], along_body(next));
      add_law(turn_, c, moment.text());
    }
  }

 private:
  std::string component(int c) const { return component_of(load_, c); }
  // The component along axis c of space, or of the body, of components along the other axes.
  std::string turned(int c, bool to_body) const {
    Sum sum;
    for (int k = 0; k < 3; ++k)
      if (const std::string part = component(k); !part.empty())
        sum.add(1, fmt::format("{}*dir{}{}_{}", part, "xyz"[to_body ? k : c], frame_,
                               (to_body ? c : k) + 1));
    return sum.text();
  }
  std::string along_body(int k) const {
    const std::string part = load_.along_body ? component(k) : turned(k, true);
    return part.empty() || load_.along_body ? part : fmt::format("({})", part);
  }
  // The moment along axis c of space. Its levers lead from the node to the place of space.
  std::string about_node(int c) const {
    const auto lever = [&](int k) {
      return fmt::format("({} - x{}_{})", format_number(load_.place[at(k)]),
                         tables_.nodes[at(point_)].number, k + 1);
    };
    const int next = (c + 1) % 3, last = (c + 2) % 3;
    Sum moment;
    for (const auto& [arm, force, sign] : {std::tuple{next, last, 1}, std::tuple{last, next, -1}})
      if (const std::string part = component(force); !part.empty())
        moment.add(sign, lever(arm) + "*" + part);
    return moment.text();
  }
  void add_law(int node, int c, const std::string& text) {
    if (text.empty()) return;
    LawRow law;
    law.owner = node;
    law.component = c;
    law.target = Target::coordinate;
    law.label = load_.label;
    law.where = load_.where;
    law.text_at = load_.by_text() ? load_.text_at[at(c)] : load_.where;
    law.text = text;
    tables_.forces.laws.push_back(std::move(law));
  }

  const SpaceLoad& load_;
  int point_, turn_;
  int frame_;  // the number of the node that turns
  Tables& tables_;
};

// Adds loads and laws that are the load.
void lower(const SpaceLoad& load, int point, int turn, Tables& tables) {
  if (load.frame == turn) {
    SpaceLoad own = load;
    own.frame = -1;
    return lower(own, point, turn, tables);
  }
  if (load.frame >= 0) {
    const SpaceLoad along_space = turned_to_space(load, tables.nodes[at(load.frame)].number);
    return along_space.by_text() ? lower(along_space, point, turn, tables) : void();
  }
  LoadOfNodes nodes(load, point, turn, tables);
  nodes.add_itself();
  if (load.turns) return;
  if (load.in_space)
    nodes.add_moment_about_node();
  else
    nodes.add_moment_of_place();
}

}  // namespace

void take_space_load(RecordReader& in, const TakeFrame& take_frame, const TakeRows& take_rows,
                     SpaceLoad& load) {
  if (take_rows && !load.turns && in.peek_word() == "TABLE") {
    load.in_space = true;
    load.motions = take_rows(in, SpaceRows::force_at_place);
    return;
  }
  load.in_space = !load.turns && in.peek_word() == "AT";
  if (load.in_space) in.skip();
  for (std::size_t k = 0; k < 3 && !load.turns; ++k)
    load.place[k] = in.number(
        load.in_space ? std::string(1, "xyz"[k]) : std::array{"xi", "eta", "zeta"}[k], unit::metre);
  if (take_rows && in.ok() && in.peek_word() == "IN") take_axes(in, take_frame, load);
  const std::string first = in.peek_word();
  if (take_rows && in.ok() && (first == "TABLE" || load.along_body))
    return take_table(in, take_rows, load);
  if (first == "BODY" && load.turns) {
    in.skip();
    load.along_body = true;
  } else if (!first.empty()) {
    return take_expressions(in, take_frame, load);
  }
  const Unit unit = effort_of_field(load.turns ? unit::radian : unit::metre);
  for (std::size_t c = 0; c < 3; ++c)
    load.value[c] =
        in.number(load.along_body ? fmt::format("m{}", c + 1)
                                  : fmt::format("{}{}", load.turns ? 'm' : 'f', "xyz"[c]),
                  unit);
  if (in.ok() && take_frame && in.peek_word() == "IN" && !load.along_body)
    take_axes(in, take_frame, load);
}

std::string write_frame(const SpaceLoad& load) {
  if (!load.along_body) return {};
  return fmt::format("{} IN BODY{}", load.by_text() ? " ;" : "",
                     load.frame < 0 ? "" : fmt::format(" {}", load.frame_number));
}

SpaceLoadRow row_of_measured(const SpaceLoad& load, int point, int turn) {
  SpaceLoadRow row;
  row.number = load.number;
  row.point = load.turns ? -1 : point;
  row.angle = turn;
  row.frame = load.frame >= 0 ? load.frame : load.along_body ? turn : -1;
  row.place = load.in_space ? std::array<double, 3>{} : load.place;
  row.motions = load.motions;
  row.label = load.label;
  row.where = load.where;
  return row;
}

void lower_space_load(const SpaceLoad& load, int point, int turn, Tables& tables) {
  Forces& forces = tables.forces;
  if (!load.motions.empty())
    return forces.space_loads.push_back(row_of_measured(load, point, turn));
  if (!load.turns && !load.by_text()) {
    SpaceLoad given = load;
    for (const auto* numbers : {&load.value, load.in_space ? &load.place : nullptr})
      for (std::size_t c = 0; c < 3 && numbers; ++c)
        given.motions.emplace_back().coefficients = {(*numbers)[c]};
    forces.constant_space_forces.push_back(row_of_measured(given, point, turn));
  }
  lower(load, point, turn, tables);
}

}  // namespace mbs
