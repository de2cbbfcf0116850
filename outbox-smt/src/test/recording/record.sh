#!/usr/bin/env bash
# record.sh MARIADB LIB FILE: starts the MariaDB server of the folder MARIADB (which has sbin/mariadbd and bin/mariadb), lets Debezium's connector
# read outbox.sql, and writes what it delivers to FILE. LIB is the folder of jars that pom.xml names.
set -euo pipefail
mariadb=$1 lib=$2 file=$3
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
port=$((20000 + RANDOM % 20000))
sql() { "$mariadb/bin/mariadb" --no-defaults --user=root --socket="$work/socket" "$@"; }
cleanup() { [ -z "${server:-}" ] || kill "$server"; wait; rm -rf "$work"; }
trap cleanup EXIT

"$mariadb/bin/mariadb-install-db" --no-defaults --user="$(id -un)" --basedir="$mariadb" --datadir="$work/data" \
  --auth-root-authentication-method=normal --skip-test-db > "$work/install.log"
"$mariadb/sbin/mariadbd" --no-defaults --user="$(id -un)" --basedir="$mariadb" --datadir="$work/data" --socket="$work/socket" \
  --port="$port" --bind-address=127.0.0.1 --plugin-dir="$mariadb/lib/mysql/plugin" \
  --server-id=1 --log-bin=binlog --binlog-format=ROW --binlog-row-image=FULL > "$work/server.log" 2>&1 &
server=$!
until sql -e 'select version()' 2> /dev/null; do sleep 0.5; done

sed '/^insert/,$d' "$here/outbox.sql" | sql
java -cp "$lib/*" "$here/Record.java" io.debezium.connector.mariadb.MariaDbConnector "$port" "$file" \
  database.ssl.mode=disable bigint.unsigned.handling.mode=precise > "$work/record.log" 2>&1 &
recorder=$!
until grep -q 'Keepalive thread is running' "$work/record.log"; do kill -0 "$recorder" || { cat "$work/record.log"; exit 1; }; sleep 0.5; done
{ echo 'use shop;'; sed -n '/^insert/,$p' "$here/outbox.sql"; } | sql
wait "$recorder" || { cat "$work/record.log"; exit 1; }
