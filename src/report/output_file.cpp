#include "report/output_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>

namespace mbs {

namespace {

namespace fs = std::filesystem;

// N of /dev/fd/N; -1 of other names.
int descriptor_of(std::string_view name) {
  constexpr std::string_view kFolder = "/dev/fd/";
  if (!name.starts_with(kFolder)) return -1;
  name.remove_prefix(kFolder.size());
  int number = -1;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() ? number : -1;
}

std::string cannot_write(const std::string& name) {
  return fmt::format("cannot write '{}': {}", name, std::strerror(errno));
}

}  // namespace

OutputFile::~OutputFile() {
  if (file_) std::fclose(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

std::string OutputFile::open_directly() {
  const int descriptor = descriptor_of(name_);
  file_ = descriptor < 0 ? std::fopen(name_.c_str(), "w") : ::fdopen(::dup(descriptor), "w");
  return file_ ? std::string() : cannot_write(name_);
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
  std::error_code code;
  if (std::string problem = overwrites(name_, read); !problem.empty()) return problem;
  struct stat old {};
  const bool exists = ::stat(name_.c_str(), &old) == 0;
  if (exists && S_ISDIR(old.st_mode)) return errno = EISDIR, cannot_write(name_);
  if (descriptor_of(name_) >= 0 || (exists && !S_ISREG(old.st_mode))) return open_directly();
  if (exists && ::access(name_.c_str(), W_OK) != 0) return cannot_write(name_);
  target_ = name_;
  for (int links = 0; fs::is_symlink(target_, code) && links < 40; ++links)
    target_ = target_.parent_path() / fs::read_symlink(target_, code);
  const fs::path beside =
      target_.parent_path() / fmt::format(".{}.{}.tmp", target_.filename().string(), ::getpid());
  const int descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return cannot_write(name_);
  temporary_ = beside;
  if (exists && ::fchmod(descriptor, old.st_mode & 07777) != 0) return cannot_write(name_);
  file_ = ::fdopen(descriptor, "w");
  return file_ ? std::string() : cannot_write(name_);
}

std::string OutputFile::commit() {
  const bool closed = std::fclose(file_) == 0;
  file_ = nullptr;
  if (!closed) return cannot_write(name_);
  if (temporary_.empty()) return {};
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return cannot_write(name_);
  temporary_.clear();
  return {};
}

void OutputFile::commit_at_once() noexcept {
  struct stat written {};
  if (temporary_.empty() || ::stat(temporary_.c_str(), &written) != 0) return;
  if (written.st_size > 0)
    ::rename(temporary_.c_str(), target_.c_str());
  else
    ::unlink(temporary_.c_str());
}

}  // namespace mbs
