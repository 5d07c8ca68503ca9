// The result of reading a deck of any dialect: tables of the rows in deck/tables/rows.h.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "deck/tables/dialect.h"
#include "deck/tables/kabios_deck.h"
#include "deck/tables/rows.h"
#include "plan/plan.h"

namespace mbs {

// The rows from which the Model is built, and the Plan of the run.
struct Tables : Plan {
  Dialect dialect = Dialect::native;  // only for src/deck
  std::vector<NodeRow> nodes;
  std::vector<ElementRow> elements;
  std::vector<MotionRow> motions;
  std::vector<ClassRow> classes;
  std::vector<TurnRow> turns;
  std::vector<BodyRow> bodies;
  std::vector<PointRow> points;
  std::vector<SweepRow> sweeps;
  std::vector<OdeRow> odes;
  std::vector<AssembleRow> mirrored;
  std::unordered_set<std::string> named;  // names of NAME, OUT, ODE and MEASURE, in lower case
  Forces forces;
  // Records in the words of the dialect; the rows above are made from them.
  KabiosDeck kabios;
  std::vector<JointRecord> joints;

  // The class that a record gives a coordinate or deformation; null: none does.
  const ClassRow* class_of(Target target, int owner, int component) const;
};

}  // namespace mbs
