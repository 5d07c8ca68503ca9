#include "report/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/stat.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "base/say.h"

namespace mbs {

namespace {

namespace fs = std::filesystem;

constexpr int kMostLinks = 40;         // as the kernel
constexpr int kAttempts = 100;         // to find an unused name
constexpr std::size_t kLongest = 200;  // characters of the target's name in the temporary name

// N of /dev/fd/N; -1 of other names.
int descriptor_of(std::string_view name) {
  constexpr std::string_view kFolder = "/dev/fd/";
  if (!name.starts_with(kFolder)) return -1;
  name.remove_prefix(kFolder.size());
  int number = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() ? number : -1;
}

// The first name is easy to recognise; the later names cannot be guessed.
std::string temporary_name(const std::string& target, int attempt) {
  std::string out = fmt::format(".{}.{}", target.substr(0, kLongest), ::getpid());
  unsigned number = 0;
  if (attempt > 0 && ::getrandom(&number, sizeof number, 0) == sizeof number)
    out += fmt::format(".{:08x}", number);
  return out + ".tmp";
}

struct statx status_of(int folder, const char* name, int flags) {
  struct statx out {};
  if (::statx(folder, name, flags, STATX_BASIC_STATS | STATX_MNT_ID, &out) != 0) out.stx_mask = 0;
  return out;
}

}  // namespace

std::string cannot_write_file(const std::string& name, int error) {
  return fmt::format("cannot write '{}': {}", name, std::strerror(error));
}

std::string cannot_write_file(const std::string& name) { return cannot_write_file(name, errno); }

fs::path followed(const std::string& name, std::string& problem) {
  fs::path out = name;
  std::error_code code;
  int links = 0;
  for (; fs::is_symlink(out, code) && links < kMostLinks; ++links)
    out = out.parent_path() / fs::read_symlink(out, code);
  if (links == kMostLinks) problem = cannot_write_file(name, ELOOP);
  return out;
}

std::string cannot_be_replaced(int folder, const std::string& name) {
  const struct statx at = status_of(folder, name.c_str(), AT_SYMLINK_NOFOLLOW),
                     in = status_of(folder, "", AT_EMPTY_PATH);
  if ((in.stx_attributes & (STATX_ATTR_APPEND | STATX_ATTR_IMMUTABLE)) != 0)
    return "files of its folder cannot be replaced (chattr)";
  if (at.stx_mask == 0) return {};
  if ((at.stx_attributes & (STATX_ATTR_APPEND | STATX_ATTR_IMMUTABLE)) != 0)
    return "it cannot be replaced (chattr)";
  if ((at.stx_mask & in.stx_mask & STATX_MNT_ID) != 0 && at.stx_mnt_id != in.stx_mnt_id)
    return "another file is mounted there; expected a file that can be replaced";
  const uid_t user = ::geteuid();
  if ((in.stx_mode & S_ISVTX) != 0 && user != 0 && at.stx_uid != user && in.stx_uid != user)
    return "it is another user's, in a folder where only the owner replaces a file";
  return {};
}

std::string keep_owner_and_mode(int descriptor, const struct stat& old, const std::string& name) {
  struct stat now {};
  std::string out;
  auto note = [&](const std::string& what) {
    out += fmt::format("mbsim: warning: the new '{}' {}: {}\n", name, what, std::strerror(errno));
  };
  if (::fstat(descriptor, &now) != 0) return {};
  if (old.st_gid != now.st_gid && ::fchown(descriptor, -1, old.st_gid) != 0)
    note(fmt::format("belongs to group {}, the old one to {}", now.st_gid, old.st_gid));
  if (old.st_uid != now.st_uid && ::fchown(descriptor, old.st_uid, -1) != 0)
    note(fmt::format("belongs to user {}, the old one to {}", now.st_uid, old.st_uid));
  if (::fchmod(descriptor, old.st_mode & 07777) != 0)
    note(fmt::format("has not the access mode {:o} of the old one", old.st_mode & 07777));
  return out;
}

OutputFile::~OutputFile() {
  withdraw();
  close();
}

void OutputFile::close() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  if (!temporary_.empty() && !committed_) ::unlinkat(folder_, temporary_.c_str(), 0);
  if (folder_ >= 0) ::close(std::exchange(folder_, -1));
}

std::string OutputFile::open_directly() {
  const int number = descriptor_of(name_);
  descriptor_ = number < 0 ? ::open(name_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)
                           : ::fcntl(number, F_DUPFD_CLOEXEC, 0);
  return descriptor_ >= 0 ? std::string() : cannot_write_file(name_);
}

