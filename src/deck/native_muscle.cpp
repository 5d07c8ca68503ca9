// MUSCLE of native decks. ARM names a PLREV or a PLTOR, OVER any deformation. What it acts on is
// released, like the gap of a contact, unless the deck has given it a class.
#include <fmt/format.h>

#include "deck/muscle_records.h"
#include "deck/native.h"

namespace mbs {

namespace {

void take_arm(RecordReader& in, NativeContext& deck, MuscleArm& arm) {
  const SourceLocation at = in.here();
  arm.number = in.ok() && in.peek() ? static_cast<int>(in.peek()->value) : 0;
  arm.element = take_element(in, deck);
  if (!in.ok()) return;
  const std::string_view keyword = deck.tables.elements[arm.element].spec->keyword;
  if (arm.over)
    arm.component = take_component(in, deck, Target::deformation, arm.element);
  else if (keyword != "PLREV" && keyword != "PLTOR")
    in.fail(at, fmt::format("element {} is a {}, no joint", arm.number, keyword),
            "expected a PLREV or a PLTOR; OVER e k takes any deformation");
}

void release(NativeContext& deck, const MuscleArm& arm, const MuscleRow& row) {
  const std::string_view keyword = deck.tables.elements[arm.element].spec->keyword;
  const std::tuple key(Target::deformation, arm.element, arm.component);
  if ((!arm.over && keyword == "PLREV") || deck.taken.contains(key)) return;
  deck.taken.emplace(key, deck.tables.classes.size());
  deck.tables.classes.push_back(released(arm.element, arm.component, row.label, row.where));
}

}  // namespace

void read_native_muscle(RecordReader& in, NativeContext& deck, SourceLocation where) {
  const auto take = [&deck](RecordReader& r, MuscleArm& arm) { take_arm(r, deck, arm); };
  const MuscleRow* row = read_muscle(in, where, take, deck.tables);
  if (!row) return;
  for (const MuscleArm& arm : row->arms) release(deck, arm, *row);
  deck.dynamic = true;
}

void read_native_muscle_start(RecordReader& in, NativeContext& deck, Once& once,
                              SourceLocation where) {
  const auto take = [&deck](RecordReader& r, MuscleArm& arm) { take_arm(r, deck, arm); };
  auto row = read_muscle_start(in, where, take);
  if (row && once(in, where, "MUSCLESTART")) deck.tables.muscle_start = std::move(*row);
}

void read_native_static_opt(RecordReader& in, NativeContext& deck, Once& once,
                            SourceLocation where) {
  const auto take = [&deck](RecordReader& r, MuscleArm& arm) { take_arm(r, deck, arm); };
  auto row = read_static_opt(in, where, take);
  deck.tables.static_opt.given = true;
  if (row && once(in, where, "STATICOPT")) deck.tables.static_opt = std::move(*row);
}

}  // namespace mbs
