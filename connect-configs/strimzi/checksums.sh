#!/bin/sh
# checksums.sh FOLDER < kafka-connect.yaml: fills in the checksums from the .sha512 files in FOLDER that lie beside the archives.
set -eu
folder=$1
while IFS= read -r line; do
  case $line in
    *url:*.zip) archive=${line##*/} ;;
    *sha512sum:*)
      read -r sum _ < "$folder/$archive.sha512"
      line="${line%%sha512sum:*}sha512sum: $sum"
      ;;
  esac
  printf '%s\n' "$line"
done
