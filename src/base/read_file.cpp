#include "base/read_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace mbs {

namespace {

constexpr std::size_t kPiece = 1u << 16;

std::string too_large(std::size_t most) {
  return fmt::format("it is larger than {} MB", most >> 20);
}

}  // namespace

std::string read_descriptor(int descriptor, std::size_t most, std::string& text) {
  std::size_t size = 0;
  struct stat what {};
  const bool known = ::fstat(descriptor, &what) == 0 && S_ISREG(what.st_mode);
  if (known && static_cast<std::size_t>(what.st_size) > most) return too_large(most);
  // One byte more, so that the end of the file is seen.
  text.resize(known ? static_cast<std::size_t>(what.st_size) + 1 : kPiece);
  for (;;) {
    if (size == text.size()) text.resize(std::min(2 * size, most + 1));
    const ssize_t n = ::read(descriptor, text.data() + size, text.size() - size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return std::strerror(errno);
    if (n == 0) break;
    size += static_cast<std::size_t>(n);
    if (size > most) return too_large(most);
  }
  text.resize(size);
  return {};
}

std::string read_file(const std::string& path, std::size_t most, std::string& text) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return std::strerror(errno);
  std::string problem = read_descriptor(descriptor, most, text);
  ::close(descriptor);
  return problem;
}

}  // namespace mbs
