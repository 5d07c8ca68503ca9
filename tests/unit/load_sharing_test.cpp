#include "laws/load_sharing.h"

#include <gtest/gtest.h>

#include <cmath>

namespace mbs {
namespace {

const double kNan = std::nan("");

// Sum of (F/most)^2, whose derivative is 2 F/most^2.
SharingSlope squares(std::vector<double> most) {
  return [most = std::move(most)](std::size_t k, double F) { return 2 * F / (most[k] * most[k]); };
}

std::vector<TensionLimits> up_to(const std::vector<double>& most) {
  std::vector<TensionLimits> out;
  for (double m : most) out.push_back({0, m});
  return out;
}

// By Lagrange's rule F_k = r_k most_k^2 times one number.
TEST(LoadSharing, SquaresAreSharedByArmAndStrength) {
  const std::vector<double> most = {100, 300}, arms = {0.05, 0.02};
  const SharedLoad shared = share_load(up_to(most), arms, {4}, squares(most));
  ASSERT_TRUE(shared.ok);
  const double scale = 4 / (0.05 * 0.05 * 1e4 + 0.02 * 0.02 * 9e4);
  EXPECT_NEAR(shared.tensions[0], 0.05 * 1e4 * scale, 1e-10);
  EXPECT_NEAR(shared.tensions[1], 0.02 * 9e4 * scale, 1e-10);
  EXPECT_NEAR(shared.made[0], 4, 1e-12);
  EXPECT_TRUE(shared.reserve.empty());
}

// The second would be asked for more than 300 N; the first makes the rest.
TEST(LoadSharing, AMuscleAtItsLimitLeavesTheRestToOthers) {
  const std::vector<double> most = {100, 300}, arms = {0.05, 0.02};
  const SharedLoad shared = share_load(up_to(most), arms, {10.5}, squares(most));
  ASSERT_TRUE(shared.ok);
  EXPECT_EQ(shared.tensions[1], 300);
  EXPECT_NEAR(shared.tensions[0], 4.5 / 0.05, 1e-10);
}

// An antagonist rests at its lowest tension, which the other has to make good.
TEST(LoadSharing, AnAntagonistKeepsItsLowestTension) {
  const std::vector<double> most = {100, 300}, arms = {0.05, -0.02};
  std::vector<TensionLimits> limits = up_to(most);
  limits[1].lowest = 10;
  const SharedLoad shared = share_load(limits, arms, {2}, squares(most));
  ASSERT_TRUE(shared.ok);
  EXPECT_EQ(shared.tensions[1], 10);
  EXPECT_NEAR(shared.tensions[0], (2 + 0.2) / 0.05, 1e-10);
}

TEST(LoadSharing, NothingIsSharedByNobody) {
  const SharedLoad none = share_load({}, {}, {}, squares({}));
  EXPECT_TRUE(none.ok);
  EXPECT_TRUE(none.tensions.empty());
  EXPECT_FALSE(share_load({}, {}, {5}, squares({})).ok);
  const SharedLoad left = share_with_reserve({}, {}, {5}, squares({}));
  ASSERT_TRUE(left.ok);
  EXPECT_NEAR(left.reserve[0], 5, 1e-12);
}

// Two muscles that each make 5 N m at most leave 2 of 12.
TEST(LoadSharing, OutOfReachIsAReserve) {
  const std::vector<double> most = {100, 250}, arms = {0.05, 0.02};
  const SharedLoad shared = share_with_reserve(up_to(most), arms, {12}, squares(most));
  ASSERT_TRUE(shared.ok);
  EXPECT_NEAR(shared.tensions[0], 100, 1e-9);
  EXPECT_NEAR(shared.tensions[1], 250, 1e-9);
  EXPECT_NEAR(shared.reserve[0], 2, 1e-6);
  EXPECT_NEAR(shared.made[0] + shared.reserve[0], 12, 1e-9);
}

// The same moment asked for twice: the equations depend on each other, the tensions do not change.
TEST(LoadSharing, RedundantMomentsAreMade) {
  const std::vector<double> most = {100, 300}, arms = {0.05, 0.02, 0.05, 0.02};
  const SharedLoad once = share_load(up_to(most), {0.05, 0.02}, {4}, squares(most));
  const SharedLoad twice = share_with_reserve(up_to(most), arms, {4, 4}, squares(most));
  ASSERT_TRUE(twice.ok);
  EXPECT_NEAR(twice.tensions[0], once.tensions[0], 1e-5);
  EXPECT_NEAR(twice.reserve[0], 0, 1e-6);
  EXPECT_NEAR(twice.reserve[1], 0, 1e-6);
}

TEST(LoadSharing, NotANumberIsNotShared) {
  const std::vector<double> most = {100, 300};
  EXPECT_FALSE(share_load(up_to(most), {0.05, 0.02}, {kNan}, squares(most)).ok);
  EXPECT_FALSE(share_load(up_to(most), {0.05, kNan}, {4}, squares(most)).ok);
  EXPECT_FALSE(share_with_reserve(up_to(most), {0.05, 0.02}, {kNan}, squares(most)).ok);
  const auto nowhere = [](std::size_t, double) { return kNan; };
  EXPECT_FALSE(share_load(up_to(most), {0.05, 0.02}, {4}, nowhere).ok);
}

TEST(LoadSharing, MomentsAreComparedWithTheirTerms) {
  SharedLoad shared;
  shared.ok = true;
  shared.tensions = {100, 100};
  shared.made = {0.1};
  const std::vector<double> arms = {1, -0.999};  // terms 100 and 99.9
  EXPECT_TRUE(makes_moments(shared, arms, {0.1 + 1e-7}, 1e-9));
  EXPECT_FALSE(makes_moments(shared, arms, {0.1 + 1e-6}, 1e-9));
  EXPECT_FALSE(makes_moments(shared, arms, {kNan}, 1e-9));
  shared.ok = false;
  EXPECT_FALSE(makes_moments(shared, arms, {0.1}, 1e-9));
}

}  // namespace
}  // namespace mbs
