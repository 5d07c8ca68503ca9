// The page of `mbsim animate`: its size, that it needs no network, and that the numbers packed into
// it are those of the run. How it plays is tested by tools/test_page.sh in a browser.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "support/process.h"

namespace mbs {
namespace {

// ["low","high",width,"letters"] after `at`.
std::vector<double> unpacked(const std::string& page, std::size_t at, std::size_t count) {
  const std::size_t first = page.find("const letters=\"");
  std::string letters = page.substr(first + 15, page.find('"', first + 15) - first - 15);
  std::istringstream in(page.substr(page.find('[', at) + 1, 100));
  double low = 0, high = 0;
  int width = 0;
  char comma = 0;
  in >> low >> comma >> high >> comma >> width;
  const std::size_t quote = page.find('"', page.find('[', at));
  std::vector<double> out;
  for (std::size_t k = 0; k < count; ++k) {
    double whole = 0;
    for (int m = 0; m < width; ++m)
      whole =
          whole * 80 +
          static_cast<double>(letters.find(
              page[quote + 1 + k * static_cast<std::size_t>(width) + static_cast<std::size_t>(m)]));
    out.push_back(low + whole / (std::pow(80, width) - 1) * (high - low));
  }
  return out;
}

TEST(Page, TenBodiesAndThousandStatesStayBelow200KB) {
  const test::Finished run = test::mbsim("animate - phi1 phi2 m3",
                                         "sed 's/^TIME .*/TIME 0 0.5 0.0005/; s/$/ /' "
                                         "decks/chains/sprint_two_cranks.dat |");
  ASSERT_EQ(run.status, 0) << run.err;
  EXPECT_LT(run.out.size(), 200'000u);
  EXPECT_NE(run.err.find("shows 1000 of 1001 states; its curves have all rows"), std::string::npos)
      << run.err;
}

TEST(Page, NeedsNoNetwork) {
  const test::Finished run = test::mbsim("animate decks/events/jump_chain.dat phi1 cm.y");
  ASSERT_EQ(run.status, 0) << run.err;
  std::string page = run.out;
  const std::string space = "http://www.w3.org/2000/svg";  // a name, not an address
  for (std::size_t at = page.find(space); at != page.npos; at = page.find(space))
    page.erase(at, space.size());
  for (const char* word : {"http", "//cdn", "src=", "@import", "url(", "fetch("})
    EXPECT_EQ(page.find(word), page.npos) << word;
  for (const char* word : {"takeoff", "landing"}) EXPECT_NE(page.find(word), page.npos) << word;
}

// phi1 of the curves against the CSV of the same run.
TEST(Page, HoldsTheNumbersOfTheRun) {
  const std::string deck = "decks/kabios/double_pendulum_dynamic.dat";
  const test::Finished run = test::mbsim("animate " + deck + " body2.phi");
  ASSERT_EQ(run.status, 0) << run.err;
  const std::size_t times_at = run.out.find(",t:");
  const std::size_t first = run.out.find('"', times_at);
  const std::size_t count = (run.out.find('"', first + 1) - first - 1) / 3;
  const std::vector<double> t = unpacked(run.out, times_at, count);
  const std::vector<double> phi = unpacked(run.out, run.out.find("\ncurves:[") + 9, count);
  const test::Finished csv = test::mbsim("--no-report --csv - --columns t,body2.phi " + deck);
  std::istringstream rows(csv.out.substr(csv.out.find('\n') + 1));
  int compared = 0;
  char comma = 0;
  for (double time = 0, value = 0; rows >> time >> comma >> value;)
    for (std::size_t k = 0; k < count; ++k)
      if (std::fabs(t[k] - time) < 1e-5) {
        EXPECT_NEAR(phi[k], value, 2e-4);
        ++compared;
      }
  EXPECT_GT(compared, 10);
}

TEST(Page, OneStateIsAPageToo) {
  const test::Finished run = test::mbsim("animate decks/own/cantilever_static.dat x17_1");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_NE(run.out.find("</html>"), std::string::npos);
  EXPECT_EQ(run.out.find("nan"), std::string::npos);
}

TEST(Pictures, OfTheManualAreWhatMbsimMakes) {
  EXPECT_EQ(
      std::system("cd '" MBSIM_ROOT "' && MBSIM='" MBSIM_BINARY "' tools/make_pictures.sh --check"),
      0);
}

}  // namespace
}  // namespace mbs
