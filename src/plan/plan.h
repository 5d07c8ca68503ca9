// The task of a run: everything of the deck besides the Model. Rows keep their deck lines for
// messages. Owners of targets are indices of nodes and elements of the Model.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/classes.h"
#include "base/source_location.h"
#include "plan/chain.h"
#include "plan/choice.h"
#include "plan/contacts.h"
#include "plan/events.h"
#include "plan/method.h"
#include "plan/muscles.h"
#include "plan/observations.h"
#include "plan/recorded.h"
#include "plan/strides.h"
#include "plan/subject.h"
#include "plan/times.h"
#include "plan/vocabulary.h"

namespace mbs {

class Parameters;
struct UnitSystem;

// The names of a deck that has none; never null.
std::shared_ptr<const Parameters> no_parameters();

// STARTDX, STARTDE, VEL: initial value and velocity. They are kept exactly for degrees of freedom;
// the others follow.
struct StartRow {
  Target target = Target::coordinate;
  int owner = 0;
  int component = 0;
  bool has_value = false;
  double value = 0;
  bool has_velocity = false;
  double velocity = 0;
  std::string label;
  SourceLocation where;
};

struct Plan {
  Vocabulary vocabulary;
  std::string name;  // of the deck
  Job job = Job::kinematic;
  TimeGrid time;
  LimitRow limits;
  Method method;
  std::vector<StartRow> starts;
  std::vector<ContactRow> contacts, frictions;
  std::vector<EventRow> events;
  std::vector<NameRow> names;
  std::vector<OutRow> outs;
  std::vector<RotationRow> rotations;
  std::vector<MeasureRow> measures;
  SubjectTables subject;
  std::vector<RecordedRow> recorded;
  std::vector<MarkRow> marks;
  std::vector<StrideRow> strides;
  std::vector<ReportRow> reports;  // none: the tables of the vocabulary
  bool summary = false;            // SUMMARY
  SourceLocation summary_where;
  std::vector<MuscleRow> muscles;
  MuscleStartRow muscle_start;
  std::vector<MuscleRow> shared_muscles;  // of STATICOPT
  StaticOptRow static_opt;
  ChoiceTables choice;
  Chain chain;  // of a SEGDYN deck
  // The names that expressions of events, measures and channels may use. Copies of a Plan share
  // them.
  std::shared_ptr<const Parameters> parameters = no_parameters();

  // The units of coherent numbers.
  const UnitSystem& units() const;
};

}  // namespace mbs
