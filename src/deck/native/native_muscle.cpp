// MUSCLE of native decks. ARM names a PLREV or a PLTOR, OVER any deformation. The deformation that
// the muscle acts on is released, like the gap of a contact, unless the deck has given it a class.
#include <fmt/format.h>

#include "base/index.h"
#include "deck/native/native.h"
#include "deck/records/muscle_records.h"
#include "deck/tables/tables.h"

namespace mbs {

namespace {

void release_arm(NativeReading& r, const MuscleArm& arm, const MuscleRow& row) {
  const std::string_view keyword = r.tables.elements[arm.element].spec->keyword;
  const std::tuple key(Target::deformation, arm.element, arm.component);
  if ((!arm.over && keyword == "PLREV") || r.taken.contains(key)) return;
  r.taken.emplace(key, r.tables.classes.size());
  r.tables.classes.push_back(released(arm.element, arm.component, row.label, row.where));
}

}  // namespace

void take_native_arm(RecordReader& in, NativeReading& r, MuscleArm& arm) {
  const SourceLocation where = in.here();
  arm.number = in.ok() && in.peek() ? static_cast<int>(in.peek()->value) : 0;
  arm.element = take_element(in, r);
  if (!in.ok()) return;
  const RecordSpec& spec = *r.tables.elements[arm.element].spec;
  if (arm.over) {
    arm.component = take_component(in, r, Target::deformation, arm.element);
    if (in.ok()) in.say_unit("along", spec.deformations[at(arm.component)].unit);
  } else if (spec.keyword != "PLREV" && spec.keyword != "PLTOR") {
    in.fail(where, fmt::format("element {} is a {}, no joint", arm.number, spec.keyword),
            "expected a PLREV or a PLTOR; OVER e k takes any deformation");
  }
}

void read_native_muscle(RecordReader& in, NativeReading& r) {
  const MuscleRow* row = read_muscle(in, r.where, r.take_arm, r.tables);
  if (!row) return;
  for (const MuscleArm& arm : row->arms) release_arm(r, arm, *row);
  r.dynamic = true;
}

}  // namespace mbs
