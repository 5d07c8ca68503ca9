// Completion for shells, from the table of options.
#include <fmt/format.h>

#include "command/completion.h"
#include "command/option_table.h"

namespace mbs {

namespace {

std::string verbs_apart_by(std::string_view separator) {
  std::string out;
  for (const VerbRow& row : verb_table())
    if (row.name != "run")
      out += (out.empty() ? "" : std::string(separator)) + std::string(row.name);
  return out;
}

std::string names_of_options(std::string_view verb) {
  std::string out;
  for (const OptionRow& row : verb_options())
    if (is_option(row) && is_taken_by(row, verb))
      for (const std::string_view name : names_of(row))
        out += (out.empty() ? "" : " ") + std::string(name);
  return out;
}

// ---- bash --------------------------------------------------------------------------------------

std::string bash_reply(const OptionRow& row) {
  switch (row.kind) {
    case ValueKind::file:
      return "COMPREPLY=($(compgen -f -- \"$word\"))";
    case ValueKind::folder:
      return "COMPREPLY=($(compgen -d -- \"$word\"))";
    case ValueKind::word:
      return fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$word\"))", row.choices);
    case ValueKind::parameter:
      return "COMPREPLY=($(compgen -W \"$(_mbsim_parameters)\" -- \"$word\")); compopt -o nospace";
    default:
      return "COMPREPLY=()";
  }
}

std::string bash_values(std::string_view verb) {
  std::string out;
  for (const OptionRow& row : verb_options())
    if (is_option(row) && is_taken_by(row, verb) && row.kind != ValueKind::none)
      out += fmt::format("    {}:{}) {}; return ;;\n", verb, row.names, bash_reply(row));
  return out;
}

std::string bash() {
  std::string values, lists;
  for (const VerbRow& verb : verb_table()) {
    values += bash_values(verb.name);
    lists += fmt::format("      {}) list='{}' ;;\n", verb.name, names_of_options(verb.name));
  }
  return fmt::format(
      R"BASH(# Completion for bash: verbs, options, their values, the words behind `mbsim help`.
# Written by `mbsim help --completion bash`.
_mbsim_parameters() {{
  local file
  for file in "${{COMP_WORDS[@]:1}}"; do
    if [ -f "$file" ]; then sed -nE 's/^[ \t]*PARAM[ \t]+([A-Za-z_][A-Za-z_0-9]*).*/\1=/Ip' "$file"; fi
  done
}}
_mbsim() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} verb=run list= k
  for ((k = 1; k < COMP_CWORD; ++k)); do
    case ${{COMP_WORDS[k]}} in
      {}) verb=${{COMP_WORDS[k]}}; break ;;
      optimize) verb=optimise; break ;;
    esac
  done
  case $verb:$before in
{}  esac
  case $word in
    -*)
      case $verb in
{}      esac
      COMPREPLY=($(compgen -W "$list" -- "$word")) ;;
    *)
      if [ "$verb" = help ]; then
        COMPREPLY=($(compgen -W "$(mbsim help --words)" -- "${{word^^}}"))
      elif [ "$verb" = run ]; then
        COMPREPLY=($(compgen -W '{}' -- "$word") $(compgen -f -- "$word"))
      else
        COMPREPLY=($(compgen -f -- "$word"))
      fi ;;
  esac
}}
complete -o filenames -F _mbsim mbsim
)BASH",
      verbs_apart_by("|"), values, lists, verbs_apart_by(" "));
}

// ---- zsh ---------------------------------------------------------------------------------------

// Escapes a text for single quotes, for the descriptions of zsh and fish.
std::string quoted(std::string_view text, std::string_view escaped) {
  std::string out;
  for (const char c : text) {
    if (c == '\'') out += "'\\'";
    if (escaped.find(c) != escaped.npos) out += '\\';
    out += c;
  }
  return out;
}

std::string zsh_action(const OptionRow& row) {
  switch (row.kind) {
    case ValueKind::none:
      return "";
    case ValueKind::file:
      return ":file:_files";
    case ValueKind::folder:
      return ":folder:_files -/";
    case ValueKind::word:
      return fmt::format(":value:({})", row.choices);
    default:
      return ": :";
  }
}

