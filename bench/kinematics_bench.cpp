// Where the time of a kinematic step goes: elements, gather, factors, the step, the report.
#include <benchmark/benchmark.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>

#include "build/build.h"
#include "deck/lines/dialects.h"
#include "deck/lines/lexer.h"
#include "deck/tables/tables.h"
#include "elements/element.h"
#include "observe/bodies.h"
#include "report/writer.h"
#include "small_lu.h"
#include "solve/place/continuation.h"

namespace mbs {
namespace {

// The four-bar linkage of the manual, assembled.
struct FourBar {
  Diagnostics diagnostics;
  Tables tables;
  std::optional<Built> built;
  Options options;
  std::optional<Kinematics> kinematics;
  Positioned placed;
  std::optional<State> state;

  FourBar() {
    std::ifstream in(MBSIM_ROOT "/decks/kabios/four_bar.dat");
    const std::string text(std::istreambuf_iterator<char>(in), {});
    std::vector<const RecordSpec*> specs;
    for (const ElementType* type : element_types()) specs.push_back(&type->spec);
    tables =
        read_deck(lex({"four_bar.dat", text, ".", {}}, diagnostics), specs, options, diagnostics);
    built = build_model(tables, diagnostics);
    kinematics.emplace(built->model, built->phase, named_partition(built->phase), options);
    state.emplace(built->model.nx, built->model.ne);
    state->x = built->model.x0;
    kinematics->assemble(*state);
    placed = kinematics->position(*state);
    kinematics->rates(placed, *state);
  }
};

// A table of n joints between neighbours of a chain, in scattered memory as in a model.
struct Table {
  ElementBatch batch;
  std::vector<double> x, v, c, s, e, size, De, D2e;

