# Completion for bash: verbs, and the words behind `mbsim help`.
#
#   source tools/mbsim-completion.bash        (in ~/.bashrc)
_mbsim() {
  local word=${COMP_WORDS[COMP_CWORD]}
  if [ "$COMP_CWORD" -eq 1 ] && [ "${word#-}" = "$word" ]; then
    COMPREPLY=($(compgen -W 'measure sweep solve optimise sensitivity diff draw plot animate help' -- "$word"))
  elif [ "${COMP_WORDS[1]}" = help ]; then
    COMPREPLY=($(compgen -W "$(mbsim help --words)" -- "${word^^}"))
  fi
}
complete -o default -F _mbsim mbsim
