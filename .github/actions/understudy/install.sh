#!/usr/bin/env bash
# Installs the package that the job asks for, unless the cache has brought it, and says how it is called.
set -euo pipefail
if [ -z "$PACKAGE" ]; then
  echo "command=$COMMAND" >>"$GITHUB_OUTPUT"
  exit 0
fi
folder="$RUNNER_TEMP/understudy"
program="$folder/node_modules/api-understudy/lib/understudy/bin/understudy.js"
if [ -f "$program" ]; then
  echo "$PACKAGE comes from the cache"
else
  if [ -f "$PACKAGE" ]; then PACKAGE=$(cd "$(dirname "$PACKAGE")" && pwd)/$(basename "$PACKAGE"); fi
  mkdir -p "$folder"
  echo '{ "private": true }' >"$folder/package.json"
  if ! npm install --prefix "$folder" --no-audit --no-fund --loglevel=error "$PACKAGE"; then
    echo "::error title=Understudy::$PACKAGE cannot be installed; the reason is above."
    exit 1
  fi
fi
echo "command=node $program" >>"$GITHUB_OUTPUT"
