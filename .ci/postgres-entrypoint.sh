#!/bin/sh
# Entry point of the test image: makes the cluster at the first start, then serves it. The arguments go to the server.
set -eu
bin=/usr/lib/postgresql/15/bin
data=/var/lib/postgresql/data

if [ ! -s "$data/PG_VERSION" ]; then
  password=$(mktemp)
  printf '%s' "${POSTGRES_PASSWORD:?the password of the superuser postgres}" >"$password"
  # --no-sync is for initdb alone: an unfinished cluster is thrown away. The server itself syncs as in production.
  "$bin/initdb" --pgdata="$data" --username=postgres --pwfile="$password" --auth=scram-sha-256 \
    --encoding=UTF8 --locale=C.UTF-8 --no-sync >/dev/null
  rm "$password"
  echo 'host all all all scram-sha-256' >>"$data/pg_hba.conf"
fi

exec "$bin/postgres" -D "$data" -c listen_addresses='*' -c unix_socket_directories= "$@"
