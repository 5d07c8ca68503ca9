#!/usr/bin/env bash
# Tries a package in a bare Debian, as root:
#
#   debootstrap --variant=minbase bookworm FOLDER
#   tools/package/try_package.sh FOLDER PACKAGE
#
# Installs it, runs a template, an example and a sweep, completes in a bash, by its function and by keys that
# are typed, and in zsh and fish where they are there, shows a man page if man is there, removes it, and
# compares the files of the system before and after.
set -eu
root=$(realpath "${1:?expected the folder of a bare Debian}")
package=$(realpath "${2:?expected a package}")
failed=0
files() { (cd "$root" && find bin etc lib usr opt root srv var/lib/mbsim* -xdev 2> /dev/null | LC_ALL=C sort); }
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root TERM=dumb LC_ALL=C.UTF-8 bash -c "$1"; }
try() {  # what it is, command, expected in the output
  local out
  if out=$(inside "$2" 2>&1) && grep -q -- "$3" <<< "$out"; then
    echo "ok      $1"
  else
    echo "FAILED  $1: $2"
    head -5 <<< "$out" | sed 's/^/        /'
    failed=1
  fi
}
files > /tmp/before.$$
cp "$package" "$root/tmp/mbsim.deb"
try "dpkg -i" "dpkg -i /tmp/mbsim.deb" "Setting up mbsim"
try "version" "mbsim --version" "^commit "
for dialect in kabios native segdyn; do
  try "a $dialect template" "mbsim --template $dialect | mbsim -" "audit"
done
try "an example" "mbsim --no-echo /usr/share/doc/mbsim/examples/kabios/four_bar.dat" "TIME ="
try "a sweep" "mbsim sweep /usr/share/doc/mbsim/examples/kabios/quick_return.dat -p crank=0.6,1" "^crank,"
if inside "dpkg -s libnlopt0 libstdc++6" > /dev/null 2>&1; then
  try "a search of NLopt" "mbsim optimise /usr/share/doc/mbsim/examples/optimise/balanced_arm.dat --min effort -p stiffness --method bobyqa 2>&1" "stiffness=81.7"
else
  try "no search of NLopt" "! mbsim optimise /usr/share/doc/mbsim/examples/optimise/balanced_arm.dat --min effort -p stiffness --method bobyqa 2>&1" "cannot be loaded"
fi
try "completion" 'source /usr/share/bash-completion/completions/mbsim; COMP_WORDS=(mbsim sweep --sl); COMP_CWORD=2; _mbsim; echo ${COMPREPLY[@]}' "^--slurm$"
completions=/usr/share/bash-completion/completions/mbsim
if mountpoint -q "$root/dev/pts" || mount -t devpts devpts "$root/dev/pts" 2> /dev/null; then
  try "completion by keys" "cd /tmp; (sleep 1; printf '. $completions\n'; sleep 1; printf 'mbsim swe\t--stri\t--help > said\n'
    sleep 2; printf 'exit\n') | HISTFILE= script -qec 'bash --norc -i' /dev/null; head -1 said; rm said" "^mbsim sweep \[options\]"
else
  echo "left out  completion by keys: no /dev/pts there"
fi
if inside "command -v zsh" > /dev/null; then
  try "completion in zsh" 'zsh -fc "autoload -Uz compinit; compinit -D; print -- \$_comps[mbsim]; autoload +X _mbsim && echo read"' "^read"
fi
if inside "command -v fish" > /dev/null; then
  try "completion in fish" 'fish -c "complete -C\"mbsim sweep --sl\""' "^--slurm"
fi
try "man pages" "gzip -dc /usr/share/man/man1/mbsim.1.gz /usr/share/man/man1/mbsim-sweep.1.gz /usr/share/man/man5/mbsim-deck.5.gz" '^.TH "MBSIM-DECK" "5"'
if inside "command -v man" > /dev/null; then try "man mbsim" "MANWIDTH=80 man mbsim | cat" "NAME"; fi
try "dpkg -r" "dpkg -r mbsim" "Removing mbsim"
try "dpkg knows it no more" "! dpkg -s mbsim 2>&1" "not installed"
rm "$root/tmp/mbsim.deb"
if mountpoint -q "$root/dev/pts"; then umount "$root/dev/pts"; fi
files > /tmp/after.$$
if diff /tmp/before.$$ /tmp/after.$$; then echo "ok      nothing is left"; else echo "FAILED  something is left"; failed=1; fi
rm -f /tmp/before.$$ /tmp/after.$$
exit $failed
