#include <algorithm>
#include <cmath>

#include "run_deck.h"
#include "space_kabios.h"
#include "space_oracle.h"
#include "space_rolling.h"

namespace hunt {

namespace {

// Euler parameters have either sign: x2_1 to x2_4 become the matrix, xr2_11 to xr2_33.
Table with_matrices(Table table) {
  for (std::size_t n = 0; n + 3 < table.names.size(); ++n) {
    const std::string& name = table.names[n];
    if (name[0] != 'x' || !name.ends_with("2_1") ||
        table.names[n + 3] != name.substr(0, name.size() - 1) + "4")
      continue;
    const std::string owner = "xr" + name.substr(1, name.size() - 2);
    for (int r = 1; r <= 3; ++r)
      for (int c = 1; c <= 3; ++c) table.names.push_back(owner + std::to_string(10 * r + c));
    for (std::vector<double>& row : table.rows)
      for (const Vector3& line : matrix_of({row[n], row[n + 1], row[n + 2], row[n + 3]}))
        row.insert(row.end(), line.begin(), line.end());
  }
  return table;
}

bool moves(const SpaceMechanism& m) {
  bool out = !m.freedoms.empty();
  for (const SpaceElement& e : m.elements)
    for (const FreeMotion& f : e.free) out = out || f.dynamic;
  return out;
}

}  // namespace

Finding compare(const SpaceMechanism& m, const Runner& run) {
  Subject subject;
  subject.integ = m.integ;
  subject.integrates = moves(m);
  subject.expected = [&](double push, std::uint64_t direction) {
    return SpaceOracle(m).motion(push, direction);
  };
  subject.deck = [&](int steps, const std::string& integ) {
    return m.kabios ? kabios_space_deck(m, steps, integ) : space_deck(m, steps, integ);
  };
  return compare(subject, [&](const std::string& deck) {
    return with_matrices(m.kabios ? with_native_names(m, run(deck)) : run(deck));
  });
}

std::string SpaceTally::text() const {
  std::string out;
  const auto add = [&](const char* name, long count) {
    out += name + (" " + std::to_string(count)) + ", ";
  };
  for (std::size_t k = 0; k < kJoints; ++k) {
    const OfJoint& j = joints[k];
    add(form_of(static_cast<Joint>(k)).word, j.all);
    add("driven", j.driven);
    add("closing a loop", j.closing);
    out += "with springs " + std::to_string(j.sprung) + "\n";
  }
  for (const auto& [method, count] : methods)
    add(method.empty() ? "no INTEG" : method.c_str(), count);
  for (const auto& [form, count] : forms) add(form.empty() ? "no FORM" : form.c_str(), count);
  out += "\n";
  add("decks", decks), add("loops", loops), add("redundant", redundant), add("driven", driven);
  add("gears", gears), add("springs", springs), add("laws of time", laws);
  add("rows of rates", rolls), add("planes of bodies", on_bodies);
  add("RELEASE", events[0]), add("FIX", events[1]), add("IMPACT", events[2]);
  add("PRESCRIBE", events[3]);
  out += "\n";
  add("agree", agrees), add("explained", explained), add("refused", refused);
  add("beyond the time limit", late), add("beyond the oracle", skipped);
  return out + "disagree " + std::to_string(disagrees) + "; ";
}

namespace {

void count(const SpaceMechanism& m, SpaceTally& tally) {
  ++tally.decks;
  tally.loops += m.loops ? 1 : 0;
  tally.redundant += m.redundant ? 1 : 0;
  ++tally.methods[moves(m) ? m.integ.substr(0, m.integ.find(' ')) : "driven alone"];
  if (moves(m)) ++tally.forms[m.form];
  bool driven = false, gears = false, springs = false, laws = false;
  for (const SpaceElement& e : m.elements) {
    SpaceTally::OfJoint& joint = tally.joints[static_cast<std::size_t>(e.joint)];
    bool is_driven = false, is_sprung = false;
    for (const FreeMotion& f : e.free) {
      is_driven = is_driven || f.driven;
      is_sprung = is_sprung || f.k != 0;
      laws = laws || (!f.driven && f.a != 0);
    }
    tally.on_bodies += rolls(e.joint) && e.j != 0 ? 1 : 0;
    ++joint.all;
    joint.driven += is_driven ? 1 : 0;
    joint.closing += e.closes ? 1 : 0;
    joint.sprung += is_sprung ? 1 : 0;
    driven = driven || is_driven;
    springs = springs || is_sprung;
    gears = gears || e.joint == Joint::relation;
  }
  tally.driven += driven ? 1 : 0;
  tally.rolls += m.rolls ? 1 : 0;
  for (const SpaceEvent& event : m.events) ++tally.events[static_cast<std::size_t>(event.action)];
  tally.gears += gears ? 1 : 0;
  tally.springs += springs ? 1 : 0;
  tally.laws += laws ? 1 : 0;
}

}  // namespace

std::string hunt_space(std::uint64_t seed, bool show_refusals, SpaceTally& tally, SpacePrey prey) {
  Random random(seed * 31 + 7);
  SpaceMechanism m;
  if (!random_space(random, m, prey)) return {};
  const Finding found = compare(m, run_deck);
  if (found.deck.empty()) return {};
  count(m, tally);
  switch (found.verdict) {
    case Verdict::agrees:
      ++tally.agrees;
      return {};
    case Verdict::explained:
      ++tally.explained;
      return {};
    case Verdict::skipped:
      ++tally.skipped;
      return {};
    case Verdict::late:
      ++tally.late;
      break;
    case Verdict::refused:
      ++tally.refused;
      break;
    case Verdict::disagrees:
      ++tally.disagrees;
      break;
  }
  const bool disagrees = found.verdict == Verdict::disagrees;
  if (!disagrees && !show_refusals) return {};
  return "---- seed " + std::to_string(seed) + (disagrees ? " disagrees: " : " is refused: ") +
         found.what + "\n" + found.deck;
}

}  // namespace hunt
