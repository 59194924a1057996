// Gate: requests made from the contract, good and bad, at least fifty for every operation. None may be answered 500,
// every answer must be one that the contract describes, what the contract refuses must be refused, and a refused request
// must leave nothing behind. The same seed makes the same requests: node scripts/gates/fuzz.mjs [seed]
import { decodeBody } from '@understudy/contract';
import { createRandom, createSimulators } from '@understudy/kernel';
import { identitySimulator } from '@understudy/simulator-identity';
import { inventorySimulator } from '@understudy/simulator-inventory';
import { conclude } from './server.mjs';
import { requestsFor } from './make-requests.mjs';

const started = performance.now();
const seed = process.argv[2] ?? 'understudy';
const origin = 'http://understudy.local';
const fewest = 50;
/** It never ends, so it has no answer to check; a test of the kernel reads it. */
const left = new Set(['streamEvents']);

const problems = [];
const counts = [];
const simulators = createSimulators({
  simulators: [identitySimulator, inventorySimulator],
  sandbox: { clock: { mode: 'manual', at: '2026-01-15T09:00:00.000Z' }, progression: 'immediate', seed: 'empty', randomSeed: seed },
  seeds: { demo: async () => ({}) },
});
const { world } = simulators;

for (const contract of [world.control.contract, ...[...world.simulators.values()].map((simulator) => simulator.contract)]) {
  for (const operation of contract.operations.values()) {
    if (!left.has(operation.operationId)) await fuzz(operation, contract.document);
  }
}
await simulators.close();
const [operations, requests, refused] = counts.reduce(([o, r, f], count) => [o + 1, r + count.sent, f + count.refused], [0, 0, 0]);
for (const { name, sent } of counts) if (sent < fewest) problems.push(`${name}: only ${sent} requests were made`);
conclude('fuzz', started, `${requests} requests to ${operations} operations, ${refused} of them rightly refused, seed ${seed}`, problems);

/** Every operation has a sandbox of its own: what one does to clock and state does not reach the others. */
async function fuzz(operation, document) {
  const sandbox = `fuzz-${operation.operationId.toLowerCase()}`;
  const count = { name: `${operation.api} ${operation.operationId}`, sent: 0, refused: 0 };
  counts.push(count);
  const random = createRandom(`${seed}/${operation.operationId}`);
  for await (const request of requestsFor(operation, document, random)) {
    count.sent += 1;
    if (await check(operation, sandbox, request)) count.refused += 1;
    if (problems.length > 40) return;
  }
}

/** @returns whether the request was refused by the contract */
async function check(operation, sandbox, request) {
  await world.sandboxes.open(sandbox);
  const headers = { ...request.headers };
  if (needsToken(operation)) headers['authorization'] ??= `Bearer ${await token(sandbox)}`;
  const findings = findingsOf(operation, { ...request, headers });
  const before = findings.length > 0 ? JSON.stringify(await world.store.dump(sandbox)) : '';
  const defects = simulators.defects.length;
  const path = operation.path.replace(/\{([^}]+)\}/g, (_all, name) => encodeURIComponent(request.path[name]));
  const query = new URLSearchParams(request.query).toString();
  const response = await simulators.handle({
    method: operation.method,
    url: `/~${sandbox}${path}${query === '' ? '' : `?${query}`}`,
    origin,
    headers,
    body: request.body,
  });
  const problem = (text) =>
    problems.push(
      `${operation.api} ${operation.operationId} (${request.what}): ${text}\n  ${operation.method} ${path}${query === '' ? '' : `?${query}`}` +
        `\n  ${JSON.stringify(request.headers)}\n  ${new TextDecoder().decode(request.body).slice(0, 400)}` +
        `\n  -> ${response.status} ${String(response.body).slice(0, 400)}`,
    );
  if (response.status >= 500) problem('answered as if the server were broken');
  const answer = findingsOfAnswer(operation, response);
  if (answer.length > 0) problem(`the answer is not what the contract describes: ${answer[0].message}`);
  for (const defect of simulators.defects.slice(defects)) problem(`a defect was reported in ${defect.what}: ${defect.error}`);
  if (findings.length === 0) return false;
  if (response.status < 400) problem(`was accepted, but the contract refuses it: ${findings[0].message}`);
  const after = world.sandboxes.has(sandbox) ? JSON.stringify(await world.store.dump(sandbox)) : before;
  if (after !== before) problem('was refused and yet changed what is stored');
  return true;
}

function findingsOf(operation, request) {
  if (operation.requestBody?.content['*/*'] !== undefined) return [];
  const mediaType = request.headers['content-type']?.split(';')[0].trim().toLowerCase() || undefined;
  const decoded = request.body.length === 0 ? { value: undefined } : decodeBody(request.body, mediaType ?? 'application/json');
  if ('finding' in decoded) return [decoded.finding];
  const parts = { path: request.path, query: new URLSearchParams(request.query), headers: request.headers, body: decoded.value };
  return operation.validateRequest(mediaType === undefined ? parts : { ...parts, mediaType }).findings;
}

function findingsOfAnswer(operation, { status, headers, body }) {
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : (body ?? new Uint8Array());
  const mediaType = lower['content-type'];
  const decoded = bytes.length === 0 ? { value: undefined } : decodeBody(bytes, mediaType);
  if ('finding' in decoded) return [decoded.finding];
  const parts = { status, headers: lower, body: decoded.value, empty: bytes.length === 0 };
  return operation.validateResponse(mediaType === undefined ? parts : { ...parts, mediaType });
}

function needsToken(operation) {
  return operation.api === 'inventory' && operation.security.length > 0;
}

async function token(sandbox) {
  const form = 'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret&scope=understudy-stage:io';
  const { body } = await simulators.handle({
    method: 'POST',
    url: `/~${sandbox}/connect/token`,
    origin,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new TextEncoder().encode(form),
  });
  return JSON.parse(body).access_token;
}
