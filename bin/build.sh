# Read by the commands beside it.

# Written after each whole build.
BUILT=end-to-end/target/built

# Builds what the commands run, unless nothing that is built was changed since. A folder's own time tells of files that are gone.
build() {
  local root=$1
  if [ -f "$root/$BUILT" ] &&
    [ -z "$(find "$root" -name target -prune -o \( -path '*/src/main*' -o -path '*/src/assembly*' -o -name pom.xml \) \
      -newer "$root/$BUILT" -print -quit)" ]; then
    return
  fi
  echo "Building (the first time, this also downloads the servers) ..."
  local log
  log=$(mktemp)
  if ! mvn --quiet --batch-mode --file "$root/pom.xml" --projects end-to-end --also-make -DskipTests package >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
  touch "$root/$BUILT"
}
