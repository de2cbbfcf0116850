#!/bin/sh
# Creates the two databases on the server that psql's own variables name (PGHOST, PGPORT, PGUSER, PGPASSWORD).
set -eu
folder=${SQL_FOLDER:-$(dirname "$0")}
for database in shop business; do
  createdb --username="${POSTGRES_USER:-${PGUSER:-postgres}}" "$database"
  psql --username="${POSTGRES_USER:-${PGUSER:-postgres}}" --dbname="$database" --set=ON_ERROR_STOP=1 --quiet --file="$folder/$database.sql"
done
