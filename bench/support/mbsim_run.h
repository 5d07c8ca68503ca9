// A deck as a run without report writing: the model is built once, every run begins anew with its
// own solver and integrator.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "build/build.h"
#include "deck/lines/dialects.h"
#include "deck/lines/lexer.h"
#include "deck/tables/tables.h"
#include "elements/element.h"
#include "run/motion/dynamic_system.h"
#include "solve/forces/dynamics.h"
#include "text/units.h"

namespace mbs::bench {

inline std::string read_text(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Setting {
  std::string method = "STEP";
  double tolerance = 1e-9;  // abs and rel; for HEUN and RK4 the number of steps
  Form form = Form::automatic;
  double patience = 1e9;  // seconds by the clock after which a run is given up
};

class DeckModel {
 public:
  explicit DeckModel(const std::string& text) {
    std::vector<const RecordSpec*> specs;
    for (const ElementType* type : element_types()) specs.push_back(&type->spec);
    tables = read_deck(lex({"deck", text, ".", {}}, diagnostics), specs, options, diagnostics);
    if (!diagnostics.has_errors()) built = build_model(tables, diagnostics);
    if (!built) throw std::runtime_error(diagnostics.format_all());
  }
  DeckModel(const DeckModel&) = delete;
  DeckModel& operator=(const DeckModel&) = delete;

  Diagnostics diagnostics;
  Tables tables;
  std::optional<Built> built;
  Options options;
};

// The solver at the start of the deck, ready for evaluations.
class Started {
 public:
  Started(const DeckModel& deck, Form form, const std::string& method = "STEP")
      : state(deck.built->model.nx, deck.built->model.ne),
        dynamics(deck.built->model, deck.built->phase, deck.options, form,
                 deck.tables.method.choose_freedoms || deck.tables.dialect == Dialect::kabios) {
    state.t = deck.tables.time.start;
    state.x = deck.built->model.x0;
    state.v = deck.built->model.v0;
    placed = dynamics.start(state);
    if (!dynamics.accelerate(placed, state).ok())
      throw std::runtime_error("the mechanism cannot be started");
    IntegratorSettings settings;
    settings.method = method;
    system.emplace(deck.built->model, deck.built->phase, dynamics, state, deck.options, settings);
    system->pack(state, 0, y);
    ydot.resize(y.size());
  }
  Started(const Started&) = delete;
  Started& operator=(const Started&) = delete;

  void evaluate() {
    if (!system->rhs(state.t, y, ydot).ok()) throw std::runtime_error("evaluation failed");
  }

  State state;
  Dynamics dynamics;
  Placed placed;  // of the state, until something is evaluated
  std::optional<DynamicSystem> system;
  std::vector<double> y, ydot;
};

struct RunEnd {
  State state;  // complete
  IntegratorStats stats;
  double drift = 0;  // largest change of kinetic + gravity energy at the report times
};

// Kinetic energy and that of gravity, where all mass belongs to nodes.
inline double node_energy(const DeckModel& deck, Dynamics& dynamics, const State& s) {
  const Model& model = deck.built->model;
  double energy = 0;
  for (std::size_t i = 0; i < s.x.size(); ++i)
    energy += model.mass[i] * (0.5 * s.v[i] * s.v[i] - dynamics.loads().gravity[i] * s.x[i]);
  return energy;
}

// All report times of the deck are visited and completed; throws where the run fails or is given
// up.
inline RunEnd run_deck_silently(const DeckModel& deck, const Setting& setting) {
  Started begun(deck, setting.form, setting.method);
  const TimeGrid& grid = deck.tables.time;
  const double end = grid.at(grid.count() - 1);
  IntegratorSettings s = chosen_integrator(deck.tables.method.integration);
  s.method = setting.method;
  s.h = (end - grid.start) / setting.tolerance;
  s.abs = s.rel = setting.tolerance;
  auto integrator = make_integrator(ode_system(begun.system->size(), *begun.system), s).integrator;
  if (!integrator) throw std::runtime_error("no such method or tolerance");
  StepStatus status = integrator->start(grid.start, begun.y);
  integrator->control().set_tstop(end);
  const double energy = node_energy(deck, begun.dynamics, begun.state);
  double drift = 0;
  const auto begin = std::chrono::steady_clock::now();
  const std::chrono::duration<double> patience(setting.patience);
  for (long long k = 1; k < grid.count(); ++k) {
    const double t = grid.at(k);
    while (status.ok() && integrator->t() < t) {
      bool changed = false;
      if (begun.system->worn() &&
          !begun.system->change_unknowns(UnitSystem{}, integrator, begun.state, status, changed)
               .ok())
        throw std::runtime_error("new unknowns cannot be chosen");
      status = integrator->step();
      if (std::chrono::steady_clock::now() - begin > patience)
        throw std::runtime_error(fmt::format("given up after {:.0f} s at t = {:.3g}",
                                             setting.patience, integrator->t()));
    }
    if (!status.ok()) throw std::runtime_error(fmt::format("stopped at t = {}", status.t));
    begun.y.resize(static_cast<std::size_t>(begun.system->size()));
    integrator->interpolate(t, begun.y);
    if (!begun.system->complete(t, begun.y, begun.state).ok())
      throw std::runtime_error("a report time cannot be completed");
    drift = std::max(drift, std::fabs(node_energy(deck, begun.dynamics, begun.state) - energy));
  }
  return {begun.state, integrator->stats(), drift};
}

}  // namespace mbs::bench
