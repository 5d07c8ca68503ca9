// The table of `mbsim sweep -o table.csv`, which --resume continues wherever the sweep was ended or
// killed. Its rows go to table.csv.part, which gets the name table.csv at the end; table.csv.sweep
// says from which input the rows were computed.
//
// --resume copies the old rows to table.csv.next and computes the rows again that ended with a time
// limit. table.csv.next becomes table.csv.part when it has as many rows as the old file. So at
// every moment one file has all rows that were ever written, except rows to be computed again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/checksum.h"
#include "base/hard_stop.h"

namespace mbs {

// All facts that decide the bytes of a table: pairs of a name ("the deck") and a value (a
// checksum).
using SweepFacts = std::vector<std::pair<std::string, std::string>>;
inline constexpr std::string_view kRunsFact = "the list of runs";
std::pair<std::string, std::string> first_row_fact(std::string header);

// The name of the first fact that differs; empty where all agree. The second function reads the old
// facts from a file table.csv.sweep; `table`: checksum and size of the complete table in that file,
// or empty.
std::string changed_fact(const SweepFacts& then, const SweepFacts& now);
std::string changed_fact(const std::filesystem::path& then, const SweepFacts& now,
                         std::string& table);

// Checksum and size of a file, as the value of a fact.
std::string sum_of_file(const std::filesystem::path& path);

// A lock that other processes respect, on this machine and, where the file system has such locks,
// on others. It is held until this object or the process ends. take() returns the problem, or
// empty; `busy` where another process holds the lock.
class FileLock {
 public:
  FileLock() = default;
  ~FileLock();
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  std::string take(const std::filesystem::path& path, const std::string& busy);

 private:
  int descriptor_ = -1;
};

class SweepFile final : private RescuedOutput {
 public:
  // Whether row k, with its line feed, belongs to run k.
  using IsRow = std::function<bool(long long k, std::string_view row)>;

  SweepFile(const std::string& name, SweepFacts facts);
  ~SweepFile();  // keeps table.csv.part

  // False for devices and pipes.
  static bool suits(const std::string& name);

  // Both return the problem, or empty. open() begins a new table. resume() finds the old rows,
  // which next_old_row() then gives, and refuses where the facts differ.
  std::string open(std::span<const std::string> read);
  std::string resume(std::span<const std::string> read, const std::string& header,
                     const IsRow& is_row);
  // Writes whole rows. The first call writes the head row of the table.
  std::string write(std::string_view rows, long long count);
  // Renames the finished file to table.csv.
  std::string commit();
  // Properties of the replaced file that could not be kept, as lines for standard error; mostly
  // empty.
  const std::string& note() const { return note_; }

  // The next old row with its line feed; empty after the last one.
  std::string next_old_row();

 private:
  std::filesystem::path beside(const char* ending) const;
  std::string check_target(std::span<const std::string> read) const;
  std::string cannot_be_replaced_later() const;
  std::string open_new(const char* ending);
  std::string write_facts(bool complete);
  std::string not_own(const char* ending) const;
  std::string lock(int descriptor, const std::filesystem::path& path) const;
  std::string find_old_rows(const std::filesystem::path& path, const std::string& header,
                            const IsRow& is_row);
  std::string cannot_write(const char* ending) const;
  // Finishes the table as commit() does, without its checks.
  void settle() noexcept override;

  std::string name_;              // as the user gave it
  std::filesystem::path target_;  // symbolic links followed
  SweepFacts facts_;
  // The paths with their endings, for settle().
  std::string part_, next_, facts_path_, target_path_;
  int descriptor_ = -1;
  std::string problem_, note_;  // problem_: with the file name
  bool is_next_ = false;        // descriptor_ is table.csv.next
  PosixChecksum sum_;
  std::ifstream old_;
  int old_lock_ = -1, lock_ = -1;  // locks of the old rows and of descriptor_, held until the end
  long long old_rows_ = 0, given_ = 0, written_ = -1;  // without the head row of the table
};

// Version and build of the program, to tell builds apart.
std::string program_fact();

}  // namespace mbs
