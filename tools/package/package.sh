#!/usr/bin/env bash
# Makes what users install from build/mbsim, into a folder:
#
#   tools/package/package.sh FOLDER
#
#   mbsim_VERSION_ARCH.deb            a Debian package; lintian looks at it where it is there
#   mbsim-VERSION-linux-ARCH.tar.gz   the same files for any Linux, with .sha256
#   mbsim-VERSION-image.tar           an image for containers (docker load, podman load) of that package
#
# Nothing of it depends on the folder, the user or the time: times are that of the commit. MBSIM names
# another program than build/mbsim, MAINTAINER ("Name <address>") who answers for the package. The man pages need pandoc; without it there is no package.
set -eu
umask 022
out=$(realpath -m "${1:?expected a folder}")
cd "$(dirname "$0")/../.."
export MBSIM
MBSIM=$(realpath "${MBSIM:-build/mbsim}")
version=$("$MBSIM" --version | sed -n 's/^mbsim //p')
commit=$("$MBSIM" --version | sed -n 's/^commit //p')
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2> /dev/null || echo 0)}
if [ -z "$(git tag --points-at HEAD "v$version" 2> /dev/null)" ]; then  # no release: its day and commit
  version=$version+$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y%m%d).${commit//+/.}
fi
maintainer=${MAINTAINER:-mbsim maintainers <mbsim@localhost>}
arch=$(dpkg --print-architecture 2> /dev/null || uname -m)
for tool in pandoc dpkg-deb strip; do
  command -v $tool > /dev/null || { echo "package: $tool is missing; tools/setup.sh package installs it" >&2; exit 1; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$out"

# Bytes that depend on the files alone.
archive() { tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" "$@"; }

# ---- the package ------------------------------------------------------------------------------
tree=$scratch/tree
ZSH_FOLDER=vendor-completions tools/install.sh install /usr "$tree"
rm "$tree/usr/share/mbsim/installed"
mkdir -p "$tree/usr/share/lintian/overrides" "$tree/DEBIAN"
strip --strip-unneeded --remove-section=.comment --remove-section=.note "$tree"/usr/bin/*
install -m 644 tools/package/lintian-overrides "$tree/usr/share/lintian/overrides/mbsim"
{
  printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: mbsim\n\n'
  printf 'Files: *\nCopyright: %s\nLicense: BSD-3-Clause\n' \
    "$(sed -n 's/^Copyright (c) //p' LICENSE | head -1)"
  sed -e '1,/^Copyright/d' -e 's/^$/./' -e 's/^/ /' LICENSE | sed '1{/^ \.$/d}'
} > "$tree/usr/share/doc/mbsim/copyright"
{
  printf 'mbsim (%s) unstable; urgency=medium\n\n' "$version"
  printf '  * Commit %s; changes.gz in this folder says what is new.\n\n' "$commit"
  printf ' -- %s  %s\n' "$maintainer" "$(LC_ALL=C date -u -d "@$SOURCE_DATE_EPOCH" +'%a, %d %b %Y %H:%M:%S +0000')"
} | gzip -9nc > "$scratch/changelog.gz"
mv "$tree/usr/share/doc/mbsim/changelog.gz" "$tree/usr/share/doc/mbsim/changes.gz"
install -m 644 "$scratch/changelog.gz" "$tree/usr/share/doc/mbsim/changelog.gz"
sed -e "s/@VERSION@/$version/" -e "s/@ARCH@/$arch/" -e "s/@MAINTAINER@/$maintainer/" \
  -e "s/@SIZE@/$(du -sk --apparent-size "$tree/usr" | cut -f1)/" tools/package/control > "$tree/DEBIAN/control"
(cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum > DEBIAN/md5sums)
find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
package=$out/mbsim_${version}_$arch.deb
dpkg-deb -Zxz --root-owner-group --build "$tree" "$package" > /dev/null
if command -v lintian > /dev/null; then
  lintian --fail-on error --suppress-tags bad-distribution-in-changes-file "$package"
else
  echo "package: lintian is missing, so nobody has looked at the package" >&2
fi

# ---- the tarball ------------------------------------------------------------------------------
name=mbsim-$version-linux-$(uname -m)
mkdir "$scratch/$name"
cp -r "$tree/usr/bin" "$tree/usr/share" "$scratch/$name"
rm -rf "$scratch/$name/share/lintian"
cp LICENSE README.md "$scratch/$name"
archive -C "$scratch" -cf - "$name" | gzip -9n > "$out/$name.tar.gz"
(cd "$out" && sha256sum "$name.tar.gz" > "$name.tar.gz.sha256")

# ---- the image --------------------------------------------------------------------------------
mkdir -p "$scratch/root" "$scratch/image"
dpkg-deb -x "$package" "$scratch/root"
mkdir -m 1777 "$scratch/root/tmp" && mkdir "$scratch/root/work"
archive -C "$scratch/root" -cf "$scratch/image/layer.tar" tmp usr work
layer=$(sha256sum < "$scratch/image/layer.tar" | cut -d' ' -f1)
date=$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)
machine=$(case $(uname -m) in x86_64) echo amd64 ;; aarch64) echo arm64 ;; *) uname -m ;; esac)
printf '{"created":"%s","architecture":"%s","os":"linux","config":{"Env":["PATH=/usr/bin"],"Entrypoint":["/usr/bin/mbsim"],"WorkingDir":"/work"},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]},"history":[{"created":"%s","created_by":"mbsim %s"}]}\n' \
  "$date" "$machine" "$layer" "$date" "$version" > "$scratch/image/config.json"
printf '[{"Config":"config.json","RepoTags":["mbsim:%s"],"Layers":["layer.tar"]}]\n' "${version//+/-}" > "$scratch/image/manifest.json"
archive -C "$scratch/image" -cf "$out/mbsim-$version-image.tar" config.json layer.tar manifest.json
(cd "$out" && ls -l "mbsim_${version}_$arch.deb" "$name.tar.gz" "mbsim-$version-image.tar")
