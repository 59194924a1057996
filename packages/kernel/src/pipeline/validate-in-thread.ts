import { stringifyJson } from '@understudy/contract';
import { eventLoopYield } from '../event-loop-yield.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { resolveBuiltModule } from '../threads/resolve-built-module.js';
import { WorkTooCostlyError } from '../threads/worker-pool.js';
import { joinPieces } from './body-pieces.js';
import type { MatchedState } from './request-state.js';
import type { BodyToValidate, ValidatedBody } from './validate-body.js';
import type { RequestToValidate, ValidatedRequest } from './validate-request.js';

const work = { module: resolveBuiltModule(import.meta.url, './validate-body.js'), name: 'validateBody' };
const descriptions = new WeakMap<object, string>();

/** Validates a large body in a worker thread. Returns the body, in pieces, only if it is valid. */
export async function validateInThread(
  { simulator, sandbox, route, request: { body } }: MatchedState,
  request: RequestToValidate,
): Promise<ValidatedRequest> {
  const { name, document } = simulator.contract;
  const description = descriptions.get(document) ?? stringifyJson(document);
  descriptions.set(document, description);
  const order: BodyToValidate = {
    api: name,
    description,
    operationId: route.operation.operationId,
    request,
    bytes: body,
  };
  // Yields, because copying a large body twice takes time.
  await eventLoopYield.next();
  const judged = await compute(sandbox, order);
  const { input, findings, notes, broken, body: pieces, given } = judged;
  const value = pieces === undefined ? undefined : await joinPieces(pieces);
  // Yields, so that the handler gets its own turn.
  await eventLoopYield.next();
  return {
    input: { ...input, body: value },
    findings,
    notes,
    given: given === undefined ? value : await joinPieces(given),
    ...(broken === undefined ? {} : { broken }),
  };
}

async function compute(sandbox: Sandbox, order: BodyToValidate): Promise<ValidatedBody> {
  try {
    return await sandbox.compute<ValidatedBody>(work, order);
  } catch (error) {
    if (!(error instanceof WorkTooCostlyError)) throw error;
    const broken = { ruleId: 'body/too-costly', severity: 'error', message: error.message, pointer: '/body' } as const;
    return { input: { path: {}, query: {}, headers: {}, body: undefined }, findings: [], broken };
  }
}
