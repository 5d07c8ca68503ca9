// The start of a dynamic run: assembles the mechanism, finds its accelerations, checks the choice
// of a chain and closes the contacts that touch.
#pragma once

#include <memory>
#include <string>

#include "observe/observer.h"
#include "run/dynamic/chain_check.h"
#include "run/events/contact_run.h"
#include "run/motion/integration.h"

namespace mbs {

struct DynamicStart {
  ExitStatus status = ExitStatus::done;
  int iterations = 0;                    // Newton iterations of the assembly
  std::unique_ptr<ContactRun> contacts;  // never null
  std::string contact_text;              // lines about contacts that touch
  Happening touching;                    // the contacts of contact_text as data
  std::unique_ptr<ChainCheck> chain;     // null without a choice and without a comparison
  bool has_matrix = false;

  // The chain that --cross-check compares with its matrix at every row, or null.
  ChainCheck* compared() const { return has_matrix ? chain.get() : nullptr; }
};

// Sets the state of the site to the start. After an error, `status` is its exit status.
DynamicStart start_dynamic(DynamicSite& site);

// '#' lines: degrees of freedom, form, method, and how far the start was moved to be consistent.
std::string describe_start(const DynamicSite& site, const Integration& integration);
// '#' lines of a chain: its unknown variables if the deck chooses them, and rcond of the choice.
std::string describe_choice(const DynamicSite& site, const DynamicStart& start);

}  // namespace mbs
