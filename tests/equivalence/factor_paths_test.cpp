// The dense and the sparse factorisation of the Jacobian in whole runs: same reports.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "solve/place/kinematics.h"
#include "support/deck.h"
#include "support/names.h"
#include "support/process.h"

namespace mbs {
namespace {

std::vector<std::string> decks_of(const std::string& folder) {
  std::vector<std::string> names;
  const std::string root = std::string(MBSIM_ROOT) + "/";
  for (const auto& file : std::filesystem::recursive_directory_iterator(root + folder))
    if (file.path().extension() == ".dat")
      names.push_back(file.path().string().substr(root.size()));
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> some_decks() {
  std::vector<std::string> names;
  for (const char* folder : {"bench", "chains", "kabios", "own", "spacar"})
    for (std::string& name : decks_of(std::string("decks/") + folder))
      names.push_back(std::move(name));
  return names;
}

// Every deck that runs; a sanitized program is slow, and finds no more in all of them.
std::vector<std::string> all_decks() {
#if defined(MBSIM_SANITIZED)
  return some_decks();
#else
  std::vector<std::string> names = decks_of("decks");
  std::erase_if(names, [](const std::string& name) { return name.starts_with("decks/bad/"); });
  return names;
#endif
}

class BothPaths : public testing::TestWithParam<std::string> {};

// Not within a tolerance: the factors are the same to the last bit, so the reports are too. Of the
// soft limb they are not: it has so many degrees of freedom that the sparse path solves masses and
// constraints in one matrix, which the dense path never does. The rounding of accelerations decides
// there which steps meet the tolerance of 1e-6.
TEST_P(BothPaths, GiveTheSameReport) {
  const test::Finished dense = test::mbsim("--set path=dense " + GetParam());
  const test::Finished sparse = test::mbsim("--set path=sparse " + GetParam());
  EXPECT_EQ(dense.status, sparse.status);
  if (GetParam() == "decks/muscles/soft_limb.dat") {
    const test::Scratch scratch;
    test::write_all(scratch.file("dense"), dense.out);
    test::write_all(scratch.file("sparse"), sparse.out);
    const test::Finished diff =
        test::mbsim("diff --rtol 1e-5 " + scratch.file("dense") + " " + scratch.file("sparse"));
    EXPECT_EQ(diff.status, 0) << diff.out << diff.err;
    return;
  }
  EXPECT_EQ(test::without_options(dense.out), test::without_options(sparse.out));
  EXPECT_EQ(dense.err, sparse.err);
  EXPECT_GT(dense.out.size() + dense.err.size(), 100u);  // some decks are wrong and say why
}

INSTANTIATE_TEST_SUITE_P(Decks, BothPaths, testing::ValuesIn(all_decks()), test::name_of_text);

class OtherFactors : public testing::TestWithParam<std::string> {};

// Other factors, other rounding: the same report within the tolerances of `mbsim diff`. Spin-up has
// accelerations of stiff lengths of 1e-6 m/s2, beside 288 m/s2 of the beam: they are rounding.
TEST_P(OtherFactors, AgreeWithLapack) {
  const bool is_stiff = GetParam() == "decks/own/spin_up.dat";
  const test::Scratch scratch;
  const test::Finished usual = test::mbsim(GetParam());
  const test::Finished lapack = test::mbsim("--set path=lapack " + GetParam());
  ASSERT_EQ(usual.status, lapack.status) << lapack.err;
  if (usual.out.empty()) return;  // it cannot be started
  test::write_all(scratch.file("usual"), usual.out);
  test::write_all(scratch.file("lapack"), lapack.out);
  const test::Finished diff = test::mbsim(std::string("diff ") + (is_stiff ? "--atol 1e-6 " : "") +
                                          scratch.file("usual") + " " + scratch.file("lapack"));
  EXPECT_EQ(diff.status, 0) << diff.out << diff.err;
}

INSTANTIATE_TEST_SUITE_P(Decks, OtherFactors, testing::ValuesIn(some_decks()), test::name_of_text);

// Entries in the factors of the Jacobian of the N-four-bar mechanism.
std::size_t entries(int n) {
  const test::Loaded deck = test::load(test::n_four_bar(n));
  EXPECT_TRUE(deck.built) << deck.diagnostics.format_all();
  const Model& model = deck.built->model;
  Evaluation here(model);
  evaluate_position(model, model.x0, here);
  const Partition chosen = chosen_partition(model, deck.built->phase, here, {}, Options().rank);
  EXPECT_TRUE(chosen.square());
  JacobianBlock block(model, chosen.rows, ordered_columns(model, chosen.rows, chosen.columns));
  block.choose_scales(model, here);
  SparseLu lu(block.pattern());
  block.gather(here, lu.values());
  EXPECT_EQ(lu.factor(), -1);
  return lu.entry_count();
}

TEST(FactorPaths, EntriesOfTheFactorsGrowLikeTheMechanism) {
  const std::size_t few = entries(20), many = entries(80);
  RecordProperty("entries", std::to_string(few) + " " + std::to_string(many));
  const double ratio = static_cast<double>(many) / static_cast<double>(few);
  EXPECT_LT(ratio / (482.0 / 122),
            1.05);         // seen 1.03: 503 and 2054 entries of 122 and 482 unknowns
  EXPECT_LE(many, 2513u);  // what degrees as sums over cliques leave
}

// The run crosses the flat position, where each choice of degrees of freedom is singular.
TEST(FactorPaths, ThroughSingularPositions) {
  const test::Scratch scratch;
  std::string deck = test::n_four_bar(8);
  const std::string long_run = "TIMESTEP 10 100", tight = "PARAM tolerance = 1e-10";
  deck.replace(deck.find(long_run), long_run.size(), "TIMESTEP 3 30");
  deck.replace(deck.find(tight), tight.size(), "PARAM tolerance = 1e-7");
  test::write_all(scratch.file("deck.dat"), deck);
  const test::Finished dense = test::mbsim("--set path=dense " + scratch.file("deck.dat"));
  const test::Finished sparse = test::mbsim("--set path=sparse " + scratch.file("deck.dat"));
  EXPECT_EQ(dense.status, 0) << dense.err;
  EXPECT_EQ(test::without_options(dense.out), test::without_options(sparse.out));
}

}  // namespace
}  // namespace mbs
