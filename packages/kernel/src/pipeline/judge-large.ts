import { builtModule } from '../jobs/built-module.js';
import { WorkTooCostly } from '../jobs/worker-pool.js';
import type { Sandbox } from '../sandbox/sandbox.js';
import { Turns } from '../turns.js';
import { readPieces } from './body-pieces.js';
import type { BodyToJudge, JudgedBody } from './judge-body.js';
import type { JudgedRequest, RequestToJudge } from './judge-request.js';
import type { Matched } from './request-state.js';

const work = { module: builtModule(import.meta.url, './judge-body.js'), name: 'judgeBody' };
const turns = new Turns();
const descriptions = new WeakMap<object, string>();

/** Judges a request whose body is large in a thread; only a body that is right comes back, a little in each turn. */
export async function judgeLarge(
  { simulator, sandbox, route, request: { body } }: Matched,
  request: RequestToJudge,
): Promise<JudgedRequest> {
  const { name, document } = simulator.contract;
  const description = descriptions.get(document) ?? JSON.stringify(document);
  descriptions.set(document, description);
  const order: BodyToJudge = { api: name, description, operationId: route.operation.operationId, request, bytes: body };
  // To put a body together and to hand it to a thread copies it twice.
  await turns.next();
  const judged = await compute(sandbox, order);
  const { input, findings, broken, body: pieces, given } = judged;
  const value = pieces === undefined ? undefined : await readPieces(pieces, turns);
  // What follows, the handler above all, has a turn of its own.
  await turns.next();
  return {
    input: { ...input, body: value },
    findings,
    given: given === undefined ? value : await readPieces(given, turns),
    ...(broken === undefined ? {} : { broken }),
  };
}

async function compute(sandbox: Sandbox, order: BodyToJudge): Promise<JudgedBody> {
  try {
    return await sandbox.compute<JudgedBody>(work, order);
  } catch (error) {
    if (!(error instanceof WorkTooCostly)) throw error;
    const broken = { ruleId: 'body/too-costly', severity: 'error', message: error.message, pointer: '/body' } as const;
    return { input: { path: {}, query: {}, headers: {}, body: undefined }, findings: [], broken };
  }
}
