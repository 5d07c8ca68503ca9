#include "run_deck.h"

#include "support/deck.h"

namespace hunt {

namespace {
// Guides and tables without a word of their own.
mbs::RunSettings interpolating() {
  mbs::RunSettings out;
  mbs::set_option(out.options, "guides", "interpolate");
  return out;
}
}  // namespace

Table run_deck(const std::string& deck) { return run_by("auto", deck); }

Table run_by(const std::string& path, const std::string& deck) {
  mbs::RunSettings settings = interpolating();
  mbs::set_option(settings.options, "path", path);
  settings.timeout = 60;  // of a machine that does other work, too
  mbs::test::RunResult result = mbs::test::run(deck, settings);
  return {static_cast<int>(result.status), result.messages + result.last_good_state,
          std::move(result.names), std::move(result.rows)};
}

std::string echo(const std::string& deck) {
  mbs::Diagnostics diagnostics;
  return mbs::echo_deck({"deck", deck, ".", {}}, interpolating(), diagnostics);
}

std::string convert(const std::string& deck) {
  mbs::Diagnostics diagnostics;
  return mbs::convert_deck({"deck", deck, ".", {}}, interpolating(), diagnostics);
}

}  // namespace hunt
