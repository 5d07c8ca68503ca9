// The event blocks of a report.
#pragma once

#include <array>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

namespace mbs::test {

struct EventBlock {
  std::string name;
  double time = NAN;
  std::string text;  // the lines after the first

  // The numbers that follow `word` in the line that contains `line`, as many as there are.
  std::vector<double> numbers(const std::string& line, const std::string& word) const {
    std::vector<double> out;
    const std::size_t at = text.find(line);
    if (at == std::string::npos) return out;
    const std::string rest = text.substr(at, text.find('\n', at) - at);
    const std::size_t after = rest.find(word);
    if (after == std::string::npos) return out;
    std::istringstream in(rest.substr(after + word.size()));
    for (std::string piece; in >> piece;) {
      if (piece == "->") continue;
      std::size_t used = 0;
      try {
        out.push_back(std::stod(piece, &used));
      } catch (const std::exception&) {
        break;
      }
    }
    return out;
  }
};

// In the order of the report.
inline std::vector<EventBlock> event_blocks(const std::string& report) {
  std::vector<EventBlock> out;
  const std::string head = "# EVENT ";
  for (std::size_t at = report.find(head); at != std::string::npos;
       at = report.find(head, at + 1)) {
    EventBlock& block = out.emplace_back();
    std::istringstream in(report.substr(at + head.size(), 200));
    std::string word;
    in >> block.name >> word >> word >> word >> block.time;
    const std::size_t line = report.find('\n', at);
    std::size_t end = line + 1;
    while (report.compare(end, 3, "#  ") == 0) end = report.find('\n', end) + 1;
    block.text = report.substr(line + 1, end - line - 1);
  }
  return out;
}

// "bounce bounce stop": the sequence of a run.
inline std::string event_sequence(const std::string& report) {
  std::string out;
  for (const EventBlock& block : event_blocks(report)) out += block.name + " ";
  return out;
}

}  // namespace mbs::test
