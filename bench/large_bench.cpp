// What an evaluation of a dynamic model consists of, for mechanisms from small to large: rods in a
// chain (no loops) and the N-four-bar (N loops). The argument is the number of rods, or N.
#include <benchmark/benchmark.h>

#include "linalg/sparse_lu.h"
#include "linalg/sparse_rank.h"
#include "solve/forces/joint_forces.h"
#include "solve/place/partition.h"
#include "solve/place/rank_audit.h"
#include "support/problems.h"

namespace mbs::bench {
namespace {

std::string chain(int n) {
  std::vector<double> phi, rate;
  chain_state(n, phi, rate);
  return chain_deck(phi, rate, 1);
}
std::string loops(int n) { return n_four_bar_deck(MBSIM_ROOT, n); }
std::string push_off(int) { return read_text(MBSIM_ROOT "/decks/bench/push_off.dat"); }
std::string andrews(int) { return read_text(MBSIM_ROOT "/decks/own/andrews.dat"); }

using MakeDeck = std::string (*)(int);

// The Jacobian of a mechanism at its start, with degrees of freedom chosen there.
struct Start {
  DeckModel deck;
  const Model& model;
  const Phase& phase;
  Evaluation here;
  Partition chosen;
  JacobianBlock block;

  explicit Start(const std::string& text)
      : deck(text),
        model(deck.built->model),
        phase(deck.built->phase),
        here(model),
        chosen((evaluate_position(model, model.x0, here),
                chosen_partition(model, phase, here, model.preferred_freedoms, Options().rank))),
        block(model, chosen.rows, ordered_columns(model, chosen.rows, chosen.columns)) {
    if (!chosen.square()) throw std::runtime_error("the Jacobian has not full rank");
    block.choose_scales(model, here);
  }
};

// The right-hand side as integrators see it: places the state, then accelerations.
void rhs(benchmark::State& state, MakeDeck make, Form form) {
  const DeckModel deck(make(static_cast<int>(state.range(0))));
  Started started(deck, form);
  for (auto _ : state) started.evaluate();
}
BENCHMARK_CAPTURE(rhs, push_off, push_off, Form::reduced)->Arg(4);
BENCHMARK_CAPTURE(rhs, push_off_full, push_off, Form::full)->Arg(4);
BENCHMARK_CAPTURE(rhs, andrews, andrews, Form::reduced)->Arg(7);
BENCHMARK_CAPTURE(rhs, andrews_full, andrews, Form::full)->Arg(7);
BENCHMARK_CAPTURE(rhs, chain, chain, Form::reduced)->Arg(4)->Arg(40)->Arg(1000);
BENCHMARK_CAPTURE(rhs, loops, loops, Form::reduced)->Arg(4)->Arg(40)->Arg(200);

// The two halves of it: Newton's iteration from a state a little off, and the accelerations.
void newton_place(benchmark::State& state, MakeDeck make) {
  const DeckModel deck(make(static_cast<int>(state.range(0))));
  Started started(deck, Form::reduced);
  const std::vector<double> x = started.state.x;
  const std::vector<int> calculable = started.dynamics.placement().partition().columns;
  for (auto _ : state) {
    started.state.x = x;
    for (int i : calculable) started.state.x[static_cast<std::size_t>(i)] += 1e-6;
    benchmark::DoNotOptimize(started.dynamics.place(started.state, false).ok());
  }
}
BENCHMARK_CAPTURE(newton_place, chain, chain)->Arg(4)->Arg(40)->Arg(1000);
BENCHMARK_CAPTURE(newton_place, loops, loops)->Arg(4)->Arg(40)->Arg(200);

void accelerate(benchmark::State& state, MakeDeck make) {
  const DeckModel deck(make(static_cast<int>(state.range(0))));
  Started started(deck, Form::reduced);
  for (auto _ : state)
    benchmark::DoNotOptimize(started.dynamics.accelerate(started.placed, started.state).ok());
}
BENCHMARK_CAPTURE(accelerate, chain, chain)->Arg(4)->Arg(40)->Arg(1000);
BENCHMARK_CAPTURE(accelerate, loops, loops)->Arg(4)->Arg(40)->Arg(200);

// All elements of the model, then their derivatives gathered into the Jacobian.
void evaluate_elements(benchmark::State& state, MakeDeck make) {
  Start s(make(static_cast<int>(state.range(0))));
  for (auto _ : state) {
    evaluate_position(s.model, s.model.x0, s.here);
    benchmark::ClobberMemory();
  }
}
BENCHMARK_CAPTURE(evaluate_elements, chain, chain)->Arg(4)->Arg(40)->Arg(1000);
BENCHMARK_CAPTURE(evaluate_elements, loops, loops)->Arg(4)->Arg(40)->Arg(200);

void gather_sparse(benchmark::State& state, MakeDeck make) {
  Start s(make(static_cast<int>(state.range(0))));
  SparseLu lu(s.block.pattern());
  for (auto _ : state) {
    s.block.gather(s.here, lu.values());
    benchmark::ClobberMemory();
  }
}
BENCHMARK_CAPTURE(gather_sparse, loops, loops)->Arg(4)->Arg(40)->Arg(200);

void sparse_lu_factor(benchmark::State& state, MakeDeck make) {
  Start s(make(static_cast<int>(state.range(0))));
  SparseLu lu(s.block.pattern());
  s.block.gather(s.here, lu.values());
  for (auto _ : state) benchmark::DoNotOptimize(lu.factor());
  state.counters["unknowns"] = lu.size();
  state.counters["entries"] = static_cast<double>(lu.entry_count());
}
BENCHMARK_CAPTURE(sparse_lu_factor, chain, chain)->Arg(4)->Arg(40)->Arg(1000);
BENCHMARK_CAPTURE(sparse_lu_factor, loops, loops)->Arg(4)->Arg(40)->Arg(200);

void sparse_lu_solve(benchmark::State& state, MakeDeck make) {
  Start s(make(static_cast<int>(state.range(0))));
  SparseLu lu(s.block.pattern());
  s.block.gather(s.here, lu.values());
  if (lu.factor() >= 0) return state.SkipWithError("singular");
  const std::vector<double> b(static_cast<std::size_t>(lu.size()), 1.0);
  std::vector<double> x = b;
  for (auto _ : state) {
    x = b;
    lu.solve(x.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK_CAPTURE(sparse_lu_solve, chain, chain)->Arg(4)->Arg(40)->Arg(1000);
BENCHMARK_CAPTURE(sparse_lu_solve, loops, loops)->Arg(4)->Arg(40)->Arg(200);

// The joint forces by L D L^T factors of J M^-1 J^T: assembling, factors, substitutions.
void joint_forces(benchmark::State& state, MakeDeck make) {
  Start s(make(static_cast<int>(state.range(0))));
  JointForces elimination(s.model, s.phase);
  const Inertia inertia(s.model);
  const std::vector<double> g(static_cast<std::size_t>(s.model.nx), 1.0);
  const std::vector<double> edd(static_cast<std::size_t>(s.model.ne), 0.0);
  std::vector<double> a(g.size()), S(edd.size());
  for (auto _ : state) benchmark::DoNotOptimize(elimination.solve(s.here, inertia, g, edd, a, S));
  state.counters["multiplications"] = static_cast<double>(elimination.operations());
}
BENCHMARK_CAPTURE(joint_forces, chain, chain)->Arg(4)->Arg(40)->Arg(1000);
BENCHMARK_CAPTURE(joint_forces, loops, loops)->Arg(4)->Arg(40)->Arg(200);

// Once a model: the order of elimination, the rank of all constraint rows, the audit that names
// what is redundant or free.
void order_columns(benchmark::State& state, MakeDeck make) {
  Start s(make(static_cast<int>(state.range(0))));
  for (auto _ : state)
    benchmark::DoNotOptimize(ordered_columns(s.model, s.chosen.rows, s.chosen.columns));
}
BENCHMARK_CAPTURE(order_columns, loops, loops)->Arg(40)->Arg(200);

void sparse_rank(benchmark::State& state, MakeDeck make) {
  Start s(make(static_cast<int>(state.range(0))));
  SparsePattern pattern = s.block.pattern();
  std::vector<double> values(pattern.row.size());
  s.block.gather(s.here, values);
  for (auto _ : state) benchmark::DoNotOptimize(SparseRank(pattern, values, Options().rank).rank());
}
BENCHMARK_CAPTURE(sparse_rank, loops, loops)->Arg(4)->Arg(40)->Arg(200);

void audit(benchmark::State& state, MakeDeck make) {
  Start s(make(static_cast<int>(state.range(0))));
  const JacobianBlock all(s.model, s.chosen.rows, free_coordinates(s.phase));
  for (auto _ : state)
    benchmark::DoNotOptimize(audit_rank(s.model, all, s.here, Options().rank).rank);
}
BENCHMARK_CAPTURE(audit, loops, loops)->Arg(4)->Arg(40)->Arg(200);

}  // namespace
}  // namespace mbs::bench
