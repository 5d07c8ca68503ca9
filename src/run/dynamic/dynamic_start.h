// How a dynamic run begins: the mechanism assembled and accelerated, the choice of a chain checked,
// contacts that touch closed.
#pragma once

#include <memory>
#include <string>

#include "observe/observer.h"
#include "run/contacts/contact_run.h"
#include "run/dynamic/chain_check.h"
#include "run/motion/integration.h"

namespace mbs {

struct DynamicStart {
  ExitStatus status = ExitStatus::done;
  int iterations = 0;                    // Newton's, to assemble
  std::unique_ptr<ContactRun> contacts;  // of a run without contacts, too
  std::string contact_text;              // lines about contacts that touch
  Happening touching;                    // the same as data
  std::unique_ptr<ChainCheck> chain;     // of a choice, or of a chain that is compared; or null
  bool has_matrix = false;

  // The matrix of a chain that --cross-check compares every row with, or null.
  ChainCheck* compared() const { return has_matrix ? chain.get() : nullptr; }
};

// The state of the site becomes that of the start. After an error the status says which.
DynamicStart start_dynamic(DynamicSite& site);

// '#' lines: degrees of freedom, form, method, and what was moved to make the start consistent.
std::string describe_start(const DynamicSite& site, const Integration& integration,
                           const PathAudit& path);
// Of a chain: its unknown variables, where the deck chooses them, and how good the choice is.
std::string describe_choice(const DynamicSite& site, const DynamicStart& start);

}  // namespace mbs
