#!/usr/bin/env bash
# Builds the image that the tests run PostgreSQL from, out of Debian's own packages, because no image registry can be relied on.
# Does nothing when the image is there and was built by this same recipe. Needs root, debootstrap and a Docker engine.
set -euo pipefail
cd "$(dirname "$0")"

image=comptoir-test-postgres:15
recipe=$(cat postgres-image.sh postgres-entrypoint.sh | sha256sum | cut -c 1-16)

if [ "$(docker image inspect --format '{{index .Config.Labels "comptoir.recipe"}}' "$image" 2>/dev/null)" = "$recipe" ]; then exit; fi

# /var/tmp and not /tmp: debootstrap makes device nodes, which a /tmp mounted nodev refuses.
work=$(mktemp -d /var/tmp/postgres-image.XXXXXX)
root=$work/root
log=$work/debootstrap.log

remove_root() {
  umount "$root/proc" "$root/sys" 2>/dev/null || true
  rm -rf --one-file-system "$root"
}
trap 'remove_root; rm -rf "$work"' EXIT

bootstrap() {
  debootstrap --variant=minbase --include=postgresql-15 bookworm "$root" >"$log" 2>&1
}

# Downloads of two hundred packages fail now and then.
for attempt in 1 2 3; do
  if bootstrap; then break; fi
  if [ "$attempt" = 3 ]; then
    tail -n 30 "$log" >&2
    exit 1
  fi
  remove_root
done

install -m 755 postgres-entrypoint.sh "$root/usr/local/bin/serve-postgres"

tar --create --directory "$root" --numeric-owner --one-file-system \
  --exclude='./dev/*' --exclude='./proc/*' --exclude='./sys/*' --exclude='./run/*' --exclude='./tmp/*' \
  --exclude='./var/cache/*' --exclude='./var/lib/apt/lists/*' --exclude='./var/lib/postgresql/15' \
  --exclude='./usr/share/doc/*' --exclude='./usr/share/man/*' --exclude='./usr/share/locale/*' . |
  docker import \
    --change 'USER postgres' \
    --change 'EXPOSE 5432' \
    --change 'ENTRYPOINT ["/usr/local/bin/serve-postgres"]' \
    --change "LABEL comptoir.recipe=$recipe" \
    - "$image" >/dev/null
