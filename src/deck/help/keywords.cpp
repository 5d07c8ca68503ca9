#include "deck/help/keywords.h"

#include <fmt/format.h>

#include <algorithm>

#include "deck/help/help.h"
#include "deck/help/words.h"
#include "deck/lines/record_reader.h"
#include "deck/lines/tokenizer.h"
#include "text/names.h"

namespace mbs {

namespace {

std::string_view deck_name(Dialect dialect) {
  return dialect == Dialect::native   ? "native decks"
         : dialect == Dialect::kabios ? "KABIOS decks"
                                      : "SEGDYN decks";
}

// "native decks have it; here it is GRAV gx gy"; empty if no other dialect has the word.
std::string elsewhere(std::string_view word, const std::vector<KeywordFields>& known,
                      const KeywordPlace& place) {
  for (const Word& row : words())
    for (const Dialect other : kDialects) {
      if (other == place.dialect || said_in(row, other).keyword != word) continue;
      const Said& here = said_in(row, place.dialect);
      std::string out = fmt::format("{} have it; ", deck_name(other));
      const auto twin = std::find_if(known.begin(), known.end(), [&](const KeywordFields& k) {
        return k.name == here.keyword;
      });
      if (twin != known.end())
        return out + fmt::format("here it is {}{}{}", twin->name, twin->fields.empty() ? "" : " ",
                                 twin->fields);
      if (!here.keyword.empty()) return out + fmt::format("here it is {}", here.keyword);
      if (!here.instead.empty()) return out + fmt::format("here: {}", plain_text(here.instead));
      return out + fmt::format("{} have none like it", deck_name(place.dialect));
    }
  return {};
}

// Words of other programs (SPACAR's user routines, Adams, MBDyn, Simscape), and what a native deck
// has in their place.
struct Foreign {
  std::string_view word, here;
};
constexpr Foreign kForeign[] = {
    {"BALLJOINT", "SPHERICAL"},
    {"BEAM", "PLBEAM in the plane; there are no beams of space yet"},
    {"BEAMW", "PLBEAM in the plane; there are no beams of space yet"},
    {"CONVEL", "CVJOINT"},
    {"DELINPX", "INPUTX n c = expression; several equilibria are a sweep of a PARAM"},
    {"DELXF", "XF: STATIC brings loads on in steps by itself; several are a sweep of a PARAM"},
    {"EULER", "X n ROT zyx a b c"},
    {"FIXED", "FIX n, which holds a node; WELD in space, PLWELD in the plane, between bodies"},
    {"GIMBAL", "SPHERICAL and CARDAN e a b zxy, whose deformations are the three angles"},
    {"HOOKE", "UNIVERSAL"},
    {"INLINE", "SLIDER, or CYLINDRICAL with the turn let go"},
    {"LIMITS", "STOPS e d MIN a MAX b RIGID r, the ends of the way of a joint"},
    {"MOTOR", "INPUTE e d before END HALT, and its motion INPUTE e d = expression after it"},
    {"PARALLEL", "HINGE e a b ux uy uz, which holds two tilts, with RLSE e 1"},
    {"PLHINGE", "PLTOR e a b"},
    {"PLPINBOD", "POINT k p a xi eta"},
    {"SPHERICALJOINT", "SPHERICAL"},
    {"STOP", "STOPS e d MIN a MAX b RIGID r; a soft one has PENALTY k n d in the place of RIGID"},
    {"TRANSLATIONAL", "PRISMATIC in space, PLTRAN in the plane"},
    {"USERINP", "INPUTX n c = expression, or TABLE, for a motion; PARAM and SET for a number"},
    {"USERSIG", "OUT name = expression for a signal; XLAW and ELAW for a force; ODE for a state"}};

}  // namespace

std::string_view native_word_for(std::string_view word) {
  for (const Foreign& row : kForeign)
    if (row.word == word) return row.here;
  return {};
}

std::string keyword_layout(std::string_view keyword, std::string_view fields) {
  return fmt::format("expected: {}{}{}", keyword, fields.empty() ? "" : " ", fields);
}

bool has_word(const std::vector<KeywordFields>& known, std::string_view word) {
  return std::any_of(known.begin(), known.end(),
                     [word](const KeywordFields& k) { return k.name == word; });
}

void fail_unknown_keyword(const Record& record, const std::vector<KeywordFields>& known,
                          const KeywordPlace& place, Diagnostics& diagnostics) {
  const Token& first = record.tokens.front();
  RecordReader in(record, "", diagnostics);
  const std::string problem = fmt::format("is no keyword of {}", place.name);
  if (const std::string_view here = native_word_for(upper_case(first.text));
      !here.empty() && place.dialect == Dialect::native)
    return in.fail(first.where, fmt::format("'{}' {}", printable(first.text), problem),
                   fmt::format("here it is {}", here));
  if (const std::string twin = elsewhere(upper_case(first.text), known, place); !twin.empty())
    return in.fail(first.where, fmt::format("'{}' {}", printable(first.text), problem), twin);
  std::vector<std::string_view> names;
  for (const KeywordFields& k : known) names.push_back(k.name);
  for (const AnywhereKeyword& k : anywhere_keywords()) names.push_back(k.name);
  fail_unknown_word(in, first.where, first.text, problem, names, place.otherwise);
}

Dialect dialect_of(Block block) {
  switch (block) {
    case Block::kabios_tail:
    case Block::kabios_space:
      return Dialect::kabios;
    case Block::chain:
      return Dialect::segdyn;
    default:
      return Dialect::native;
  }
}

std::vector<ReaderKeyword> reader_keywords(ElementSpecs specs) {
  std::vector<ReaderKeyword> out;
  const auto add = [&out](Block block, std::vector<KeywordFields> rows) {
    for (KeywordFields& row : rows) out.push_back({block, std::move(row)});
  };
  add(Block::kinematics, native_kinematics_keywords(specs));
  add(Block::dynamics, native_dynamics_keywords());
  add(Block::kabios_tail, kabios_tail_keywords());
  add(Block::kabios_space, kabios_space_keywords());
  add(Block::chain, segdyn_keywords());
  add(Block::anywhere, fields_of(anywhere_keywords()));
  return out;
}

}  // namespace mbs
