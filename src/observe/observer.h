// Everything a dynamic report shows at one time, in the order of its tables.
#pragma once

#include "observe/bodies.h"
#include "observe/chain.h"
#include "observe/contacts.h"
#include "observe/energy.h"
#include "observe/forces.h"
#include "observe/net_joints.h"
#include "observe/powers.h"

namespace mbs {

class Observer {
 public:
  Observer(const Tables& tables, const Model& model, const Phase& phase);

  const Layout& layout() const { return layout_; }
  const std::vector<ChainObserver::Meter>& meters() const { return chain_.meters(); }
  // values: layout().count() numbers, at a state after Dynamics::accelerate(). The first call sets
  // the energy that the balance counts from.
  void observe(const State& state, const Dynamics& dynamics, double work, Vector values);
  // The same numbers for an event function at a trial state: counts towards nothing.
  void probe(const State& state, const Dynamics& dynamics, double work, Vector values);
  // Kinetic and potential energy at such a state.
  double energy(const State& state, const Dynamics& dynamics);
  // The class letters of the tables after an event has changed them.
  void relabel();
  // kinetic + potential - work - start of the last observation, and the largest energy seen.
  double balance() const { return balance_; }
  double energy_scale() const { return energy_scale_; }
  // Largest Totals::momentum_gap so far.
  double momentum_gap() const { return momentum_gap_; }

 private:
  Totals fill(const State& state, const Dynamics& dynamics, double work, Vector values);

  const Model& model_;
  const Phase& phase_;
  bool bodies_;  // KABIOS tables rather than nodes and elements
  Layout layout_;
  ChainObserver chain_;  // of a SEGDYN deck
  ReactionObserver reactions_;
  NetJointObserver net_joints_;
  ContactObserver contacts_;
  PowerObserver powers_;
  TotalsObserver totals_;
  int reactions_first_ = 0, elements_first_ = 0, net_joints_first_ = 0, contacts_first_ = 0,
      powers_first_ = 0, totals_first_ = 0;
  bool started_ = false;
  double start_energy_ = 0, balance_ = 0, energy_scale_ = 0, momentum_gap_ = 0;
};

}  // namespace mbs
