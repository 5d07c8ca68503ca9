// Decks that the fuzzer has found (tests/fuzz/finds): each is run as the fuzzer runs it, which ends
// the process where something is wrong, and once as a user does. The fuzzer starts from the decks
// of the project, so that these have to pass first.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "program/fuzz_entry.h"
#include "support/process.h"

namespace mbs {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> finds() {
  std::vector<std::string> out;
  for (const fs::directory_entry& entry : fs::directory_iterator(MBSIM_ROOT "/tests/fuzz/finds"))
    out.push_back(entry.path().stem().string());
  std::sort(out.begin(), out.end());
  return out;
}

std::string path_of(const std::string& name) { return "tests/fuzz/finds/" + name + ".dat"; }

class FuzzFind : public testing::TestWithParam<std::string> {};

TEST_P(FuzzFind, EndsAsTheFuzzerWantsIt) {
  const std::string deck = test::read_all(fs::path(MBSIM_ROOT) / path_of(GetParam()));
  ASSERT_FALSE(deck.empty());
  fuzz_entry(reinterpret_cast<const std::uint8_t*>(deck.data()), deck.size());
}

// Not done without a word, and no internal error.
TEST_P(FuzzFind, EndsWithAMessageOrAReport) {
  const test::Finished run = test::mbsim("--timeout 1 " + path_of(GetParam()));
  EXPECT_TRUE(run.status == 0 || run.status == 2 || run.status == 3 || run.status == 5)
      << run.status << run.err;
  EXPECT_EQ(run.status == 0, run.err.find(": error: ") == std::string::npos) << run.err;
  for (const char* word : {" nan", " inf", "-nan", "-inf"})
    EXPECT_EQ(run.out.find(word), std::string::npos) << run.out;
}

TEST(FuzzSeeds, EveryDeckEndsAsTheFuzzerWantsIt) {
  int decks = 0;
  for (const auto& entry : fs::recursive_directory_iterator(MBSIM_ROOT "/decks")) {
    if (entry.path().extension() != ".dat") continue;
    SCOPED_TRACE(entry.path().string());
    const std::string deck = test::read_all(entry.path());
    fuzz_entry(reinterpret_cast<const std::uint8_t*>(deck.data()), deck.size());
    ++decks;
  }
  EXPECT_GT(decks, 100);
}

// Found by fuzz: the certificate of a chain with a choice of its own had the channels of another
// report and read past its rows.
TEST(FuzzFind, TheCertificateOfAChainHasItsChannels) {
  const test::Scratch scratch;
  const std::string csv = scratch.file("ring.csv");
  const test::Finished run = test::mbsim("--certify --csv '" + csv + "' decks/chains/ring.dat");
  ASSERT_EQ(run.status, 0) << run.err;
  std::string heads = test::read_all(csv);
  heads = heads.substr(0, heads.find('\n')) + ",";
  const std::string certificate = run.out.substr(run.out.rfind("# channel "));
  long channels = 0;
  for (std::size_t at = heads.find(',') + 1; at < heads.size(); ++channels) {
    const std::size_t end = heads.find(',', at);
    EXPECT_NE(certificate.find("\n# " + heads.substr(at, end - at) + " "), std::string::npos);
    at = end + 1;
  }
  // A head before them and one line after.
  EXPECT_EQ(std::count(certificate.begin(), certificate.end(), '\n'), channels + 2);
}

INSTANTIATE_TEST_SUITE_P(Corpus, FuzzFind, testing::ValuesIn(finds()),
                         [](const testing::TestParamInfo<std::string>& test) {
                           return test.param;
                         });

}  // namespace
}  // namespace mbs