  Table(const char* keyword, int n) : batch{find_element_type(keyword), n, {}, {}, 0, 0} {
    const ElementType& type = *batch.type;
    std::mt19937 engine(1);
    std::uniform_real_distribution<double> random(-1, 1);
    const auto nodes = static_cast<std::size_t>(3 * (n + 1));
    for (std::size_t i = 0; i < nodes; ++i) {
      x.push_back(random(engine));
      v.push_back(random(engine));
      c.push_back(std::cos(x[i]));
      s.push_back(std::sin(x[i]));
    }
    for (int k = 0; k < n; ++k)
      for (int i = 0; i < type.nx; ++i) batch.gather.push_back(3 * k + i);
    for (int k = 0; k < n * type.np; ++k) batch.parameters.push_back(random(engine));
    const auto rows = static_cast<std::size_t>(n * type.ne);
    e.resize(rows), size.resize(rows), D2e.resize(rows);
    De.resize(rows * static_cast<std::size_t>(type.nx));
  }
};

void elements(benchmark::State& state, const char* keyword, bool acceleration) {
  Table t(keyword, 64);
  const auto f = acceleration ? t.batch.type->acceleration : t.batch.type->position;
  for (auto _ : state) {
    f(t.batch, {t.x.data(), t.v.data(), t.c.data(), t.s.data()},
      {t.e.data(), t.size.data(), t.De.data(), t.D2e.data()});
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * t.batch.count);  // items = elements
}
BENCHMARK_CAPTURE(elements, revolute_position, "PLREV", false);
BENCHMARK_CAPTURE(elements, revolute_acceleration, "PLREV", true);
BENCHMARK_CAPTURE(elements, translational_position, "PLTRAN", false);
BENCHMARK_CAPTURE(elements, translational_acceleration, "PLTRAN", true);

void evaluate_four_bar(benchmark::State& state) {
  FourBar f;
  Evaluation evaluation(f.built->model);
  for (auto _ : state) {
    evaluate_position(f.built->model, f.state->x, evaluation);
    benchmark::ClobberMemory();
  }
}
BENCHMARK(evaluate_four_bar);

void gather_four_bar(benchmark::State& state) {
  FourBar f;
  const JacobianBlock& block = f.kinematics->jacobian().block();
  Lu lu(block.column_count());
  for (auto _ : state) {
    block.gather(f.kinematics->evaluation(), lu.matrix());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(gather_four_bar);

// A matrix like that of a loop of bodies: a band, well conditioned, with angle columns that fill.
std::vector<double> joint_matrix(int n) {
  std::mt19937 engine(7);
  std::uniform_real_distribution<double> random(-1, 1);
  std::vector<double> a(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0.0);
  for (int j = 0; j < n; ++j)
    for (int i = std::max(0, j - 3); i <= std::min(n - 1, j + 3); ++i)
      a[static_cast<std::size_t>(j) * static_cast<std::size_t>(n) + static_cast<std::size_t>(i)] =
          random(engine);
  return a;
}

// By the loops of the step loop, and by LAPACK, which everything else takes (linalg/lu.h).
void factor_and_solve(benchmark::State& state, Elimination by) {
  const int n = static_cast<int>(state.range(0));
  const std::vector<double> a = joint_matrix(n);
  std::vector<double> b(static_cast<std::size_t>(n), 1.0), x = b;
  Lu lu(n, by);
  for (auto _ : state) {
    std::copy(a.begin(), a.end(), lu.matrix().data);
    benchmark::DoNotOptimize(lu.factor());
    x = b;
    lu.solve(x.data());
    benchmark::ClobberMemory();
  }
}
void program_lu(benchmark::State& state) { factor_and_solve(state, Elimination::loops); }
void lapack_lu(benchmark::State& state) { factor_and_solve(state, Elimination::lapack); }
BENCHMARK(program_lu)->Arg(4)->Arg(8)->Arg(12)->Arg(16)->Arg(24)->Arg(48);
BENCHMARK(lapack_lu)->Arg(4)->Arg(8)->Arg(12)->Arg(16)->Arg(24)->Arg(48);

void program_lu_solve(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const std::vector<double> a = joint_matrix(n);
  std::vector<double> b(static_cast<std::size_t>(n), 1.0), x = b;
  Lu lu(n, Elimination::loops);
  std::copy(a.begin(), a.end(), lu.matrix().data);
  if (lu.factor() >= 0) return state.SkipWithError("singular");
  for (auto _ : state) {
    x = b;
    lu.solve(x.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(program_lu_solve)->Arg(4)->Arg(8)->Arg(12)->Arg(24);

void small_lu(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const std::vector<double> a = joint_matrix(n);
  std::vector<double> b(static_cast<std::size_t>(n), 1.0), x = b;
  bench::SmallLu<48> lu(n);
  for (auto _ : state) {
    std::copy(a.begin(), a.end(), lu.matrix());
    benchmark::DoNotOptimize(lu.factor());
    x = b;
    lu.solve(x.data());
    benchmark::ClobberMemory();
  }
}
BENCHMARK(small_lu)->Arg(4)->Arg(8)->Arg(12)->Arg(16)->Arg(24)->Arg(48);

// The same of the four-bar's own Jacobian (n = 8, 36 of 64 entries).
void four_bar_lu(benchmark::State& state, bool by_hand) {
  FourBar f;
  const int n = f.kinematics->jacobian().block().column_count();
  Lu lu(n, Elimination::loops);
  bench::SmallLu<16> own(n);
  std::vector<double> x(static_cast<std::size_t>(n), 1.0);
  for (auto _ : state) {
    f.kinematics->jacobian().block().gather(f.kinematics->evaluation(),
                                            by_hand ? Matrix{own.matrix(), n, n, n} : lu.matrix());
    std::fill(x.begin(), x.end(), 1.0);
    if (by_hand) {
      benchmark::DoNotOptimize(own.factor());
      own.solve(x.data());
    } else {
      benchmark::DoNotOptimize(lu.factor());
      lu.solve(x.data());
    }
    benchmark::ClobberMemory();
  }
}
BENCHMARK_CAPTURE(four_bar_lu, gather_program, false);
BENCHMARK_CAPTURE(four_bar_lu, gather_by_hand, true);

// Position, velocity, acceleration and the check against the prediction; 1 / range(0) of a turn.
void step(benchmark::State& state) {
  FourBar f;
  Continuation continuation(f.built->model, *f.kinematics, f.options, *f.state);
  const double h = 1.0 / static_cast<double>(state.range(0));
  long long k = 0;
  for (auto _ : state)
    benchmark::DoNotOptimize(continuation.advance(h * static_cast<double>(++k), *f.state));
  state.counters["iterations"] = static_cast<double>(continuation.count().iterations) /
                                 static_cast<double>(continuation.count().positions);
}
BENCHMARK(step)->Arg(40)->Arg(4000);

void rates(benchmark::State& state) {
  FourBar f;
  for (auto _ : state) benchmark::DoNotOptimize(f.kinematics->rates(f.placed, *f.state));
}
BENCHMARK(rates);

struct Output {
  std::FILE* file = std::fopen("/dev/null", "w");
  ~Output() { std::fclose(file); }
};

// One block of the four-bar's report: 4 bodies of 9 numbers, a point of 6. range(0): digits.
void report_block(benchmark::State& state) {
  FourBar f;
  Output output;
  TextSink sink(output.file);
  Layout layout;
  lay_out_bodies(f.built->model, layout);
  std::vector<double> values(static_cast<std::size_t>(layout.count()));
  observe_bodies(f.built->model, *f.state, values);
  ReportWriter writer(sink, layout, static_cast<int>(state.range(0)), {1, 1, 1}, 5);
  for (auto _ : state) writer.block(0.12345, values);
  state.SetItemsProcessed(state.iterations() * layout.count());  // items = numbers
}
BENCHMARK(report_block)->Arg(kManualDigits)->Arg(kSuitedDigits)->Arg(6);

void csv_row(benchmark::State& state) {
  FourBar f;
  Output output;
  TextSink sink(output.file);
  Layout layout;
  lay_out_bodies(f.built->model, layout);
  std::vector<double> values(static_cast<std::size_t>(layout.count()));
  observe_bodies(f.built->model, *f.state, values);
  CsvWriter writer(sink, layout.names(), choose_columns({}, layout.names(), true).indices);
  for (auto _ : state) writer.row(0.12345, values);
  state.SetItemsProcessed(state.iterations() * layout.count());
}
BENCHMARK(csv_row);

}  // namespace
}  // namespace mbs
