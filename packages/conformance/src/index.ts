/**
 * Runs Arazzo 1.0.1 scenarios against any target, validates every response, and lists the proved claims of the ledger.
 *
 * @example
 * ```ts
 * import { createContract, loadDescription, loadLedger } from '@understudy/contract';
 * import { coverageOf, createTerminalReport, httpTarget, loadScenarios, runScenarios } from '@understudy/conformance';
 *
 * const contracts = new Map(
 *   [createContract('inventory', await loadDescription('specs/inventory/openapi.yaml'))].map((api) => [api.name, api]),
 * );
 * const ledger = await loadLedger('specs');
 * const files = await loadScenarios({ files: ['scenarios/inventory'] });
 * const onEvent = createTerminalReport({ write: (line) => process.stdout.write(`${line}\n`), color: false });
 * const result = await runScenarios({ files, contracts, ledger, target: httpTarget('http://127.0.0.1:4010'), onEvent });
 * const { unproved } = coverageOf({ ledger, apis: contracts.keys(), files, result });
 * process.exitCode = result.exitCode;
 * ```
 *
 * @packageDocumentation
 */
export { arazzoSchema } from './arazzo/arazzo-schema.js';
export { effectOfOperation } from './arazzo/effects.js';
export { lintScenarios } from './arazzo/lint-scenarios.js';
export { loadScenarios } from './arazzo/load-scenarios.js';
export type { Effect, ScenarioFile, Step, Workflow } from './arazzo/model.js';
export { effectNames } from './arazzo/model.js';
export { readPlacedYaml } from './arazzo/read-placed-yaml.js';
export type { ResolvedWorkflow } from './arazzo/resolve.js';
export { declaredInputs } from './arazzo/resolve.js';
export type { WorkflowFilter } from './arazzo/select-workflows.js';
export { explainWrongFilter, selectWorkflows } from './arazzo/select-workflows.js';
export { workflowKey } from './arazzo/workflow-key.js';
export { RecordingError } from './authoring/body-of-call.js';
export { formatScenario } from './authoring/format-scenario.js';
export type { RecordedScenario, RecordScenarioOptions } from './authoring/record-scenario.js';
export { recordScenario } from './authoring/record-scenario.js';
export type { Baseline, BaselineEntry } from './baseline/baseline.js';
export { checkBaseline, isClean } from './baseline/check-baseline.js';
export { baselineText, isDay, readBaseline } from './baseline/read-baseline.js';
export { updateBaseline } from './baseline/update-baseline.js';
export { compareRuns } from './compare/compare-runs.js';
export type { Comparison } from './compare/comparison.js';
export { formatComparison } from './compare/format-comparison.js';
export { MergeError, mergeResults } from './compare/merge-results.js';
export { proposeOverlay } from './compare/propose-overlay.js';
export { runForComparison } from './compare/run-for-comparison.js';
export type { Coverage } from './coverage/coverage-of.js';
export { coverageOf } from './coverage/coverage-of.js';
export type { DriftCause, Traffic, TrafficReport } from './drift/check-traffic.js';
export { checkTraffic, TrafficCheck } from './drift/check-traffic.js';
export { type HarEntry, InvalidArchiveError, readHar } from './drift/har.js';
export type { Plan, PlannedCall } from './engine/plan-calls.js';
export { planCalls } from './engine/plan-calls.js';
export { runScenario } from './engine/run-scenario.js';
export type { RunOptions } from './engine/run-scenarios.js';
export { runScenarios } from './engine/run-scenarios.js';
export { withCauses } from './engine/with-causes.js';
export { exitCodes } from './exit-codes.js';
export { shuffle } from './fingerprint.js';
export { type ExportFormat, exportArchive, exportFormats } from './imports/export-archive.js';
export type { Imported, Omission } from './imports/imported.js';
export { readForeignFiles } from './imports/read-foreign-files.js';
export { readImport } from './imports/read-import.js';
export { writeImport } from './imports/write-import.js';
export { generateWireDeviations } from './mutation/generate-wire-deviations.js';
export { mutationMarkdown } from './mutation/mutation-markdown.js';
export type { MutationReport, TestedDeviation } from './mutation/mutation-report.js';
export { bars, kindsOf, meetsThresholds, shareOf, sharesByApi, survivorsByClaim } from './mutation/mutation-report.js';
export { tamperingTarget } from './mutation/tampering-target.js';
export type { Verdict } from './mutation/test-deviation.js';
export { testDeviation } from './mutation/test-deviation.js';
export type { WireDeviation } from './mutation/wire-deviation.js';
export type { IndexedWorkflow } from './mutation/workflow-index.js';
export { candidatesIn, observedTarget } from './mutation/workflow-index.js';
export type { RecordedAnswers } from './recording/answer-from.js';
export { answerFrom } from './recording/answer-from.js';
export { HarFile, type RecordedTraffic } from './recording/har-file.js';
export { Pseudonyms } from './recording/pseudonyms.js';
export { recordTarget } from './recording/record-target.js';
export type { Recording, RecordingFacts } from './recording/recording.js';
export { replayTarget } from './recording/replay-target.js';
export { createRedactor } from './redactor.js';
export { escapeControlCharacters } from './reports/escape-control-characters.js';
export { harReport } from './reports/har-report.js';
export type { ReportKind } from './reports/render-report.js';
export { jsonReport, renderReport, reportKinds } from './reports/render-report.js';
export type { ReportInput } from './reports/report-input.js';
export { createTerminalReport, wantsColor } from './reports/terminal-report.js';
export { describeOccurrences } from './results/cause.js';
export type { RunEvent } from './results/events.js';
export type { Exchange } from './results/exchange.js';
export type { PendingRequest, RunResult, StepResult, WorkflowResult } from './results/result.js';
export type { Shard } from './shards/shard.js';
export { allowHosts } from './targets/allowed-hosts.js';
export { environmentTarget } from './targets/environment-target.js';
export { httpTarget } from './targets/http-target.js';
export { inProcessTarget } from './targets/in-process-target.js';
export { createRequestGuard, isTokenRequest } from './targets/request-guard.js';
export type { HttpResponse, Target } from './targets/target.js';
export { TargetUnreachable, TransportError } from './targets/target.js';
export type { WallClock } from './wall-clock.js';
export { wallClock } from './wall-clock.js';
