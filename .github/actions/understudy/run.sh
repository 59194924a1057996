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
for overlay in $OVERLAYS; do options+=(--overlays "$overlay"); done
if [ -n "$RETRIES" ]; then options+=(--retries "$RETRIES"); fi
if [ -n "$SHARD" ]; then options+=(--shard "$SHARD"); fi
# COMMAND is a list of words.
# shellcheck disable=SC2086
$COMMAND test run "${options[@]}"
code=$?
if [ -f "$REPORTS/run.json" ]; then cp "$GITHUB_STEP_SUMMARY" "$REPORTS/summary.md"; fi
# A baseline accepts findings, and no other failure of the run.
if [ -n "$BASELINE" ] && [ "$code" -le 1 ]; then
  # shellcheck disable=SC2086
  $COMMAND test baseline "$REPORTS/run.json" --file "$BASELINE"
  code=$?
fi
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
