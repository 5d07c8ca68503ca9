#include <fmt/format.h>

#include <CLI/Version.hpp>

#include "command/arguments.h"
#include "command/build_commit.h"

#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

extern "C" void ilaver_(int* major, int* minor, int* patch);

namespace mbs {

namespace {

std::string compiler() {
#if defined(__clang__)
  return fmt::format("clang {}.{}.{}", __clang_major__, __clang_minor__, __clang_patchlevel__);
#elif defined(__GNUC__)
  return fmt::format("gcc {}.{}.{}", __GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__);
#else
  return "of unknown kind";
#endif
}

std::string libraries() {
  int major = 0, minor = 0, patch = 0;
  ilaver_(&major, &minor, &patch);
  std::string out =
      fmt::format("LAPACK {}.{}.{}, fmt {}.{}.{}, CLI11 {}", major, minor, patch,
                  FMT_VERSION / 10000, FMT_VERSION / 100 % 100, FMT_VERSION % 100, CLI11_VERSION);
#if defined(__GLIBC__)
  out += fmt::format(", glibc {}", gnu_get_libc_version());
#endif
  return out;
}

}  // namespace

std::string describe_version() {
  return fmt::format("mbsim {}\ncommit {}\ncompiler {}\nlibraries {}", MBSIM_VERSION, kBuildCommit,
                     compiler(), libraries());
}

}  // namespace mbs
