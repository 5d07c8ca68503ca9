#include "report/plain_number.h"

#include <fmt/format.h>

#include "report/number_format.h"

namespace mbs {

std::string plain_number(double value, double size, int digits) {
  if (digits <= 0) return suited_number(value, size);
  fmt::memory_buffer buffer;
  NumberFormat(digits).append(buffer, value);
  std::string out = fmt::to_string(buffer);
  return out.substr(out.find_first_not_of(' '));
}

}  // namespace mbs
