// Muscles of a deck of the plane in space: what has a moment arm about a joint of the plane lies
// over the turn of its twin, which counts from the X lines.
#include <fmt/format.h>

#include "base/index.h"
#include "deck/write/renaming.h"
#include "deck/write/space_twins.h"
#include "text/names.h"

namespace mbs {

namespace {

// Coefficients of the same polynomial of theta - shift.
std::vector<double> shifted_polynomial(std::vector<double> a, double shift) {
  for (std::size_t k = 0; k + 1 < a.size(); ++k)  // Horner's scheme, again and again
    for (std::size_t i = a.size() - 1; i-- > k;) a[i] += shift * a[i + 1];
  return a;
}

class SpaceMuscles : private PlaneDeck {
 public:
  SpaceMuscles(const Tables& plane, Tables& t, Diagnostics& diagnostics)
      : PlaneDeck(plane, diagnostics), t_(t) {}

  void write() {
    for (std::vector<MuscleRow>* all : {&t_.muscles, &t_.shared_muscles})
      for (MuscleRow& row : *all)
        for (MuscleArm& arm : row.arms) lay_over(arm, row.where, row.label);
    for (MuscleArm& joint : t_.muscle_start.joints)
      lay_over(joint, t_.muscle_start.where, "MUSCLESTART");
    for (MuscleArm& joint : t_.static_opt.joints) lay_over(joint, t_.static_opt.where, "STATICOPT");
  }

 private:
  // The twin of an arm, and its polynomial of the twin's deformation.
  void lay_over(MuscleArm& arm, SourceLocation where, const std::string& label) {
    const TwinForm form = twin(arm.element).form;
    const std::vector<int>& n = plane_.elements[at(arm.element)].nodes;
    if (arm.over && form != TwinForm::hinge) {
      need_same(arm.element, arm.component, where, label);
      arm.component = component(arm.element, arm.component);
      return;
    }
    const bool is_pin = form == TwinForm::pin;
    const double start = angle_between(plane_, n[is_pin ? 1 : 0], n[is_pin ? 3 : 1]);
    arm.over = true;
    arm.component = 0;
    arm.coefficients = shifted_polynomial(std::move(arm.coefficients), start);
  }

  Tables& t_;
};

class MuscleRefusals : private PlaneDeck {
 public:
  MuscleRefusals(const Tables& plane, Diagnostics& diagnostics) : PlaneDeck(plane, diagnostics) {}

  void find() {
    for (const std::vector<MuscleRow>* all : {&plane_.muscles, &plane_.shared_muscles})
      for (const MuscleRow& row : *all) {
        const bool shares = all == &plane_.shared_muscles;
        twice(row);
        if (!(shares ? plane_.static_opt.joints : plane_.muscle_start.joints).empty())
          path(row, shares ? "STATICOPT" : "MUSCLESTART");
      }
  }

 private:
  // ARM and OVER of one PLTOR have channels of their own in the plane.
  void twice(const MuscleRow& row) {
    for (const MuscleArm& arm : row.arms)
      for (const MuscleArm& other : row.arms)
        if (arm.over && !other.over && arm.element == other.element)
          return fail(row.where, row.label,
                      fmt::format("its ARM {0} and OVER {0} 1 are one angle in space", arm.number),
                      "expected one polynomial of it");
  }

  // The path of a muscle of the plane has arms about the revolute joints that it crosses.
  void path(const MuscleRow& row, std::string_view reader) {
    for (const MuscleArm& arm : row.arms)
      if (arm.over && twin(arm.element).form == TwinForm::distance)
        return fail(row.where, row.label,
                    fmt::format("it lies over {}, which has no moment arms about joints in space, "
                                "and {} needs them",
                                plane_.elements[at(arm.element)].label, reader),
                    "expected ARM of the joints, or stay in the plane");
  }
};

// "_e3_1" is what the channels of an arm end with.
std::string end_of_channel(const Tables& tables, const MuscleArm& arm) {
  return fmt::format("_e{}_{}", tables.elements[at(arm.element)].number, arm.component + 1);
}

}  // namespace

void refuse_muscles_in_space(const Tables& plane, Diagnostics& diagnostics) {
  MuscleRefusals(plane, diagnostics).find();
}

void put_muscles_in_space(const Tables& plane, Tables& t, Diagnostics& diagnostics) {
  SpaceMuscles(plane, t, diagnostics).write();
}

void name_muscles_of_space(const Tables& plane, NewNames& names) {
  const auto add = [&](const std::string& owner, const MuscleArm& arm,
                       std::initializer_list<const char*> parts) {
    MuscleArm there = arm;
    there.component = arm.over ? twin_component(plane, arm.element, arm.component) : 0;
    const std::string here = arm.over ? end_of_channel(plane, arm) : fmt::format("{}", arm.number);
    for (const char* part : parts)
      names.add(owner + part + here, owner + part + end_of_channel(plane, there));
  };
  for (const std::vector<MuscleRow>* all : {&plane.muscles, &plane.shared_muscles})
    for (const MuscleRow& row : *all) {
      const std::string owner = lower_case(row.name) + ".";
      for (const MuscleArm& arm : row.arms) add(owner, arm, {"arm", "m"});
      for (const ElementRow& joint : plane.elements)
        for (const char* part : {"arm", "m"})
          names.add(fmt::format("{}{}{}", owner, part, joint.number), "");
      names.add_owner(lower_case(row.name), row.name);
    }
  for (const MuscleArm& joint : plane.static_opt.joints) add("", joint, {"moment", "reserve"});
}

}  // namespace mbs
