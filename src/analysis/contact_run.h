// The contacts of a dynamic run. Penalty contacts open and close: the integrator starts afresh
// there, so that no step runs over the kink of a contact force. Rigid contacts strike, are held,
// slide, stick and lift off; impulse contacts strike again and again (Otten 2003 section 8, methods
// i to iii).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analysis/contact_impact.h"
#include "base/index.h"
#include "integrate/events.h"

namespace mbs {

class ContactRun {
 public:
  ContactRun(const Plan& plan, const Model& model)
      : model_(model), set_(plan, model), modes_(set_), impact_(set_, modes_) {}

  // Which contacts touch at the start: those whose gap is negative (penalty), or zero and about to
  // be.
  ContactChange start(DynamicSite& at);

  // Functions of the event locator: count() of them, behind those of the deck's events.
  int count() const { return 2 * count_of(set_.contacts); }
  const ContactRow& row(int function) const { return *set_.contacts[function / 2].row; }
  void add_directions(std::vector<Crossing>& directions) const;
  void evaluate(const State& state, const Dynamics& dynamics, const Phase& phase, Vector g);
  // What counts as zero of each of them after a change; negative: no matter. Open contacts are
  // looked for from where they are now.
  void add_noise(DynamicSite& at, std::vector<double>& noise);
  // Whether what it finds is an event of the run, and not only where a smooth piece ends or an
  // impulse that holds a contact.
  bool counts(int function) const;
  // One of these functions has passed zero.
  ContactChange meet(int function, Crossing direction, DynamicSite& at);
  // Contacts that are closed, after something else has changed classes or velocities.
  ContactChange settle(DynamicSite& at);
  // An open contact that has sunk in unseen; all is well where the problem is empty.
  ContactChange find_sunk(const State& state, const Dynamics& dynamics) const;
  // Where something else holds too much together with the closed contacts: they hold nothing until
  // settle(). False where none is closed.
  bool let_go(Phase& phase) const;
  // Joints that stick move freely until settle(): an impact is coming. False where none sticks.
  bool loosen(DynamicSite& at);
  // A line for each contact that has been struck.
  std::string describe_impulses() const;

 private:
  ContactChange start_all(DynamicSite& at);
  ContactChange meet_one(int function, Crossing direction, DynamicSite& at);
  ContactChange settle_all(DynamicSite& at);
  void follow_outlines(DynamicSite& at) const;
  void choose_sides(DynamicSite& at) const;
  ContactChange pass_outline(Contact& c, DynamicSite& at);
  void evaluate_outline(const Contact& c, const State& state, const Dynamics& dynamics,
                        const Phase& phase, double* out) const;
  void evaluate_circle(const Contact& c, const State& state, const Dynamics& dynamics,
                       const Phase& phase, double* out);

  const Model& model_;
  ContactSet set_;
  ContactModes modes_;
  ContactImpact impact_;
};

}  // namespace mbs
