// The text of a certificate.
#include <fmt/format.h>

#include <algorithm>

#include "run/certify/certify_parts.h"

namespace mbs {

Least least_of(const std::vector<Certificate::Digits>& channels) {
  Least least;
  for (std::size_t c = 0; c < channels.size(); ++c)
    if (channels[c].kind != Certificate::Kind::zero &&
        (!least.any || channels[c].digits < least.digits))
      least = {true, channels[c].digits, c};
  return least;
}

namespace {

const char* digits_of(Certificate::Kind kind) {
  switch (kind) {
    case Certificate::Kind::moving:
      return "its range";
    case Certificate::Kind::constant:
      return "its value (constant)";
    case Certificate::Kind::small:
      return "the largest of its kind (zero)";
    case Certificate::Kind::zero:
      break;
  }
  return "(zero)";
}

}  // namespace

std::string describe_channels(const std::vector<Channel>& names,
                              const std::vector<Certificate::Digits>& channels) {
  std::size_t width = 7;
  for (const Channel& channel : names) width = std::max(width, channel.name.size());
  std::string out = fmt::format("{:<{}}       size      error  digits of\n", "channel", width);
  for (std::size_t c = 0; c < channels.size(); ++c) {
    const Certificate::Digits& channel = channels[c];
    const bool zero = channel.kind == Certificate::Kind::zero;
    out += fmt::format("{:<{}} {:10.3e} {:10.1e} {:>7} {}\n", names[c].name, width, channel.scale,
                       channel.error, zero ? "-" : std::to_string(channel.digits),
                       digits_of(channel.kind));
  }
  const Least least = least_of(channels);
  return out + (least.any ? fmt::format("smallest: {} digits, in {}\n", least.digits,
                                        names[least.channel].name)
                          : std::string("smallest: none, there is nothing to certify\n"));
}

}  // namespace mbs
