#include "deck/records/space_load.h"

#include <fmt/format.h>

#include <cmath>

#include "base/index.h"
#include "deck/lines/field_units.h"
#include "text/names.h"
#include "text/number.h"

namespace mbs {

namespace {

// FX = ... ; FY = ... ; FZ = ... [; IN BODY]
void take_expressions(RecordReader& in, SpaceLoad& load) {
  const char letter = load.turns ? 'M' : 'F';
  const std::string layout = fmt::format(
      "expected: {0}X = expression ; {0}Y = expression ; {0}Z = expression [; IN BODY]", letter);
  in.set_layout(layout);
  for (std::size_t c = 0; c < 3; ++c) {
    const SourceLocation where = in.here();
    const std::string wanted = fmt::format("{}{}", letter, "XYZ"[c]);
    const std::string word = in.word(wanted, layout);
    if (in.ok() && word != wanted)
      in.fail(where, fmt::format("'{}' where {} was expected", printable(word), wanted), layout);
    if (!in.expression(load.text[c], load.text_at[c])) return;
  }
  if (in.at_end()) return;
  take_word(in, "IN", {"IN"}, "has no meaning here", "expected IN BODY, or nothing");
  if (in.ok()) take_word(in, "BODY", {"BODY"}, "has no meaning here", "expected BODY");
  load.along_body = true;
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

}  // namespace

void take_space_load(RecordReader& in, SpaceLoad& load) {
  std::size_t k = 0;
  for (const char* field : {"xi", "eta", "zeta"})
    if (!load.turns) load.place[k++] = in.number(field, unit::metre);
  const std::string first = in.peek_word();
  if (first == "BODY" && load.turns) {
    in.skip();
    load.along_body = true;
  } else if (!first.empty()) {
    return take_expressions(in, load);
  }
  const Unit unit = effort_of_field(load.turns ? unit::radian : unit::metre);
  for (std::size_t c = 0; c < 3; ++c)
    load.value[c] =
        in.number(load.along_body ? fmt::format("m{}", c + 1)
                                  : fmt::format("{}{}", load.turns ? 'm' : 'f', "xyz"[c]),
                  unit);
}

void lower_space_load(const SpaceLoad& load, int point, int turn, Tables& tables) {
  const int frame = tables.nodes[at(turn)].number;
  const auto component = [&load](int c) {
    if (load.by_text())
      return load.text[at(c)].empty() ? std::string() : fmt::format("({})", load.text[at(c)]);
    return load.value[at(c)] == 0 ? std::string()
                                  : fmt::format("({})", format_number(load.value[at(c)]));
  };
  // The component along axis c of space, or of the body, of components along the other axes.
  const auto turned = [&](int c, bool to_body) {
    Sum sum;
    for (int k = 0; k < 3; ++k)
      if (const std::string part = component(k); !part.empty())
        sum.add(1, fmt::format("{}*dir{}{}_{}", part, "xyz"[to_body ? k : c], frame,
                               (to_body ? c : k) + 1));
    return sum.text();
  };
  const auto add_law = [&](int node, int c, const std::string& text) {
    if (text.empty()) return;
    LawRow law;
    law.owner = node;
    law.component = c;
    law.target = Target::coordinate;
    law.label = load.label;
    law.where = load.where;
    law.text_at = load.by_text() ? load.text_at[at(c)] : load.where;
    law.text = text;
    tables.forces.laws.push_back(std::move(law));
  };
  const int carrier = load.turns ? turn : point;
  if (load.along_node() && !load.by_text())
    tables.forces.loads.push_back({carrier, load.value, load.label, load.where});
  else
    for (int c = 0; c < 3; ++c)
      add_law(carrier, c, load.along_node() ? component(c) : turned(c, load.turns));
  if (load.turns) return;
  const std::array<double, 3>& s = load.place;
  for (int c = 0; c < 3; ++c) {
    const int next = (c + 1) % 3, last = (c + 2) % 3;
    Sum moment;
    const auto along_body = [&](int k) {
      const std::string part = load.along_body ? component(k) : turned(k, true);
      return part.empty() || load.along_body ? part : fmt::format("({})", part);
    };
    moment.add(s[at(next)], along_body(last));
    moment.add(-s[at(last)], along_body(next));
    add_law(turn, c, moment.text());
  }
}

}  // namespace mbs
