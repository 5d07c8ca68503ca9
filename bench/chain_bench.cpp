// One evaluation of a skeletal chain with all that it takes (placing the state on the joints
// included): forward dynamics, reduced and full, and inverse dynamics as a choice of its own; and
// the matrix of Casius 2004 that checks it.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "build/build.h"
#include "deck/lines/dialects.h"
#include "deck/lines/lexer.h"
#include "elements/element.h"
#include "program/run_deck.h"
#include "solve/chain/chain_choice.h"
#include "solve/forces/dynamics.h"

namespace mbs {
namespace {

std::string deck(int n, bool inverse) {
  std::string text = "SEGDYN\nGRAV 0 -9.81\nTIME 0 1 1\n";
  for (int i = 1; i <= n && inverse; ++i)
    text += fmt::format("KNOWN PHIDD {} {}\nUNKNOWN M {}\n", i, 0.1 * i, i);
  for (int i = 1; i <= n; ++i)
    text += fmt::format("SEGMENT {} 1.5 0.4 0.18 0.02\nSTATE {} {} {}\n", i, i, 0.3 * i - 2,
                        0.5 - 0.1 * i);
  return text + "END\n";
}

Tables read(int n, Diagnostics& diagnostics, bool inverse = false) {
  const LexedDeck lexed = lex({"chain", deck(n, inverse), ".", {}}, diagnostics);
  std::vector<const RecordSpec*> specs;
  for (const ElementType* type : element_types()) specs.push_back(&type->spec);
  return read_deck(lexed, specs, {}, diagnostics);
}

void matrix(benchmark::State& state) {
  Diagnostics diagnostics;
  const int n = static_cast<int>(state.range(0));
  const Tables tables = read(n, diagnostics);
  std::vector<ChainSegment> segments = tables.chain.segments;
  ChainSystem system(segments, {}, 0);
  std::vector<char> unknown(static_cast<std::size_t>(system.variable_count()));
  for (ChainVariable v : {ChainVariable::frx, ChainVariable::fry, ChainVariable::phidd})
    for (int i = 0; i < n; ++i)
      unknown[static_cast<std::size_t>(chain_variable_column(v, i, n))] = 1;
  system.choose(unknown);
  const std::vector<double> value(unknown.size());
  std::vector<double> out(unknown.size());
  const ChainEquations none(0, system.variable_count());
  for (auto _ : state) {
    segments[0].phi += 1e-6;
    benchmark::DoNotOptimize(system.solve(segments, value, none, out));
  }
}

void general(benchmark::State& state, Form form, bool inverse) {
  Diagnostics diagnostics;
  const Tables tables = read(static_cast<int>(state.range(0)), diagnostics, inverse);
  const std::optional<Built> built = build_model(tables, diagnostics);
  const Options options;
  Dynamics dynamics(built->model, built->phase, options, form, false);
  State here(built->model.nx, built->model.ne);
  here.x = built->model.x0;
  here.v = built->model.v0;
  dynamics.start(here);
  const auto angle = static_cast<std::size_t>(dynamics.placement().partition().x_freedoms.front());
  for (auto _ : state) {
    here.x[angle] += 1e-6;
    benchmark::DoNotOptimize(dynamics.accelerate(dynamics.place(here, false), here).ok());
  }
}

BENCHMARK(matrix)->Name("chain_matrix")->Arg(4)->Arg(15);
BENCHMARK_CAPTURE(general, chain_reduced, Form::reduced, false)->Arg(4)->Arg(15);
BENCHMARK_CAPTURE(general, chain_full, Form::full, false)->Arg(4)->Arg(15);
BENCHMARK_CAPTURE(general, chain_choice, Form::automatic, true)->Arg(4)->Arg(15);

}  // namespace
}  // namespace mbs
