#!/usr/bin/env bash
# Starts the simulators in the background, waits until they are ready, and puts their addresses and credentials into the
# environment of the job. They end with the job.
set -euo pipefail
log="${RUNNER_TEMP:-/tmp}/understudy-$PORT.log"
# COMMAND and APIS are lists of words.
# shellcheck disable=SC2086
nohup $COMMAND start $APIS --port "$PORT" --clock "$CLOCK" --seed "$SEED" --json >"$log" 2>&1 &
server=$!
for _ in $(seq 1 300); do
  if grep -q '"ready":true' "$log"; then
    # shellcheck disable=SC2086
    $COMMAND state env $APIS --target "http://127.0.0.1:$PORT" >>"$GITHUB_ENV"
    echo "url=http://127.0.0.1:$PORT" >>"$GITHUB_OUTPUT"
    echo "Understudy serves http://127.0.0.1:$PORT (process $server, log $log)"
    exit 0
  fi
  kill -0 "$server" 2>/dev/null || break
  sleep 0.1
done
cat "$log"
echo "::error title=Understudy::The simulators did not start; the log is above."
exit 1
