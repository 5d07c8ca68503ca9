// One mechanism solved in two ways: the reduced and the full form at the same states, and KABIOS
// decks against their translations into the native dialect over time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "deck/lines/dialects.h"
#include "deck/lines/lexer.h"
#include "paths.h"
#include "program/run_deck.h"
#include "run/frame/scale.h"
#include "run/motion/dynamic_system.h"
#include "solve/forces/dynamics.h"
#include "support/deck.h"
#include "support/process.h"

namespace mbs {
namespace {

test::Loaded loaded(const std::string& deck) {
  const std::string path = std::string(MBSIM_ROOT) + "/decks/" + deck;
  return test::load(test::read_all(path), {}, path.substr(0, path.rfind('/')));
}

// Every dynamic deck that comes with mbsim, relative to decks/, without those that are wrong on
// purpose. Decks are read and not built, and that once: each process of these tests does it.
struct DynamicDeck {
  std::string name;
  Dialect dialect;
};

std::vector<DynamicDeck> read_decks() {
  namespace fs = std::filesystem;
  const fs::path root = std::string(MBSIM_ROOT) + "/decks";
  std::vector<const RecordSpec*> specs;
  for (const ElementType* type : element_types()) specs.push_back(&type->spec);
  std::vector<DynamicDeck> out;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root)) {
    const std::string name = fs::relative(entry.path(), root).generic_string();
    if (entry.path().extension() != ".dat" || name.starts_with("bad/")) continue;
    Diagnostics diagnostics;
    const std::string directory = entry.path().parent_path().string();
    const LexedDeck lexed = lex({"deck", test::read_all(entry.path()), directory, {}}, diagnostics);
    const Tables tables = read_deck(lexed, specs, {}, diagnostics);
    if (tables.job == Job::dynamic) out.push_back({name, tables.dialect});
  }
  std::sort(out.begin(), out.end(),
            [](const DynamicDeck& a, const DynamicDeck& b) { return a.name < b.name; });
  return out;
}

std::vector<std::string> dynamic_decks(bool kabios_alone) {
  static const std::vector<DynamicDeck> decks = read_decks();
  std::vector<std::string> out;
  for (const DynamicDeck& deck : decks)
    if (!kabios_alone || deck.dialect == Dialect::kabios) out.push_back(deck.name);
  return out;
}

class BothForms : public testing::TestWithParam<std::string> {};

double largest(ConstVector z) {
  double out = 0;
  for (double value : z) out = std::max(out, std::fabs(value));
  return out;
}

// Largest difference against a scale.
double difference(ConstVector a, ConstVector b, double scale) {
  double worst = 0;
  for (std::size_t k = 0; k < a.size(); ++k) worst = std::max(worst, std::fabs(a[k] - b[k]));
  return std::isfinite(worst) ? worst / std::max(scale, 1e-6) : 1e300;
}

struct Differences {
  double acceleration = 0, stress = 0, reaction = 0;
  double largest = 0, mass = 0;  // acceleration so far; of the whole mechanism
  bool turns = false;            // it has orientations of space
};

// The full form at the state of the reduced one.
void compare(Dynamics& reduced, const State& state, Dynamics& full, Differences& worst) {
  State other = state;
  const Placed placed = full.place(other, true);
  ASSERT_TRUE(placed.ok()) << state.t;
  ASSERT_TRUE(full.accelerate(placed, other).ok()) << state.t;
  // Forces against the largest of any kind: a mechanism that falls freely has stresses of zero.
  double force = std::max(
      {largest(reduced.stresses()), largest(reduced.reactions()), largest(reduced.loads().f)});
  // Where loads balance, accelerations are differences of larger terms: they count beside
  // themselves down to a hundred-thousandth of the largest so far, or of what the forces would give
  // all the mass.
  // In space so do the products of angular velocities, of a body with a unit moment of inertia.
  constexpr double kRounding = 1e-5;
  const double speed = worst.turns ? largest(state.v) : 0;
  worst.largest = std::max(
      {worst.largest, largest(state.a), speed * speed, worst.mass > 0 ? force / worst.mass : 0});
  const double size = std::max(largest(state.a), kRounding * worst.largest);
  force = std::max(force, kRounding * speed * speed);
  worst.acceleration = std::max(worst.acceleration, difference(state.a, other.a, size));
  worst.stress = std::max(worst.stress, difference(reduced.stresses(), full.stresses(), force));
  worst.reaction =
      std::max(worst.reaction, difference(reduced.reactions(), full.reactions(), force));
}

