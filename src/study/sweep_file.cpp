#include "study/sweep_file.h"

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

#include "report/output_file.h"

namespace mbs {

namespace {

namespace fs = std::filesystem;

constexpr const char *kPart = ".part", *kNext = ".next", *kFacts = ".sweep";
constexpr std::string_view kTable = "the table";
constexpr std::string_view kHead =
    "# What the table beside this file was computed from, for mbsim sweep --resume.\n";

std::string busy(const std::string& name) {
  return fmt::format("another sweep is writing '{}'", name);
}

// False where another process holds it.
bool lock(int descriptor) { return ::flock(descriptor, LOCK_EX | LOCK_NB) == 0; }

}  // namespace

SweepFile::SweepFile(const std::string& name, SweepFacts facts)
    : name_(name), facts_(std::move(facts)) {
  target_ = name;
  std::error_code code;
  for (int links = 0; fs::is_symlink(target_, code) && links < 40; ++links)
    target_ = target_.parent_path() / fs::read_symlink(target_, code);
}

SweepFile::~SweepFile() {
  if (file_) std::fclose(file_);
  if (old_lock_ >= 0) ::close(old_lock_);
  if (is_next_) ::unlink(beside(kNext).c_str());
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
  return fmt::format("cannot write '{}{}': {}", name_, ending, std::strerror(errno));
}

std::string SweepFile::check_target(std::span<const std::string> read) const {
  for (const char* ending : {"", kPart, kNext, kFacts})
    if (std::string problem = overwrites(name_ + ending, read); !problem.empty()) return problem;
  if (::access(target_.c_str(), F_OK) == 0 && ::access(target_.c_str(), W_OK) != 0)
    return cannot_write("");
  return {};
}

// An empty file that no other sweep writes.
std::string SweepFile::open_new(const char* ending) {
  const int descriptor = ::open(beside(ending).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return cannot_write(ending);
  if (!lock(descriptor)) {
    ::close(descriptor);
    return busy(name_);
  }
  struct stat old {};
  if (::ftruncate(descriptor, 0) != 0 ||
      (::stat(target_.c_str(), &old) == 0 && ::fchmod(descriptor, old.st_mode & 07777) != 0)) {
    ::close(descriptor);
    return cannot_write(ending);
  }
  file_ = ::fdopen(descriptor, "w");
  return file_ ? std::string() : cannot_write(ending);
}

std::string SweepFile::write_facts(bool complete) {
  std::string text(kHead);
  for (const auto& [what, value] : facts_) text += fmt::format("{}: {}\n", what, value);
  if (complete) text += fmt::format("{}: {} {}\n", kTable, sum_.value(), sum_.size());
  OutputFile file(beside(kFacts).string());
  if (std::string problem = file.open({}); !problem.empty()) return problem;
  std::fwrite(text.data(), 1, text.size(), file.file());
  return file.commit();
}

std::string SweepFile::open(std::span<const std::string> read) {
  if (std::string problem = check_target(read); !problem.empty()) return problem;
  if (std::string problem = open_new(kPart); !problem.empty()) return problem;
  ::unlink(beside(kNext).c_str());
  return write_facts(false);
}

// `table`: what stands there of the complete table, empty if nothing does.
std::string SweepFile::compare_facts(std::string& table) const {
  std::ifstream in(beside(kFacts));
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with('#')) lines.push_back(line);
  if (!lines.empty() && lines.back().starts_with(fmt::format("{}: ", kTable))) {
    table = lines.back().substr(kTable.size() + 2);
    lines.pop_back();
  }
  for (std::size_t k = 0; k < std::max(lines.size(), facts_.size()); ++k) {
    const std::string now =
        k < facts_.size() ? fmt::format("{}: {}", facts_[k].first, facts_[k].second) : "";
    if (k < lines.size() && lines[k] == now) continue;
    const std::string what =
        k < facts_.size() ? facts_[k].first : lines[k].substr(0, lines[k].find(':'));
    return fmt::format(
        "--resume: since '{}' was begun this has changed: {}; expected the same "
        "sweep, or no --resume to begin anew",
        name_, what);
  }
  return {};
}

// One pass over what there is, before anything is computed.
std::string SweepFile::find_old_rows(const fs::path& path, const std::string& header,
                                     const IsRow& is_row) {
  old_lock_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (old_lock_ < 0)
    return fmt::format("cannot read '{}': {}", path.string(), std::strerror(errno));
  if (!lock(old_lock_)) return busy(name_);
  old_.open(path, std::ios::binary);
  std::string row;
  if (!std::getline(old_, row) || old_.eof()) return {};  // not even the first row is whole
  if (row + '\n' != header)
    return fmt::format("--resume: the first row of '{}' is not that of this sweep", path.string());
  while (std::getline(old_, row) && !old_.eof()) {
    row += '\n';
    if (!is_row(old_rows_, row))
      return fmt::format("--resume: row {} of '{}' is not that of this sweep", old_rows_ + 1,
                         path.string());
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
                       name_, kFacts);
  if (std::string problem = check_target(read); !problem.empty()) return problem;
  std::string table;
  if (std::string problem = compare_facts(table); !problem.empty()) return problem;
  if (!part && table.empty()) return open(read);  // it has come to no row
  if (!part) {
    std::ifstream in(target_, std::ios::binary);
    PosixChecksum sum;
    std::string piece(1 << 16, 0);
    while (in.read(piece.data(), static_cast<std::streamsize>(piece.size())), in.gcount() > 0)
      sum.add({piece.data(), static_cast<std::size_t>(in.gcount())});
    if (fmt::format("{} {}", sum.value(), sum.size()) != table)
      return fmt::format("--resume: '{}' is not as the sweep has left it", name_);
  }
  if (std::string problem = find_old_rows(part ? beside(kPart) : target_, header, is_row);
      !problem.empty())
    return problem;
  std::string problem = open_new(kNext);
  is_next_ = problem.empty();
  return problem;
}

std::string SweepFile::next_old_row() {
  std::string row;
  if (given_ >= old_rows_ || !std::getline(old_, row)) return {};
  ++given_;
  return row + '\n';
}

std::string SweepFile::write(std::string_view rows, long long count) {
  if (std::fwrite(rows.data(), 1, rows.size(), file_) != rows.size() || std::fflush(file_) != 0)
    return cannot_write(is_next_ ? kNext : kPart);
  sum_.add(rows);
  written_ = std::max(written_, 0LL) + count;
  if (!is_next_ || written_ < old_rows_) return {};
  if (::rename(beside(kNext).c_str(), beside(kPart).c_str()) != 0) return cannot_write(kPart);
  is_next_ = false;
  return {};
}

std::string SweepFile::commit() {
  if (is_next_ || written_ < 0) return {};  // the old file has more
  const bool closed = std::fclose(std::exchange(file_, nullptr)) == 0;
  if (!closed) return cannot_write(kPart);
  if (std::string problem = write_facts(true); !problem.empty()) return problem;
  if (::rename(beside(kPart).c_str(), target_.c_str()) != 0) return cannot_write("");
  return {};
}

// The linker's identification of the build, if the program has one.
std::string program_fact() {
  std::string out = "mbsim " MBSIM_VERSION;
  const auto* header = reinterpret_cast<const ElfW(Phdr)*>(::getauxval(AT_PHDR));
  const auto count = ::getauxval(AT_PHNUM);
  std::uintptr_t base = 0;  // of a program that is loaded elsewhere than it says
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
