#!/bin/sh
# POSTs every connector of this folder to a worker: register.sh http://localhost:8083
set -eu
worker=${1:?usage: register.sh URL-OF-THE-WORKER}
folder=$(dirname "$0")
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
for connector in source-outbox source-email-outbox sink-business sink-naive sink-products; do
  status=$(curl --silent --show-error --output "$answer" --write-out '%{http_code}' --retry 30 --retry-all-errors --retry-delay 1 \
    --header 'Content-Type: application/json' --data "@$folder/$connector.json" "$worker/connectors")
  case $status in
    201) echo "$connector: created" ;;
    409) echo "$connector: there already" ;;
    *) echo "$connector: refused ($status): $(cat "$answer")" >&2; exit 1 ;;
  esac
done