std::string overwrites(const std::string& name, std::span<const std::string> read) {
  std::error_code code;
  for (const std::string& other : read)
    if (fs::equivalent(other, name, code))
      return fmt::format("the run has read '{}', so '{}' is not written; expected another file",
                         other, name);
  return {};
}

std::string OutputFile::open(std::span<const std::string> read) {
  if (std::string problem = overwrites(name_, read); !problem.empty()) return problem;
  struct stat old {};
  const int follow = links_ == Links::followed ? 0 : AT_SYMLINK_NOFOLLOW;
  const bool exists = ::fstatat(AT_FDCWD, name_.c_str(), &old, follow) == 0;
  if (!exists && errno != ENOENT) return cannot_write_file(name_);
  if (exists && S_ISDIR(old.st_mode)) return cannot_write_file(name_, EISDIR);
  const bool replaced = S_ISREG(old.st_mode) || S_ISLNK(old.st_mode);
  if (descriptor_of(name_) >= 0 || (exists && !replaced)) return open_directly();
  if (exists && S_ISREG(old.st_mode) && ::access(name_.c_str(), W_OK) != 0)
    return cannot_write_file(name_);
  std::string problem;
  const fs::path target = links_ == Links::followed ? followed(name_, problem) : fs::path(name_);
  if (!problem.empty()) return problem;
  target_ = target.filename().string();
  const std::string parent = target.parent_path().string();
  folder_ = ::open(parent.empty() ? "." : parent.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder_ < 0 || target_.empty()) return cannot_write_file(name_);
  if (const std::string why = cannot_be_replaced(folder_, target_); !why.empty())
    return fmt::format("cannot write '{}': {}", name_, why);
  return open_beside();
}

// Opens a new temporary file beside the target.
std::string OutputFile::open_beside() {
  const PieceOfFile piece;  // the hard stop must know the file
  for (int k = 0; k < kAttempts && descriptor_ < 0; ++k) {
    temporary_ = temporary_name(target_, k);
    descriptor_ = ::openat(folder_, temporary_.c_str(),
                           O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ < 0 && errno != EEXIST) break;
  }
  if (descriptor_ < 0) return temporary_.clear(), cannot_write_file(name_);
  struct stat old {};
  if (::fstatat(folder_, target_.c_str(), &old, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(old.st_mode))
    note_ = keep_owner_and_mode(descriptor_, old, name_);
  enlist();
  return {};
}

std::string OutputFile::write(std::string_view text) {
  const PieceOfFile piece;
  std::size_t written = 0;
  const int error = write_all(descriptor_, text, written);
  return error == 0 ? std::string()
                    : fmt::format("cannot write '{}' completely: {}", name_, std::strerror(error));
}

std::string OutputFile::rewrite(const std::function<std::string(const std::string&)>& other) {
  if (temporary_.empty()) return fmt::format("cannot write '{}': it is no file", name_);
  const off_t size = ::lseek(descriptor_, 0, SEEK_END);
  std::string text(size > 0 ? static_cast<std::size_t>(size) : 0, '\0');
  std::size_t got = 0;
  while (got < text.size()) {
    const ssize_t more =
        ::pread(descriptor_, text.data() + got, text.size() - got, static_cast<off_t>(got));
    if (more <= 0) return cannot_write_file(name_);
    got += static_cast<std::size_t>(more);
  }
  const std::string next = other(text);
  if (::ftruncate(descriptor_, 0) != 0 || ::lseek(descriptor_, 0, SEEK_SET) != 0)
    return cannot_write_file(name_);
  return write(next);
}

std::string OutputFile::commit() {
  const PieceOfFile piece;
  if (::close(std::exchange(descriptor_, -1)) != 0) return cannot_write_file(name_);
  if (temporary_.empty()) return {};
  if (::renameat(folder_, temporary_.c_str(), folder_, target_.c_str()) != 0)
    return cannot_write_file(name_);
  committed_ = true;
  return {};
}

void OutputFile::settle() noexcept {
  struct stat written {};
  if (committed_ || ::fstatat(folder_, temporary_.c_str(), &written, AT_SYMLINK_NOFOLLOW) != 0)
    return;
  if (unfinished_ == Unfinished::kept && written.st_size > 0)
    ::renameat(folder_, temporary_.c_str(), folder_, target_.c_str());
  else
    ::unlinkat(folder_, temporary_.c_str(), 0);
}

}  // namespace mbs
