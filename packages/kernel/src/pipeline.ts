import type { FaultEffect } from './faults/fault-rule.js';
import { learnExchangeSecrets } from './journal/learn-exchange-secrets.js';
import type { KernelContext } from './kernel-context.js';
import { authorizeRequest, authorizeServer } from './pipeline/authorize-request.js';
import { awaitDurability } from './pipeline/await-durability.js';
import { createResponse } from './pipeline/create-response.js';
import { decodeContent } from './pipeline/decode-content.js';
import { injectFaults, injectForwarded, matchOrAnswer } from './pipeline/inject-faults.js';
import { matchOperation } from './pipeline/match-operation.js';
import { receiveRequest } from './pipeline/receive-request.js';
import { recordResponse } from './pipeline/record-response.js';
import { reportRequest } from './pipeline/report-request.js';
import { RequestPipeline } from './pipeline/request-pipeline.js';
import { createInitialState, PipelineOutcome, type RequestState } from './pipeline/request-state.js';
import type { Route } from './pipeline/route.js';
import { runInUnit } from './pipeline/run-in-unit.js';
import { validateRequestStep } from './pipeline/validate-request-step.js';
import type { Sandbox } from './sandbox/sandbox.js';
import type { IncomingRequest, OutgoingResponse } from './transport/incoming-request.js';
import { isServerPath } from './transport/sandbox-address.js';
import { monotonicNowMs } from './wall-clock.js';

/** The steps that decide the outcome of a request to a sandbox. A step that rejects the request ends the pipeline. */
const sandboxLine = RequestPipeline.from(receiveRequest) // finds the sandbox, opens a journal entry
  .to(matchOrAnswer) // finds the operation: unknown path 404, wrong method 405, unless a rule answers
  .to(injectFaults) // by a fault rule or the header `Prefer`
  .to(authorizeRequest) // 401 and 403
  .to(decodeContent) // of a compressed body: unknown coding 415
  .to(validateRequestStep) // headers, query, path, size, body: typed input
  .end(runInUnit); // the handler, in a unit of work: all of its changes are stored, or none

/** The steps for a request about the server itself, which must not wait for a sandbox. */
const serverLine = RequestPipeline.from(matchOperation<RequestState>)
  .to(authorizeServer)
  .end(handleServer);

/** Serves a request. Never throws: a defect results in the API's own internal error. */
export function serveRequest(
  server: KernelContext,
  request: IncomingRequest,
): OutgoingResponse | Promise<OutgoingResponse> {
  const begun = monotonicNowMs();
  const state = createInitialState(server, request);
  const reached = (isServerPath(state.path) ? serverLine : sandboxLine)(state);
  return reached instanceof Promise ? reached.then((outcome) => finish(outcome, begun)) : finish(reached, begun);
}

/**
 * Result of the fault rules for a request that another server handles: a rule's response, or how a rule changes the
 * other server's response.
 */
export type ForwardedRequest =
  | { readonly answered: OutgoingResponse }
  | { readonly fault: FaultEffect | undefined; end(body: Uint8Array, response: OutgoingResponse): void };

/** Applies the fault rules to a request that another server handles. Call `end` to record it. */
export async function beginForwarded(server: KernelContext, request: IncomingRequest): Promise<ForwardedRequest> {
  const begun = monotonicNowMs();
  const received = await receiveRequest(createInitialState(server, request));
  const state = received instanceof PipelineOutcome ? received : await injectForwarded(received);
  if (state instanceof PipelineOutcome) return { answered: await finish(state, begun) };
  return {
    fault: state.fault,
    end(body, response) {
      const known = state.sandbox?.journal.secrets;
      if (known !== undefined) learnExchangeSecrets(known, { ...request, body }, response);
      recordResponse({ ...state, request: { ...request, body } }, response, monotonicNowMs() - begun);
      server.sandboxes.leave(state.sandbox);
    },
  };
}

/** Most requests change nothing and are finished without an `await`. */
function finish(outcome: PipelineOutcome, begun: number): OutgoingResponse | Promise<OutgoingResponse> {
  const { sandbox, unit, decodedBytes, server } = outcome.state;
  // These steps run regardless of earlier errors.
  const response = respond(outcome); // validates the response against the contract
  const milliseconds = monotonicNowMs() - begun;
  // Completes the journal entry.
  attempt(outcome, recordResponse, () => recordResponse(outcome.state, response, milliseconds));
  attempt(outcome, reportRequest, () => reportRequest(outcome, response, milliseconds));
  if (unit !== undefined) attempt(outcome, unit.setOff, () => unit.setOff()); // starts committed jobs and webhooks
  if (decodedBytes > 0) server.account.add(-decodedBytes);
  if (sandbox === undefined) return response;
  // Stores other state that the request has used, such as the error id sequence, so that no id is used twice.
  if (sandbox.kernel.hasChanges) return flush(outcome, sandbox.kernel).then(() => leave(outcome, sandbox, response));
  return leave(outcome, sandbox, response);
}

/** Ends the request after its changes are stored. */
function leave(
  { state }: PipelineOutcome,
  sandbox: Sandbox,
  response: OutgoingResponse,
): OutgoingResponse | Promise<OutgoingResponse> {
  const { sandboxes } = state.server;
  const archived = sandbox.archived();
  if (archived !== undefined) {
    return awaitDurability(state, response, archived).then((sent) => {
      sandboxes.leave(sandbox);
      return sent;
    });
  }
  sandboxes.leave(sandbox);
  return response;
}

async function handleServer(state: RequestState & { readonly route: Route }): Promise<PipelineOutcome> {
  const { server, route } = state;
  return new PipelineOutcome(state, await route.handler({}, { server }));
}

async function flush({ state }: PipelineOutcome, kernel: { flush(): Promise<void> }): Promise<void> {
  try {
    await kernel.flush();
  } catch (error) {
    state.server.onDefect(error, `records of ${state.request.method} ${state.path}`);
  }
}

const emptyError: OutgoingResponse = { status: 500, headers: {}, body: undefined };

function respond(outcome: PipelineOutcome): OutgoingResponse {
  const { state, result } = outcome;
  return (
    attempt(outcome, createResponse, () => createResponse(state, result)) ??
    attempt(outcome, createResponse, () => createResponse(state, state.simulator.refusals.internal())) ??
    emptyError
  );
}

/** Runs a step after the outcome. If it throws, reports a defect and returns undefined. */
function attempt<T>({ state }: PipelineOutcome, called: { readonly name: string }, step: () => T): T | undefined {
  try {
    return step();
  } catch (error) {
    state.server.onDefect(error, `${called.name} of ${state.request.method} ${state.path}`);
    return undefined;
  }
}
