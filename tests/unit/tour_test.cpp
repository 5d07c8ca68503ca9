// docs/tour.md: the files and names that it points at are there.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include "paths.h"

namespace mbs {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

const std::filesystem::path kRoot = MBSIM_ROOT;

TEST(Tour, FilesAreThere) {
  const std::string tour = text_of(kRoot / "docs/tour.md");
  const std::regex path("src/[a-z_/]+(\\.h|\\.cpp)?");
  int found = 0;
  for (std::sregex_iterator at(tour.begin(), tour.end(), path), end; at != end; ++at, ++found)
    EXPECT_TRUE(std::filesystem::exists(kRoot / at->str())) << at->str();
  EXPECT_GT(found, 30);
}

TEST(Tour, NamesStandInTheirFiles) {
  std::istringstream tour(text_of(kRoot / "docs/tour.md"));
  // Rows of the tables: a file and a name, in either order.
  const std::regex file_first("^\\| (src/[a-z_/.]+) \\| `([A-Za-z_]+)` \\|.*");
  const std::regex name_first("^\\| `([A-Za-z_]+)` \\| (src/[a-z_/.]+) \\|.*");
  int rows = 0;
  for (std::string line; std::getline(tour, line);) {
    std::smatch match;
    std::string file, name;
    if (std::regex_match(line, match, file_first))
      file = match[1], name = match[2];
    else if (std::regex_match(line, match, name_first))
      name = match[1], file = match[2];
    else
      continue;
    ++rows;
    const std::string text = text_of(kRoot / file);
    EXPECT_TRUE(std::regex_search(text, std::regex("\\b" + name + "\\b"))) << file << ": " << name;
  }
  EXPECT_GT(rows, 25);
}

}  // namespace
}  // namespace mbs
