#!/usr/bin/env bash
# Runs the scenarios with every report. The exit code goes into an output, so that the reports are kept before the job
# is judged by it.
set -uo pipefail
options=(--target "$TARGET" --report github)
for report in json=run.json junit=junit.xml sarif=run.sarif html=report.html har=har; do
  options+=(--report "${report%%=*}=$REPORTS/${report#*=}")
done
for api in $APIS; do options+=(--api "$api"); done
if [ -n "$CONFIG" ]; then options+=(--config "$CONFIG"); fi
if [ -n "$ALLOW_EFFECTS" ]; then options+=(--allow-effects "$ALLOW_EFFECTS"); fi
if [ -n "$TAGS" ]; then options+=(--tag "$TAGS"); fi
# COMMAND is a list of words.
# shellcheck disable=SC2086
$COMMAND run "${options[@]}"
code=$?
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
