#include "study/sweep/sweep_file.h"

#include <elf.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <link.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "base/escaped.h"
#include "base/say.h"
#include "report/output_file.h"

namespace mbs {

namespace {

namespace fs = std::filesystem;

constexpr const char *kPart = ".part", *kNext = ".next", *kFacts = ".sweep";
constexpr std::string_view kTable = "the table", kFirstRow = "the first row";
constexpr std::string_view kHead =
    "# What the table beside this file was computed from, for mbsim sweep --resume.\n";

std::string busy(const std::string& name) {
  return fmt::format("another sweep is writing '{}'", escaped(name));
}

// Takes the lock. Returns the problem, or empty.
std::string take_lock(int descriptor, const std::string& name, const std::string& busy) {
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return {};
  return errno == EWOULDBLOCK
             ? busy
             : fmt::format(
                   "cannot lock '{}': {}; two runs that write it at a time could not be told; "
                   "expected a file system that has locks",
                   escaped(name), std::strerror(errno));
}

SweepFacts read_facts(const fs::path& path, std::string& table) {
  std::ifstream in(path, std::ios::binary);
  SweepFacts facts;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with('#')) continue;
    const std::size_t colon = std::min(line.find(": "), line.size());
    facts.emplace_back(line.substr(0, colon),
                       colon < line.size() ? line.substr(colon + 2) : std::string());
  }
  if (!facts.empty() && facts.back().first == kTable) {
    table = facts.back().second;
    facts.pop_back();
  }
  return facts;
}

}  // namespace

std::pair<std::string, std::string> first_row_fact(std::string header) {
  if (header.ends_with('\n')) header.pop_back();
  return {std::string(kFirstRow), header};
}

std::string changed_fact(const SweepFacts& then, const SweepFacts& now) {
  for (std::size_t k = 0; k < std::max(then.size(), now.size()); ++k)
    if (k >= then.size() || k >= now.size() || then[k] != now[k])
      return k < now.size() ? now[k].first : then[k].first;
  return {};
}

std::string changed_fact(const fs::path& then, const SweepFacts& now, std::string& table) {
  return changed_fact(read_facts(then, table), now);
}

std::string sum_of_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  PosixChecksum sum;
  std::string piece(1 << 16, 0);
  while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())), in.gcount() > 0)
    sum.add({piece.data(), static_cast<std::size_t>(in.gcount())});
  return fmt::format("{} {}", sum.value(), sum.size());
}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

std::string FileLock::take(const fs::path& path, const std::string& busy) {
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor_ < 0)
    return fmt::format("cannot read '{}': {}", escaped(path.string()), std::strerror(errno));
  return take_lock(descriptor_, path.string(), busy);
}

SweepFile::SweepFile(const std::string& name, SweepFacts facts)
    : name_(name), facts_(std::move(facts)) {
  target_ = followed(name, problem_);
  part_ = beside(kPart).string();
  next_ = beside(kNext).string();
  facts_path_ = beside(kFacts).string();
  target_path_ = target_.string();
}

SweepFile::~SweepFile() {
  withdraw();
  if (is_next_) ::unlink(beside(kNext).c_str());
  for (int descriptor : {descriptor_, lock_, old_lock_})
    if (descriptor >= 0) ::close(descriptor);
}

bool SweepFile::suits(const std::string& name) {
  std::error_code code;
  return !name.starts_with("/dev/fd/") && (!fs::exists(name, code) || fs::is_regular_file(name));
}

fs::path SweepFile::beside(const char* ending) const {
  fs::path path = target_;
  return path += ending;
}

std::string SweepFile::cannot_write(const char* ending) const {
  return fmt::format("cannot write '{}{}': {}", escaped(name_), ending, std::strerror(errno));
}

std::string SweepFile::check_target(std::span<const std::string> read) const {
  if (!problem_.empty()) return problem_;
  for (const char* ending : {"", kPart, kNext, kFacts})
    if (std::string problem = overwrites(name_ + ending, read); !problem.empty()) return problem;
  if (::access(target_.c_str(), F_OK) == 0 && ::access(target_.c_str(), W_OK) != 0)
    return cannot_write("");
  for (const char* ending : {kFacts, kPart, kNext})
    if (std::string problem = not_own(ending); !problem.empty()) return problem;
  return cannot_be_replaced_later();
}

