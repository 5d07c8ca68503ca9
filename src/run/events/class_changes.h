// Classes that events give to coordinates and deformations: fixed, prescribed, released, dynamic;
// and FORWARD, which releases all that is prescribed.
#pragma once

#include <string>
#include <vector>

#include "plan/events.h"
#include "run/motion/dynamic_site.h"

namespace mbs {

class ClassChanges {
 public:
  explicit ClassChanges(DynamicSite& site)
      : site_(site), x_by_event_(site.model.nx, 0), e_by_event_(site.model.ne, 0) {}

  // Index of the coordinate or deformation in the model.
  int index_of(const EventTarget& target) const;
  std::string name_of(const EventTarget& target) const;
  bool is_fixed_by_event(const EventTarget& target);

  // Gives the target the class of the action. False, with an error, where the target has this class
  // already.
  bool change(const EventRow& row, const ActionRow& action, const EventTarget& target);
  // Fixes the target at its present value, unless it is held already.
  void close(const EventTarget& target);
  // FORWARD: lets all prescribed motions go. The efforts that drove them become constant loads
  // (Otten 2003 section 4). False, with an error, where nothing is prescribed.
  bool let_go(const EventRow& row, const ActionRow& action);

 private:
  Class& class_of(const EventTarget& target);
  int& motion_of(const EventTarget& target);
  bool release_choice(const EventTarget& target);
  bool is_slip(const EventTarget& target) const;
  bool is_part_of_whole(const ActionRow& action, const EventTarget& target);
  char& given_by_event(const EventTarget& target);
  void keep_place(const EventTarget& target);
  void prescribe(const ActionRow& action, const EventTarget& target);
  void let_choice_go();

  DynamicSite& site_;
  std::vector<char> x_by_event_, e_by_event_;  // 1: the class comes from an event
};

}  // namespace mbs
