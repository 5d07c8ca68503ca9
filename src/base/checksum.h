// CRC of a text as the POSIX command cksum computes it, so that a user can compute it too.
#pragma once

#include <cstdint>
#include <string_view>

namespace mbs {

std::uint32_t posix_checksum(std::string_view text);

}  // namespace mbs
