// The text of a certificate.
#pragma once

#include <string>
#include <vector>

#include "run/frame/certificate.h"

namespace mbs {

struct Least {
  bool any = false;
  int digits = 0;
  std::size_t channel = 0;
};

// The channel with the fewest digits; any: false if no channel has digits.
Least least_of(const std::vector<Certificate::Digits>& channels);

// A line for each channel, and a line for the channel with the fewest digits.
std::string describe_channels(const std::vector<Channel>& names,
                              const std::vector<Certificate::Digits>& channels);

}  // namespace mbs
