#include "base/say.h"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>

#include "base/hard_stop.h"

namespace mbs {

namespace {

bool is_regular(int descriptor) {
  struct stat what {};
  return ::fstat(descriptor, &what) == 0 && S_ISREG(what.st_mode);
}

}  // namespace

int write_all(int descriptor, std::string_view text, std::size_t& written) {
  written = 0;
  const WaitingPiece waiting(!is_regular(descriptor));
  while (written < text.size()) {
    const ssize_t n = ::write(descriptor, text.data() + written, text.size() - written);
    if (n > 0) {
      written += static_cast<std::size_t>(n);
    } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      pollfd ready{descriptor, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (n < 0 && errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

bool write_at_once(int descriptor, std::string_view text) noexcept {
  while (!text.empty()) {
    // A ready pipe takes at least PIPE_BUF bytes.
    const std::size_t piece = std::min<std::size_t>(text.size(), PIPE_BUF);
    pollfd ready{descriptor, POLLOUT, 0};
    if (::poll(&ready, 1, 0) <= 0 || (ready.revents & POLLOUT) == 0) return false;
    const ssize_t n = ::write(descriptor, text.data(), piece);
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

void say(std::string_view text) {
  std::size_t written = 0;
  write_all(STDERR_FILENO, text, written);
}

}  // namespace mbs
