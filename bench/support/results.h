// Rows of figures as a JSON file that says what they were measured on: one object, one row a line.
#pragma once

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>
#include <fstream>
#include <stdexcept>
#include <string>

namespace mbs::bench {

inline std::string processor_name() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(": ") + 2);
  return "unknown";
}

class JsonRows {
 public:
  // Nothing is written where path is null.
  JsonRows(const char* path, const char* program) : file_(path ? std::fopen(path, "w") : nullptr) {
    if (!path) return;
    if (!file_) throw std::runtime_error(fmt::format("cannot write {}", path));
    double load = 0;
    if (getloadavg(&load, 1) != 1) load = 0;
    fmt::print(file_,
               "{{\"program\": \"{}\", \"mbsim\": \"{}\", \"date\": \"{:%Y-%m-%dT%H:%M:%SZ}\",\n"
               "\"machine\": \"{}\", \"processors\": {}, \"load\": {:.2f},\n"
               "\"compiler\": \"{}\", \"build\": \"{}\", \"rows\": [",
               program, MBSIM_VERSION, fmt::gmtime(std::time(nullptr)), processor_name(),
               sysconf(_SC_NPROCESSORS_ONLN), load, compiler(), MBSIM_BUILD);
  }
  ~JsonRows() {
    if (file_) fmt::print(file_, "\n]}}\n"), std::fclose(file_);
  }
  JsonRows(const JsonRows&) = delete;
  JsonRows& operator=(const JsonRows&) = delete;

  // fields: "\"name\": 1, ..." without the braces.
  void row(const std::string& fields) {
    if (!file_) return;
    fmt::print(file_, "{}{{{}}}", count_++ ? ",\n" : "\n", fields);
    std::fflush(file_);
  }

 private:
  static std::string compiler() {
#ifdef __clang__
    return "clang " __clang_version__;
#else
    return "gcc " __VERSION__;
#endif
  }

  std::FILE* file_;
  int count_ = 0;
};

}  // namespace mbs::bench
