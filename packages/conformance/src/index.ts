/**
 * Runs Arazzo 1.0.1 scenarios against any target, holds every response against the contract, and says which claims of
 * the ledger the run proves.
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
 * const files = await loadScenarios({ directory: 'scenarios/inventory' });
 * const onEvent = createTerminalReport({ write: (line) => process.stdout.write(`${line}\n`), color: false });
 * const result = await runScenarios({ files, contracts, ledger, target: httpTarget('http://127.0.0.1:4010'), onEvent });
 * const { unproved } = coverageOf({ ledger, apis: contracts.keys(), files, result });
 * process.exitCode = result.exitCode;
 * ```
 *
 * @packageDocumentation
 */
export { lintScenarios } from './arazzo/lint-scenarios.js';
export { loadScenarios } from './arazzo/load-scenarios.js';
export type { ArazzoDocument, Capability, Effect, ScenarioFile, Step, Workflow } from './arazzo/model.js';
export { capabilityNames, effectNames } from './arazzo/model.js';
export type { ResolvedWorkflow } from './arazzo/resolve.js';
export type { ClaimCoverage, Coverage } from './coverage/coverage-of.js';
export { coverageOf } from './coverage/coverage-of.js';
export type { Reporter, RunEvent, WorkflowName } from './engine/events.js';
export type { Attempt, Exchange, Outcome, RunResult, StepResult, WorkflowResult } from './engine/result.js';
export type { RunOptions } from './engine/run-scenarios.js';
export { runScenarios } from './engine/run-scenarios.js';
export type { WorkflowFilter } from './engine/select-workflows.js';
export { selectWorkflows } from './engine/select-workflows.js';
export type { ExitCode } from './exit-codes.js';
export { exitCodes } from './exit-codes.js';
export { curlCommand } from './reports/curl-command.js';
export { jsonReport } from './reports/json-report.js';
export { junitReport } from './reports/junit-report.js';
export type { TerminalOptions } from './reports/terminal-report.js';
export { createTerminalReport, wantsColor } from './reports/terminal-report.js';
export type { HttpTargetOptions } from './targets/http-target.js';
export { httpTarget } from './targets/http-target.js';
export type { InProcessSimulators } from './targets/in-process-target.js';
export { inProcessTarget } from './targets/in-process-target.js';
export type { HttpRequest, HttpResponse, IsolatedTarget, Target } from './targets/target.js';
export { TargetUnreachable, TransportError } from './targets/target.js';
export type { WallClock } from './wall-clock.js';
export { wallClock } from './wall-clock.js';
