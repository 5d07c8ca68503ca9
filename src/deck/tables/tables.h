// What every dialect ends in: tables of the rows in deck/tables/rows.h.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "deck/tables/dialect.h"
#include "deck/tables/kabios_deck.h"
#include "deck/tables/rows.h"
#include "plan/plan.h"

namespace mbs {

// The rows from which the Model is built, and the plan of what is done with it.
struct Tables : Plan {
  Dialect dialect = Dialect::native;  // for src/deck alone
  std::vector<NodeRow> nodes;
  std::vector<ElementRow> elements;
  std::vector<MotionRow> motions;
  std::vector<ClassRow> classes;
  std::vector<BodyRow> bodies;
  std::vector<PointRow> points;
  std::vector<SweepRow> sweeps;
  std::vector<OdeRow> odes;
  std::vector<AssembleRow> mirrored;
  std::unordered_set<std::string> named;  // by NAME, OUT, ODE and MEASURE, in lower case
  Forces forces;
  // What the deck says in words of its own dialect; the rows above are made from it.
  KabiosDeck kabios;
  std::vector<JointRecord> joints;
};

}  // namespace mbs
