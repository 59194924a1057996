/**
 * Runs Arazzo 1.0.1 scenarios against any target, validates every response, and lists the proved claims of the ledger.
 * See the README for an example.
 *
 * @packageDocumentation
 */
export { classifyOperationEffect } from './arazzo/effects.js';
export { lintScenarios } from './arazzo/lint-scenarios.js';
export { loadScenarios } from './arazzo/load-scenarios.js';
export {
  type ArazzoDocument,
  type Criterion,
  effectNames,
  type OperationEffect,
  type ScenarioFile,
  type Step,
  type StepParameter,
  type Workflow,
} from './arazzo/model.js';
export { readPlacedYaml } from './arazzo/placed-yaml.js';
export { type ResolvedWorkflow, readDeclaredInputs, toWorkflowKey } from './arazzo/resolve.js';
export { explainWrongFilter, selectWorkflows, type WorkflowFilter } from './arazzo/select-workflows.js';
export type { RunShard } from './assign-workflows.js';
export { formatScenario } from './authoring/format-scenario.js';
export { type RecordedScenario, type RecordScenarioOptions, recordScenario } from './authoring/record-scenario.js';
export { RequestValueWriter } from './authoring/request-value-writer.js';
export { isSecretName } from './authoring/secret-names.js';
export { RecordingError } from './authoring/to-request-body.js';
export { toCamelCase, ValueLinks } from './authoring/value-links.js';
export { WorkflowInputs } from './authoring/workflow-inputs.js';
export {
  type Baseline,
  type BaselineEntry,
  checkBaseline,
  formatBaseline,
  isClean,
  isDay,
  readBaseline,
  updateBaseline,
} from './baseline.js';
export { compareRuns } from './compare/compare-runs.js';
export type { TargetComparison, TargetDifference } from './compare/comparison.js';
export { formatComparison } from './compare/comparison.js';
export { judgeAgain } from './compare/judge-again.js';
export { mergeResults, ShardMergeError } from './compare/merge-results.js';
export { createOverlays, proposeOverlay, proposeTrafficOverlay } from './compare/propose-overlay.js';
export { runForComparison } from './compare/run-for-comparison.js';
export { type ExportFormat, exportArchive, exportFormats } from './consumers/export-archive.js';
export { type ConsumerContract, recordConsumer } from './consumers/record-consumer.js';
export { computeCoverage, type LedgerCoverage } from './coverage/compute-coverage.js';
export { type DescriptionChange, diffContracts } from './diff/diff-contracts.js';
export {
  checkTraffic,
  type DriftCause,
  type RecordedTrafficFile,
  TrafficChecker,
  type TrafficReport,
} from './drift/check-traffic.js';
export { describeParseError, type HarEntry, InvalidArchiveError, readHar } from './drift/har.js';
export { completeRunResult, countOfSkipped } from './engine/complete-run-result.js';
export { type PlannedCall, planCalls, type RunPlan } from './engine/plan-calls.js';
export { formatProofPlan, type ProofPlan, planProofs } from './engine/plan-proofs.js';
export { runScenario } from './engine/run-scenario.js';
export { type RunOptions, runScenarios } from './engine/run-scenarios.js';
export { findExpressions } from './expressions/interpolate.js';
export { shuffle } from './fingerprint.js';
export { generateWireDeviations } from './mutation/generate-wire-deviations.js';
export {
  computeDetectionRate,
  computeRatesByApi,
  countByKind,
  detectionThresholds,
  formatMutationReport,
  formatSurvivors,
  type MutationReport,
  meetsThresholds,
  type TestedDeviation,
} from './mutation/mutation-report.js';
export { createTamperingTarget } from './mutation/tampering-target.js';
export { type DeviationVerdict, testDeviation } from './mutation/test-deviation.js';
export type { WireDeviation } from './mutation/wire-deviation.js';
export { createCandidateFinder, createObservedTarget, type IndexedWorkflow } from './mutation/workflow-index.js';
export { HarWriter, type RecordedTraffic } from './recording/har-writer.js';
export { parseBodyValue } from './recording/parse-body-value.js';
export type { RecordingMetadata, RunRecording } from './recording/recording.js';
export { createRecordingResponder, type RecordingResponder } from './recording/recording-responder.js';
export { createRecordingTarget } from './recording/recording-target.js';
export { redactBody } from './recording/redact-body.js';
export { createReplayTarget } from './recording/replay-target.js';
export { createRedactor, type Redactor } from './redactor.js';
export { escapeControlCharacters } from './reports/escape-control-characters.js';
export { formatHarReport } from './reports/har-report.js';
export { formatJsonReport, type ReportKind, renderReport, reportKinds } from './reports/render-report.js';
export type { ReportInput } from './reports/report-input.js';
export { formatSarifReport } from './reports/sarif-report.js';
export { createTerminalReport } from './reports/terminal-report.js';
export { describeOccurrences } from './results/cause.js';
export type { RedactedExchange } from './results/exchange.js';
export type { RunEvent, RunResult, StepResult, WorkflowResult } from './results/result.js';
export { exitCodes } from './results/result.js';
export { createHostFilter } from './targets/create-host-filter.js';
export { createEnvironmentTarget } from './targets/environment-target.js';
export { createHttpTarget } from './targets/http-target.js';
export { createInProcessTarget } from './targets/in-process-target.js';
export { bodyOverrides, createRequestGuard, isTokenRequest, OverrideScanner } from './targets/request-guard.js';
export { type HttpResponse, type Target, TargetUnreachableError, TransportError } from './targets/target.js';
export { type WallClock, wallClock } from './wall-clock.js';
