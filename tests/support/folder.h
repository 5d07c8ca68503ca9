// Tests of decks with files beside them: a folder for each test, removed behind it.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "support/deck.h"

namespace mbs::test {

class InFolder : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& bytes) const {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }
  // A run of a deck that stands in the folder.
  RunResult run(const std::string& deck) const { return test::run(deck, {}, folder_.string()); }
  // The same, which has to end well without a word.
  RunResult good(const std::string& deck) const {
    RunResult out = run(deck);
    EXPECT_EQ(out.status, ExitStatus::done) << out.messages;
    EXPECT_EQ(out.messages, "");
    return out;
  }
  void expect_error(const std::string& deck, const std::string& message) const {
    const RunResult out = run(deck);
    EXPECT_EQ(out.status, ExitStatus::deck_error) << message;
    EXPECT_NE(out.messages.find(message), std::string::npos) << out.messages << "\n" << message;
  }

  std::filesystem::path folder_;
};

}  // namespace mbs::test