std::string SweepFile::cannot_be_replaced_later() const {
  const std::string parent = target_.parent_path().string();
  const int folder =
      ::open(parent.empty() ? "." : parent.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return cannot_write("");
  std::string why;
  for (const char* ending : {"", kPart, kNext, kFacts})
    if (why.empty())
      if (why = cannot_be_replaced(folder, target_.filename().string() + ending); !why.empty())
        why = fmt::format("cannot write '{}{}': {}", escaped(name_), ending, why);
  ::close(folder);
  return why;
}

// A problem where a file beside the table is not from a sweep; else empty.
std::string SweepFile::not_own(const char* ending) const {
  std::ifstream in(beside(ending), std::ios::binary);
  std::string line, said;
  if (!in || !std::getline(in, line)) return {};  // nothing is lost
  bool own = ending == kFacts && line + '\n' == kHead;
  if (ending != kFacts)
    for (const auto& [what, value] : read_facts(beside(kFacts), said))
      own = own || (what == kFirstRow && (in.eof() ? value.starts_with(line) : value == line));
  return own ? ""
             : fmt::format(
                   "'{}{}' is not of a sweep with this -o and would be lost; expected another name "
                   "for the table, or the file elsewhere",
                   escaped(name_), ending);
}

// Locks the file and checks that it still has this name: another process may have finished it
// meanwhile.
std::string SweepFile::lock(int descriptor, const fs::path& path) const {
  if (std::string problem = take_lock(descriptor, path.string(), busy(name_)); !problem.empty())
    return problem;
  struct stat locked {
  }, named{};
  const bool same = ::fstat(descriptor, &locked) == 0 && ::stat(path.c_str(), &named) == 0 &&
                    locked.st_ino == named.st_ino && locked.st_dev == named.st_dev;
  return same ? "" : busy(name_);
}

// Opens an empty file that no other sweep writes. A symbolic link of this name, or a file with a
// second name, is not followed.
std::string SweepFile::open_new(const char* ending) {
  const int descriptor = ::open(beside(ending).c_str(),
                                O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
  if (descriptor < 0) return cannot_write(ending);
  struct stat now {
  }, old{};
  if (::fstat(descriptor, &now) != 0 || !S_ISREG(now.st_mode) || now.st_nlink > 1) {
    ::close(descriptor);
    return fmt::format("cannot write '{}{}': it is no file of its own, but a link or a device",
                       escaped(name_), ending);
  }
  if (std::string problem = lock(descriptor, beside(ending)); !problem.empty()) {
    ::close(descriptor);
    return problem;
  }
  if (::ftruncate(descriptor, 0) != 0) {
    ::close(descriptor);
    return cannot_write(ending);
  }
  if (::stat(target_.c_str(), &old) == 0) note_ = keep_owner_and_mode(descriptor, old, name_);
  descriptor_ = descriptor;
  lock_ = ::fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  return lock_ >= 0 ? std::string() : cannot_write(ending);
}

std::string SweepFile::write_facts(bool complete) {
  std::string text(kHead);
  for (const auto& [what, value] : facts_) text += fmt::format("{}: {}\n", what, value);
  if (complete) text += fmt::format("{}: {} {}\n", kTable, sum_.value(), sum_.size());
  OutputFile file(facts_path_, OutputFile::Unfinished::removed, OutputFile::Links::replaced);
  std::string problem = file.open({});
  if (problem.empty()) problem = file.write(text);
  return problem.empty() ? file.commit() : problem;
}

std::string SweepFile::open(std::span<const std::string> read) {
  if (std::string problem = check_target(read); !problem.empty()) return problem;
  if (std::string problem = open_new(kPart); !problem.empty()) return problem;
  FileLock next;
  std::error_code code;
  if (fs::exists(beside(kNext), code))
    if (std::string problem = next.take(beside(kNext), busy(name_)); !problem.empty())
      return problem;
  ::unlink(next_.c_str());
  enlist();
  return write_facts(false);
}

// Checks and counts all old rows in one pass, before any run.
std::string SweepFile::find_old_rows(const fs::path& path, const std::string& header,
                                     const IsRow& is_row) {
  old_lock_ = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (old_lock_ < 0)
    return fmt::format("cannot read '{}': {}", escaped(path.string()), std::strerror(errno));
  if (std::string problem = lock(old_lock_, path); !problem.empty()) return problem;
  old_.open(path, std::ios::binary);
  std::string row;
  if (!std::getline(old_, row) || old_.eof()) return {};  // not even the first row is whole
  if (row + '\n' != header)
    return fmt::format("--resume: the first row of '{}' is not that of this sweep",
                       escaped(path.string()));
  while (std::getline(old_, row) && !old_.eof()) {
    row += '\n';
    if (!is_row(old_rows_, row))
      return fmt::format("--resume: row {} of '{}' is not that of this sweep", old_rows_ + 1,
                         escaped(path.string()));
    ++old_rows_;
  }
  old_.clear();
  old_.seekg(static_cast<std::streamoff>(header.size()));
  return {};
}

std::string SweepFile::resume(std::span<const std::string> read, const std::string& header,
                              const IsRow& is_row) {
  std::error_code code;
  const bool part = fs::exists(beside(kPart), code), facts = fs::exists(beside(kFacts), code);
  if (!facts && !part && !fs::exists(target_, code)) return open(read);
  if (!facts)
    return fmt::format("--resume: '{}{}', which says what the table was computed from, is missing",
                       escaped(name_), kFacts);
  if (std::string problem = check_target(read); !problem.empty()) return problem;
  std::string table;
  if (const std::string what = changed_fact(beside(kFacts), facts_, table); !what.empty())
    return fmt::format(
        "--resume: since '{}' was begun this has changed: {}; expected the same "
        "sweep, or no --resume to begin anew",
        escaped(name_), what);
  if (!part && table.empty()) return open(read);  // the old sweep has no row
  if (!part && sum_of_file(target_) != table)
    return fmt::format("--resume: '{}' is not as the sweep has left it", escaped(name_));
  if (std::string problem = find_old_rows(part ? beside(kPart) : target_, header, is_row);
      !problem.empty())
    return problem;
  std::string problem = open_new(kNext);
  is_next_ = problem.empty();
  if (is_next_) enlist();
  return problem;
}

std::string SweepFile::next_old_row() {
  std::string row;
  if (given_ >= old_rows_ || !std::getline(old_, row)) return {};
  ++given_;
  return row + '\n';
}

std::string SweepFile::write(std::string_view rows, long long count) {
  const PieceOfFile piece;
  std::size_t written = 0;
  if (const int error = write_all(descriptor_, rows, written); error != 0) {
    // An incomplete row is cut off.
    const off_t whole = ::lseek(descriptor_, 0, SEEK_CUR) - static_cast<off_t>(written);
    const bool cut = whole >= 0 && ::ftruncate(descriptor_, whole) == 0;
    errno = error;
    return cannot_write(is_next_ ? kNext : kPart) + (cut ? "" : "; its last row is not whole");
  }
  sum_.add(rows);
  written_ = std::max(written_, 0LL) + count;
  if (!is_next_ || written_ < old_rows_) return {};
  if (::rename(next_.c_str(), part_.c_str()) != 0) return cannot_write(kPart);
  is_next_ = false;
  return {};
}

std::string SweepFile::commit() {
  if (is_next_ || written_ < 0) return {};  // the old file has more
  if (std::string problem = write_facts(true); !problem.empty()) return problem;
  const PieceOfFile piece;
  if (::rename(part_.c_str(), target_path_.c_str()) != 0) return cannot_write("");
  written_ = -1;
  return ::close(std::exchange(descriptor_, -1)) == 0 ? std::string() : cannot_write("");
}

void SweepFile::settle() noexcept {
  if (is_next_) ::unlink(next_.c_str());  // the old file has more
  if (is_next_ || written_ < 0) return;
  char line[80];
  const auto end =
      fmt::format_to_n(line, sizeof line, "{}: {} {}\n", kTable, sum_.value(), sum_.size());
  const int facts = ::open(facts_path_.c_str(), O_WRONLY | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
  if (facts < 0 || !write_at_once(facts, {line, end.size})) return;
  ::rename(part_.c_str(), target_path_.c_str());
}

// Reads the build identification of the linker, if the program has one.
std::string program_fact() {
  std::string out = "mbsim " MBSIM_VERSION;
  const auto* header = reinterpret_cast<const ElfW(Phdr)*>(::getauxval(AT_PHDR));
  const auto count = ::getauxval(AT_PHNUM);
  std::uintptr_t base = 0;  // offset of the load address from the address in the file
  for (unsigned long k = 0; header && k < count; ++k)
    if (header[k].p_type == PT_PHDR)
      base = reinterpret_cast<std::uintptr_t>(header) - header[k].p_vaddr;
  for (unsigned long k = 0; header && k < count; ++k) {
    if (header[k].p_type != PT_NOTE) continue;
    const auto* at = reinterpret_cast<const char*>(base + header[k].p_vaddr);
    const char* const end = at + header[k].p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const char* const name = at + sizeof note;
      const char* const content = name + ((note.n_namesz + 3u) & ~3u);
      const bool found = note.n_type == NT_GNU_BUILD_ID && std::strcmp(name, "GNU") == 0;
      if (found) out += " build ";
      for (std::size_t i = 0; found && i < note.n_descsz; ++i)
        out += fmt::format("{:02x}", static_cast<unsigned char>(content[i]));
      if (found) return out;
      at = content + ((note.n_descsz + 3u) & ~3u);
    }
  }
  return out;
}

}  // namespace mbs
