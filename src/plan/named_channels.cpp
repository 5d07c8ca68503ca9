#include "plan/named_channels.h"

#include <fmt/format.h>

#include <charconv>
#include <iterator>

namespace mbs {

namespace {

constexpr std::string_view kBody[] = {"x", "y", "phi"};
constexpr std::string_view kPlace[] = {"x", "y", "z"};
constexpr std::string_view kRates[] = {"", "d", "dd"};

// Splits "x3_1" into letters, number of the owner and component.
bool split_native(std::string_view channel, std::string_view& letters, int& number,
                  int& component) {
  const std::size_t digits = channel.find_first_of("0123456789"), bar = channel.find('_');
  if (digits == channel.npos || digits == 0 || bar == channel.npos || bar < digits) return false;
  letters = channel.substr(0, digits);
  const char* const end = channel.data() + channel.size();
  const auto a = std::from_chars(channel.data() + digits, end, number);
  const auto b = std::from_chars(channel.data() + bar + 1, end, component);
  return a.ptr == channel.data() + bar && b.ec == std::errc() && b.ptr == end;
}

// Quantity of a coordinate of a body: x, v and a give "x", "yd", "phidd"; f and r give "fx", "ry",
// "fm".
std::string of_coordinate(std::string_view letters, int coordinate) {
  const std::size_t rate = letters == "x"   ? 0
                           : letters == "v" ? 1
                           : letters == "a" ? 2
                                            : std::size(kRates);
  if (rate < std::size(kRates)) return fmt::format("{}{}", kBody[coordinate], kRates[rate]);
  if (letters != "f" && letters != "r") return {};
  return fmt::format("{}{}", letters, coordinate == 2 ? "m" : kBody[coordinate]);
}

// The same of a body of space: x y z and their rates; of its orientation q0 to q3, w1 to w3 along
// its axes and w1d; f and r give "fx", "rm2".
std::string of_space_coordinate(std::string_view letters, bool turns, int component) {
  if (turns) {
    if (letters == "x") return fmt::format("q{}", component);
    if (letters == "v" || letters == "a")
      return fmt::format("w{}{}", component + 1, letters == "a" ? "d" : "");
    return letters == "f" || letters == "r" ? fmt::format("{}m{}", letters, component + 1) : "";
  }
  if (component > 2) return {};
  const std::size_t rate = letters == "x"   ? 0
                           : letters == "v" ? 1
                           : letters == "a" ? 2
                                            : std::size(kRates);
  if (rate < std::size(kRates)) return fmt::format("{}{}", kPlace[component], kRates[rate]);
  return letters == "f" || letters == "r" ? fmt::format("{}{}", letters, kPlace[component]) : "";
}

// The part behind "rev2." in "rev2.angle"; empty for another owner.
std::string_view behind(std::string_view channel, std::string_view group, int number) {
  const std::string head = fmt::format("{}{}.", group, number);
  return channel.starts_with(head) ? channel.substr(head.size()) : std::string_view();
}

// Quantity of joint `number` of a chain: "frx" of "frx2", "m" of "m2", "power" of "m2.power".
std::string_view of_chain_joint(std::string_view channel, int number) {
  for (const std::string_view what : {"frx", "fry", "m"})
    if (channel == fmt::format("{}{}", what, number)) return what;
  return behind(channel, "m", number);
}

}  // namespace

std::string alias_of(const NameRow& row, std::string_view channel) {
  auto named = [&row](std::string_view what) {
    return what.empty() ? std::string() : fmt::format("{}.{}", row.name, what);
  };
  if (!row.channels.empty()) {
    const std::string_view what = behind(channel, row.channels, row.number);
    return what.empty() && row.kind == "JOINT" ? named(of_chain_joint(channel, row.number))
                                               : named(what);
  }
  if (row.kind == "SEGMENT") {  // phi2, frx2, m2, m2.power
    const std::string number = std::to_string(row.number);
    if (const auto power = behind(channel, "m", row.number); !power.empty()) return named(power);
    const std::size_t digits = channel.find_first_of("0123456789");
    return digits != channel.npos && digits > 0 && channel.substr(digits) == number
               ? named(channel.substr(0, digits))
               : "";
  }
  std::string_view letters;
  int number = 0, component = 0;
  if (row.kind == "ELEMENT") {
    for (std::string_view group : {"rev", "contact", "friction", "cam", "curves"})
      if (const auto what = behind(channel, group, row.number); !what.empty()) return named(what);
    if (const auto what = behind(channel, row.stem, row.number); !row.stem.empty() && !what.empty())
      return named(what);
    const std::size_t dot = channel.find('.');  // e3_1.power
    if (!split_native(channel.substr(0, dot), letters, number, component)) return {};
    const bool of_element = letters == "e" || letters == "ed" || letters == "edd" || letters == "s";
    if (!of_element || number != row.number) return {};
    return dot == channel.npos ? named(fmt::format("{}{}", letters, component))
                               : named(fmt::format("{}{}", channel.substr(dot + 1), component));
  }
  const std::size_t dot = channel.find('.');  // x3_1.power
  if (!split_native(channel.substr(0, dot), letters, number, component)) return {};
  const bool angle = number == row.angle || (row.angle == 0 && row.turns && number == row.number);
  if (number != row.number && !angle) return {};
  if (row.spatial)
    return dot == channel.npos ? named(of_space_coordinate(letters, angle, component - 1)) : "";
  const int coordinate = angle ? 2 : component - 1;
  if (dot == channel.npos) return named(of_coordinate(letters, coordinate));
  return letters == "x" ? named(fmt::format("{}.{}", kBody[coordinate], channel.substr(dot + 1)))
                        : "";
}

int number_in(std::string_view channel) {
  std::string_view letters;
  int number = 0, component = 0;
  return split_native(channel.substr(0, channel.find('.')), letters, number, component) ? number
                                                                                        : 0;
}

std::string channel_of(const NameRow& row, std::string_view quantity) {
  if (row.kind == "JOINT" && (quantity == "frx" || quantity == "fry" || quantity == "m"))
    return fmt::format("{}{}", quantity, row.number);
  if (row.kind == "JOINT" && quantity == "power") return fmt::format("m{}.power", row.number);
  if (!row.channels.empty()) return fmt::format("{}{}.{}", row.channels, row.number, quantity);
  if (row.kind == "SEGMENT") return fmt::format("{}{}", quantity, row.number);
  if (row.kind == "ELEMENT") {
    const std::size_t digits = quantity.find_first_of("0123456789");
    const bool contact = quantity == "gap" || quantity == "slip" || quantity == "slipd";
    if (digits == quantity.npos)
      return fmt::format("{}{}.{}",
                         contact            ? "contact"
                         : row.stem.empty() ? "rev"
                                            : std::string_view(row.stem),
                         row.number, quantity);
    return fmt::format("{}{}_{}", quantity.substr(0, digits), row.number, quantity.substr(digits));
  }
  const int turned = row.angle > 0 ? row.angle : row.turns ? row.number : 0;
  for (std::size_t k = 0; k < 3 && row.spatial; ++k) {
    if (turned > 0 && quantity == fmt::format("w{}", k + 1))
      return fmt::format("v{}_{}", turned, k + 1);
    for (const std::string_view rate : {"", "d"})
      if (turned != row.number && quantity == fmt::format("{}{}", kPlace[k], rate))
        return fmt::format("{}{}_{}", rate.empty() ? "x" : "v", row.number, k + 1);
  }
  if (row.spatial) return {};
  for (std::size_t k = 0; k < 3; ++k)
    for (const std::string_view rate : {"", "d"}) {
      if (quantity != fmt::format("{}{}", kBody[k], rate)) continue;
      const bool angle = k == 2;
      if (angle && row.angle == 0 && !row.turns) return {};
      const int node = angle && row.angle > 0 ? row.angle : row.number;
      return fmt::format("{}{}_{}", rate.empty() ? "x" : "v", node, angle ? 1 : k + 1);
    }
  return {};
}

}  // namespace mbs
