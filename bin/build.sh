# Read by the commands beside it.

# Builds what the commands of a module run, unless nothing that is built was changed since. A folder's own time tells of files that are gone.
build() {
  local root=$1 module=${2:-end-to-end}
  local built=$root/$module/target/built # written after each whole build
  if [ -f "$built" ] &&
    [ -z "$(find "$root" -name target -prune -o \( -path '*/src/main*' -o -path '*/src/assembly*' -o -name pom.xml \) \
      -newer "$built" -print -quit)" ]; then
    return
  fi
  echo "Building (the first time, this also downloads the servers) ..."
  local log
  log=$(mktemp)
  if ! mvn --quiet --batch-mode --file "$root/pom.xml" --projects "$module" --also-make -DskipTests -Dmaven.javadoc.skip -Dmaven.source.skip package >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
  touch "$built"
}