// Along the motion of the deck, or up to where it stops; a deck that cannot be started must say the
// same in both forms.
TEST_P(BothForms, AgreeAtTheSameState) {
  const test::Loaded deck = loaded(GetParam());
  ASSERT_TRUE(deck.built) << deck.diagnostics.format_all();
  const Options options;
  const Model& model = deck.built->model;
  const Phase& phase = deck.built->phase;
  const bool choose = deck.tables.method.choose_freedoms || deck.tables.dialect == Dialect::kabios;
  Dynamics reduced(model, phase, options, Form::reduced, choose);
  Dynamics full(model, phase, options, Form::full, choose);
  State state(model.nx, model.ne, model.nz());
  state.t = deck.tables.time.start;
  state.x = model.x0;
  state.v = model.v0;
  state.z = model.z0();
  State other = state;
  const Placed first = reduced.start(state), second = full.start(other);
  SolveStatus begun = first.status(), same = second.status();
  if (begun.ok() && same.ok())
    begun = reduced.accelerate(first, state), same = full.accelerate(second, other);
  ASSERT_EQ(begun.kind, same.kind);
  if (!begun.ok()) {
    EXPECT_EQ(begun.column, same.column);
    return;
  }
  IntegratorSettings settings;
  DynamicSystem system(model, phase, reduced, state, options, settings);
  settings.abs = settings.rel = 1e-6;
  const auto integrator = make_integrator(system.ode(), settings).integrator;
  std::vector<double> y;
  system.pack(state, 0, y);
  StepStatus status = integrator->start(state.t, y);
  integrator->control().set_tstop(deck.tables.time.at(deck.tables.time.count() - 1));
  ASSERT_TRUE(status.ok());
  // In and beside singular positions rounding errors grow with 1 / pivot^2, in both forms.
  constexpr double kWeak = 3e-3;
  Differences worst, weak;
  worst.mass = weak.mass = total_mass(model);
  worst.turns = weak.turns = !model.orientations.empty();
  for (int k = 0; k < 100 && status.kind == StepKind::ok; ++k) {
    const long long before = reduced.interpolated();
    if (!system.complete(integrator->t(), integrator->y(), state).ok()) break;
    const bool regular =
        reduced.interpolated() == before && reduced.kinematics().jacobian().determinacy() > kWeak;
    compare(reduced, state, full, regular ? worst : weak);
    status = integrator->step();
  }
  EXPECT_LT(worst.acceleration, 1e-10);  // seen 1e-12
  EXPECT_LT(worst.stress, 1e-10);        // seen 2e-11
  EXPECT_LT(worst.reaction, 1e-10);      // seen 2e-11
  EXPECT_LT(weak.acceleration, 1e-7);    // seen 5.1e-11
  EXPECT_LT(weak.stress, 1e-7);          // seen 1.1e-8
  EXPECT_LT(weak.reaction, 1e-7);        // seen 1.1e-8
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param.substr(0, info.param.size() - 4);
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Decks, BothForms, testing::ValuesIn(dynamic_decks(false)), test_name);

// ---- KABIOS decks and their translations -------------------------------------------------------

std::string converted(const std::string& text, const std::string& directory) {
  Diagnostics diagnostics;
  const std::string out = convert_deck({"deck", text, directory, {}}, {}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors()) << diagnostics.format_all();
  return out;
}

// Body k is made nodes 2k - 1 (point) and 2k (angle).
double worst_difference(const std::string& deck) {
  const std::string path = std::string(MBSIM_ROOT) + "/decks/" + deck, text = test::read_all(path);
  const std::string directory = path.substr(0, path.rfind('/'));
  const test::RunResult kabios = test::run(text, {}, directory),
                        native = test::run(converted(text, directory), {}, directory);
  // Some decks end with an error of their events; the translation must, too.
  EXPECT_EQ(kabios.status, native.status) << kabios.messages << native.messages;
  EXPECT_GT(kabios.rows.size(), 0u);
  EXPECT_EQ(kabios.rows.size(), native.rows.size());
  const std::size_t bodies = loaded(deck).tables.bodies.size();
  double worst = 0;
  for (const auto& [column, letter] :
       {std::pair("", "x"), std::pair("d", "v"), std::pair("dd", "a")}) {
    test::Error error;
    for (std::size_t row = 0; row < std::min(kabios.rows.size(), native.rows.size()); ++row)
      for (std::size_t k = 1; k <= bodies; ++k) {
        error.add(native.value(row, fmt::format("{}{}_1", letter, 2 * k - 1)),
                  kabios.value(row, fmt::format("body{}.x{}", k, column)));
        error.add(native.value(row, fmt::format("{}{}_2", letter, 2 * k - 1)),
                  kabios.value(row, fmt::format("body{}.y{}", k, column)));
        error.add(native.value(row, fmt::format("{}{}_1", letter, 2 * k)),
                  kabios.value(row, fmt::format("body{}.phi{}", k, column)));
      }
    worst = std::max(worst, error.relative());
  }
  return worst;
}

class Conversion : public testing::TestWithParam<std::string> {};

TEST_P(Conversion, GivesTheSameMotion) {
  EXPECT_LT(worst_difference(GetParam()), 1e-9);  // seen 0
}

// Those whose measures read what native reports have no name for are refused with that reason.
std::vector<std::string> decks_with_a_native_form() {
  std::vector<std::string> out = dynamic_decks(true);
  std::erase(out, "optimise/balanced_arm.dat");
  return out;
}

TEST(ConversionOfDrivers, IsRefusedWhereMeasuresReadThem) {
  const std::string path = std::string(MBSIM_ROOT) + "/decks/optimise/balanced_arm.dat";
  Diagnostics diagnostics;
  convert_deck({"deck", test::read_all(path), ".", {}}, {}, diagnostics);
  EXPECT_NE(diagnostics.format_all().find("'driver1.f' has no name in native reports"),
            std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Decks, Conversion, testing::ValuesIn(decks_with_a_native_form()),
                         test_name);

}  // namespace
}  // namespace mbs
