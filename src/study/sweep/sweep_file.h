// The table of `mbsim sweep -o table.csv`, which can be gone on with wherever the sweep was ended
// or killed. Its rows go to table.csv.part, which takes the name table.csv at the end;
// table.csv.sweep says what they were computed from.
//
// What is gone on with is copied to table.csv.next without the rows that are to be computed again;
// table.csv.next becomes table.csv.part when it has all rows of the old one. So there is at every
// moment one file that has all rows that were ever written but those.
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

// What decides the bytes of a table: names ("the deck") and what they were (a checksum).
using SweepFacts = std::vector<std::pair<std::string, std::string>>;
inline constexpr std::string_view kRunsFact = "the list of runs";
std::pair<std::string, std::string> first_row_fact(std::string header);

// The name of the first fact that is not the same; empty where all are. The second one compares
// with a file table.csv.sweep; `table`: what that says of the complete table, empty if nothing.
std::string changed_fact(const SweepFacts& then, const SweepFacts& now);
std::string changed_fact(const std::filesystem::path& then, const SweepFacts& now,
                         std::string& table);

// Checksum and size, as a fact.
std::string sum_of_file(const std::filesystem::path& path);

// A lock that other processes respect, on this machine and, where the file system has such locks,
// on others; it is held until the process ends or the lock does. What is wrong, or empty: `busy`
// where another process holds it.
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
  ~SweepFile();  // leaves table.csv.part

  // False for devices and pipes.
  static bool suits(const std::string& name);

  // Each gives what went wrong, or nothing. open() begins anew; resume() finds the rows that there
  // are, which next_old_row() then gives, and refuses where the facts differ.
  std::string open(std::span<const std::string> read);
  std::string resume(std::span<const std::string> read, const std::string& header,
                     const IsRow& is_row);
  // Whole rows, the first row of the table before them.
  std::string write(std::string_view rows, long long count);
  // Makes what was written table.csv.
  std::string commit();
  // What of the replaced file could not be kept, lines for standard error; mostly empty.
  const std::string& note() const { return note_; }

  // With its line feed; empty after the last one.
  std::string next_old_row();
  long long old_rows() const { return old_rows_; }

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
  // The table as commit() leaves it, without its checks.
  void settle() noexcept override;

  std::string name_;              // as the user gave it
  std::filesystem::path target_;  // symbolic links followed
  SweepFacts facts_;
  // Of the paths with their endings, for settle().
  std::string part_, next_, facts_path_, target_path_;
  int descriptor_ = -1;
  std::string problem_, note_;  // the first: of the name
  bool is_next_ = false;        // it is table.csv.next
  PosixChecksum sum_;
  std::ifstream old_;
  int old_lock_ = -1, lock_ = -1;  // of the old rows; of descriptor_, held until the end
  long long old_rows_ = 0, given_ = 0, written_ = -1;  // the first row of the table is not counted
};

// The program, so that another build is told from this one.
std::string program_fact();

}  // namespace mbs
