#include "space_events.h"

#include "space_rolling.h"

namespace hunt {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

bool random_event(Random& random, const SpaceElement& e, SpaceEvent& event) {
  using Action = SpaceEvent::Action;
  const int way = random.below(4);
  for (const FreeMotion& f : e.free)
    if (f.driven && has_rates(e.joint)) return false;
  switch (e.joint) {
    case Joint::relation:
      return false;
    case Joint::coordinates:
      event.rows = {at(random.below(3))};
      event.action = e.free[event.rows[0]].driven ? Action::release : Action::fix;
      return true;
    case Joint::skate:
    case Joint::inplane:
    case Joint::sda:
    case Joint::truss:
      event.rows = {0};
      event.action = e.free.empty() ? Action::release : Action::fix;
      return true;
    case Joint::wheel:
    case Joint::ball:
    case Joint::egg:
      event.action = e.free.empty() ? Action::release : Action::fix;
      event.rows = {0, 1};
      if (way == 0) event.action = Action::release, event.rows = {2};
      if (way == 0 && e.free.empty()) event.rows = {0, 1, 2};
      if (way == 1) {
        event.action = Action::prescribe;
        event.rows = {at(random.below(2))};
      }
      return true;
    case Joint::spherical:
    case Joint::weld:
    case Joint::pinbody:
    case Joint::rbeam:
      for (int d = 0; d < form_of(e.joint).rows; ++d) event.rows.push_back(at(d));
      return true;
    default:
      break;
  }
  if (e.joint == Joint::bushing || e.joint == Joint::cardan || e.free.empty()) return false;
  const std::size_t d = at(random.below(static_cast<int>(e.free.size())));
  event.rows = {d};
  if (e.free[d].driven)
    event.action = way == 0 ? Action::prescribe : Action::release;
  else
    event.action = way == 0 ? Action::prescribe : way == 1 ? Action::impact : Action::fix;
  return true;
}

}  // namespace hunt
