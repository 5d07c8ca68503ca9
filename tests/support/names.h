// Names of parameterised tests: what they are about, as a test's name can say it.
#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <string>

namespace mbs::test {

// Letters and digits as they are, '_' for everything else: "STEP 1e-8" is STEP_1e_8.
inline std::string plain_name(std::string text) {
  for (char& c : text)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return text;
}

// For INSTANTIATE_TEST_SUITE_P, where the parameter is a text.
inline const auto name_of_text = [](const auto& test) { return plain_name(test.param); };

}  // namespace mbs::test
