// Syntax files of editors: patterns for the words of decks, numbers, expressions and comments. A
// line that begins with an unknown word is shown as wrong.
#include <fmt/format.h>

#include <set>
#include <vector>

#include "command/completion.h"
#include "deck/help/help.h"
#include "deck/help/help_text.h"
#include "deck/help/words.h"
#include "text/expression.h"

namespace mbs {

namespace {

struct SyntaxWords {
  std::string keywords;   // first words of records
  std::string inside;     // words within records
  std::string functions;  // of expressions
};

// The words joined by `separator`, the longest first where the order decides which word matches.
SyntaxWords syntax_words(std::string_view separator) {
  std::set<std::string_view> keywords, inside, functions;
  for (const Word& word : words()) {
    for (const Dialect dialect : kDialects) keywords.insert(said_in(word, dialect).keyword);
    for (const std::string_view one : split_words(word.inside)) inside.insert(one);
  }
  keywords.erase("");
  keywords.insert("JOINT");  // the drivers of joints, section (g) of a KABIOS deck of space
  for (const NameInfo& name : reserved_names()) functions.insert(name.name);
  return {fmt::format("{}", fmt::join(keywords, separator)),
          fmt::format("{}", fmt::join(inside, separator)),
          fmt::format("{}", fmt::join(functions, separator))};
}

constexpr std::string_view kSyntaxNumber = R"([-+]?(\d+\.?\d*|\.\d+)([eEdD][-+]?\d+)?([A-Za-z]+)?)";

std::string vim() {
  const SyntaxWords all = syntax_words(" ");
  const SyntaxWords choice = syntax_words("\\|");
  return fmt::format(R"VIM(" Vim syntax of mbsim decks, written by `mbsim help --syntax vim`.
if exists("b:current_syntax") | finish | endif
syntax case ignore
syntax iskeyword @,48-57,_
syntax match mbsimName /\h\w*/ contained
syntax match mbsimWrong /\%(^\s*\)\@<=\h\w*/
syntax match mbsimKeyword /\%(^\s*\)\@<=\%({0}\)\>/
syntax keyword mbsimWord contained {1} {2}
syntax keyword mbsimFunction contained {3}
syntax match mbsimNumber /\%(\w\)\@1<![-+]\?\%(\d\+\.\?\d*\|\.\d\+\)\%([eEdD][-+]\?\d\+\)\?\a*/
syntax region mbsimString start=/"/ end=/"/ oneline
syntax region mbsimExpression matchgroup=mbsimOperator start=/\${{/ end=/}}/ contains=mbsimNumber,mbsimFunction,mbsimName,mbsimString
syntax match mbsimLabel /(\s*\a\s*)/
syntax match mbsimOperator /[=;<>]/
syntax match mbsimField /\%(^\s*\)\@<!\<\h\w*/ contains=mbsimWord,mbsimFunction,mbsimName
syntax match mbsimContinued /\%(&\s*\%([#!%].*\)\?\n\s*\)\@<=\h\w*/ contains=mbsimWord,mbsimFunction,mbsimName
syntax match mbsimComment /#.*/
syntax match mbsimComment /\%(^\|\s\)\@1<=[!%][^=]*$/
highlight default link mbsimWrong Error
highlight default link mbsimKeyword Statement
highlight default link mbsimWord Type
highlight default link mbsimFunction Function
highlight default link mbsimNumber Number
highlight default link mbsimString String
highlight default link mbsimLabel Label
highlight default link mbsimOperator Operator
highlight default link mbsimName Identifier
highlight default link mbsimComment Comment
let b:current_syntax = "mbsim"
)VIM",
                     choice.keywords, all.keywords, all.inside, all.functions);
}

std::string json_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '\\' || c == '"') out += '\\';
    out += c;
  }
  return out + "\"";
}

struct Pattern {
  std::string_view scope;
  std::string match;
};

std::string textmate() {
  const SyntaxWords all = syntax_words("|");
  const std::string comment = R"(#.*|(?:(?<=^)|(?<=\s))[!%][^=]*$)";
  const Pattern patterns[] = {
      {"comment.line.mbsim", comment},
      {"keyword.control.mbsim", fmt::format(R"((?i)^\s*(?:{})\b)", all.keywords)},
      {"invalid.illegal.mbsim", R"(^\s*[A-Za-z_]\w*)"},
      {"string.quoted.double.mbsim", R"("[^"]*")"},
      {"entity.name.label.mbsim", R"(\(\s*[A-Za-z]\s*\))"},
      {"constant.numeric.mbsim", R"((?<!\w))" + std::string(kSyntaxNumber)},
      {"support.type.mbsim", fmt::format(R"((?i)\b(?:{}|{})\b)", all.keywords, all.inside)},
      {"support.function.mbsim", fmt::format(R"((?i)\b(?:{})\b)", all.functions)},
      {"variable.other.mbsim", R"([A-Za-z_]\w*)"},
      {"keyword.operator.mbsim", R"([-+*/^=<>!&|?:;${}]+)"}};
  std::string out = R"({
  "name": "mbsim deck",
  "scopeName": "source.mbsim",
  "comment": "Written by `mbsim help --syntax textmate`.",
  "fileTypes": ["mbsim", "dat"],
  "patterns": [
    {"begin": "&[ \\t]*(?:[#!%].*)?\\n", "end": "(?<=\\S)\\s*$", "name": "meta.continued.mbsim",
     "patterns": [{"include": "#continued"}]},
    {"include": "#line"}
  ],
  "repository": {
)";
  const auto list = [&](std::string_view name, bool continued) {
    std::string rows;
    if (continued)
      rows +=
          "      {\"begin\": \"&[ \\\\t]*(?:[#!%].*)?\\\\n\", \"end\": \"(?<=\\\\S)\\\\s*$\", "
          "\"name\": "
          "\"meta.continued.mbsim\", \"patterns\": [{\"include\": \"#continued\"}]}";
    for (const Pattern& pattern : patterns) {
      if (continued && pattern.match.find("^\\s*") != std::string::npos) continue;
      rows += fmt::format("{}      {{\"name\": {}, \"match\": {}}}", rows.empty() ? "" : ",\n",
                          json_text(pattern.scope), json_text(pattern.match));
    }
    return fmt::format("    \"{}\": {{\"patterns\": [\n{}\n    ]}}", name, rows);
  };
  return out + list("line", false) + ",\n" + list("continued", true) + "\n  }\n}\n";
}

}  // namespace

std::string deck_syntax(std::string_view editor) {
  return editor == "vim" ? vim() : editor == "textmate" ? textmate() : "";
}

}  // namespace mbs