std::string zsh_options(std::string_view verb) {
  std::string out;
  for (const OptionRow& row : verb_options())
    if (is_option(row) && is_taken_by(row, verb))
      for (const std::string_view name : names_of(row))
        out += fmt::format("        '*{}[{}]{}' \\\n", name, quoted(row.what, "[]:\\"),
                           zsh_action(row));
  return out;
}

std::string zsh() {
  std::string names, cases;
  for (const VerbRow& verb : verb_table()) {
    if (verb.name != "run")
      names += fmt::format("    '{}:{}'\n", verb.name, quoted(verb.what, ":\\"));
    const std::string_view rest = verb.name == "run"    ? "'1: :_mbsim_first'"
                                  : verb.name == "help" ? "'2:word:($(mbsim help --words))'"
                                                        : "'*:file:_files'";
    cases += fmt::format("    {})\n      _arguments \\\n{}        {} ;;\n", verb.name,
                         zsh_options(verb.name), rest);
  }
  return fmt::format(R"ZSH(#compdef mbsim
# Completion for zsh, written by `mbsim help --completion zsh`.
_mbsim_first() {{
  local -a verbs
  verbs=(
{}  )
  _describe -t verbs verb verbs
  _files
}}
_mbsim() {{
  local verb=run k
  for ((k = 2; k < CURRENT; ++k)); do
    case ${{words[k]}} in
      {}) verb=${{words[k]}}; break ;;
      optimize) verb=optimise; break ;;
    esac
  done
  case $verb in
{}  esac
}}
if [ "$funcstack[1]" = _mbsim ]; then _mbsim "$@"; else compdef _mbsim mbsim; fi
)ZSH",
                     names, verbs_apart_by("|"), cases);
}

// ---- fish --------------------------------------------------------------------------------------

std::string fish_option(std::string_view verb, const OptionRow& row) {
  const std::string when =
      verb == "run" ? fmt::format("not __fish_seen_subcommand_from {}", verbs_apart_by(" "))
                    : fmt::format("__fish_seen_subcommand_from {}", verb);
  std::string out = fmt::format("complete -c mbsim -n '{}'", when);
  for (const std::string_view name : names_of(row))
    out += name.starts_with("--") ? fmt::format(" -l {}", name.substr(2))
                                  : fmt::format(" -s {}", name.substr(1));
  if (row.kind == ValueKind::file) out += " -r -F";
  if (row.kind == ValueKind::folder) out += " -x -a '(__fish_complete_directories)'";
  if (row.kind == ValueKind::word) out += fmt::format(" -x -a '{}'", row.choices);
  if (row.kind == ValueKind::number || row.kind == ValueKind::text ||
      row.kind == ValueKind::parameter)
    out += " -x";
  std::string what;
  for (const char c : row.what)
    what += c == '\'' || c == '\\' ? fmt::format("\\{}", c) : std::string(1, c);
  return out + fmt::format(" -d '{}'\n", what);
}

std::string fish() {
  std::string out = "# Completion for fish, written by `mbsim help --completion fish`.\n";
  for (const VerbRow& verb : verb_table()) {
    if (verb.name != "run") {
      std::string what;
      for (const char c : verb.what) what += c == '\'' ? std::string("\\'") : std::string(1, c);
      out +=
          fmt::format("complete -c mbsim -n 'not __fish_seen_subcommand_from {}' -a {} -d '{}'\n",
                      verbs_apart_by(" "), verb.name, what);
    }
    for (const OptionRow& row : verb_options())
      if (is_option(row) && is_taken_by(row, verb.name)) out += fish_option(verb.name, row);
  }
  return out +
         "complete -c mbsim -n '__fish_seen_subcommand_from help' -f -a '(mbsim help --words)'\n";
}

}  // namespace

std::string shell_completion(std::string_view shell) {
  return shell == "bash" ? bash() : shell == "zsh" ? zsh() : shell == "fish" ? fish() : "";
}

}  // namespace mbs
