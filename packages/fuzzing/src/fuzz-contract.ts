import { isDeepStrictEqual } from 'node:util';
import { type ApiContract, isObject, membersOf, type Operation } from '@understudy/contract';
import { createValueGenerator } from '@understudy/described';
import { inferPlan } from '@understudy/inference';
import type { ApiPlan } from '@understudy/model';
import { fuzzState, type KnownState } from './fuzz-state.js';
import { deferEncoding, RequestGenerator } from './generate-request.js';
import type { GeneratedRequest, InlinedParameter, RequestValues } from './generated-request.js';
import {
  type FuzzFinding,
  type FuzzOptions,
  type Judged,
  judgeRequest,
  refusalOf,
  resolveUrl,
  toCause,
  toCurlCommand,
} from './judge-request.js';
import { mutateRequest } from './mutate-request.js';
import { ObservedValues } from './observed-values.js';
import { SeededRandom } from './seeded-random.js';
import { shrinkRequest } from './shrink-request.js';
import { endsSession } from './state/known-user.js';
import type { StatementResult } from './statement-result.js';
import { VerifiedRules } from './verified-rules.js';

/** The mutations that try each rule of a description once, the most common defects first. */
const telling = [
  /^(?:the body|\/\S*) without |^(?:query|header) \S+ missing$|^no body$|^form without /,
  / too long$| too short$| (?:below its minimum|above its maximum|its exclusive (?:minimum|maximum))$| with too many items$/,
  / none of its values$| against its pattern$| null$| of type \w+$/,
  / as long as allowed$| its (?:minimum|maximum)$| without items$| with an item twice$| empty$/,
  /^(?:query|path|header) \S+ "(?:-?\d+|x|1\.5|)"$|^(?:query|path|header) \S+ beyond ASCII$/,
  /^\/\S+ "[^"]*"$|^body (?:cut in the middle|an empty array|null|empty)$|^Content-Type text\/plain$| with an unknown member$/,
];

/** Maximum number of mutations, because descriptions can have hundreds of rules for one operation. */
const most = 90;

/** Returns the mutations of a valid request that try each rule of its description. */
function coverRequest(request: GeneratedRequest, parameters: readonly InlinedParameter[]): GeneratedRequest[] {
  const ranked = [...mutateRequest(request, parameters, [])].flatMap((mutated) => {
    const rank = telling.findIndex((pattern) => pattern.test(mutated.what));
    return rank < 0 ? [] : [{ mutated, rank }];
  });
  return ranked
    .sort((one, other) => one.rank - other.rank)
    .slice(0, most)
    .map(({ mutated }) => mutated);
}

export interface FuzzReport {
  readonly seed: string;
  readonly operations: number;
  readonly requests: number;
  readonly accepted: number;
  readonly refused: number;
  readonly findings: readonly FuzzFinding[];
  /** Problems with invalid requests, if they do not count as findings. */
  readonly notes: readonly FuzzFinding[];
  /** The results of the sequences about each resource. */
  readonly statements: readonly StatementResult[];
}

/** Method order: creating operations come first, deleting ones last. */
const order = ['POST', 'PUT', 'GET', 'HEAD', 'PATCH', 'OPTIONS', 'TRACE', 'DELETE'];

/**
 * Tries the properties of a server with state. Then sends valid requests to every operation, requests that break each
 * rule of its description once, and further random ones. Checks the responses: no 500, nothing undocumented, and
 * invalid requests are rejected.
 */
export async function fuzzContract(contract: ApiContract, options: FuzzOptions): Promise<FuzzReport> {
  const { seed = '1', requests = 20, isMeant = () => true, credentials } = options;
  const seen = new ObservedValues(contract);
  const found = new Map<string, FuzzFinding>();
  const noted = new Set<string>();
  const rules = new VerifiedRules();
  const totals = { requests: 0, accepted: 0, refused: 0 };
  const { replay = '' } = options;
  const isOfRequests = replay.startsWith(requestsOf(''));
  // Inferred on demand, because repeating the requests to one operation needs no model.
  let inferred: ApiPlan | undefined;
  const plan = () => (inferred ??= inferPlan(contract, options.model));
  const isAsked = (each: Operation) => replay === requestsOf(each.operationId) || !endsSession(plan(), each);
  const meant = [...contract.operations.values()].filter((each) => isMeant(each) && isAsked(each));
  const operations = meant.length;
  const meaningful = await createValueGenerator();
  const isPrepared = isOfRequests && options.known !== undefined;
  const state = isPrepared ? noState : await fuzzState({ contract, plan: plan() }, options, totals);
  for (const finding of state.findings) found.set(finding.cause, finding);
  // Repeating a sequence needs no other requests.
  if (replay !== '' && !isOfRequests) meant.splice(0);
  // Lists come before the operations on their items, so that the ids are known.
  const parameters = ({ path }: Operation) => path.split('{').length;
  const rank = (one: Operation, other: Operation) =>
    order.indexOf(one.method) - order.indexOf(other.method) || parameters(one) - parameters(other);
  meant.sort(rank);
  const { isForgiving = false } = options;
  // Accepted extreme and invalid values affect later responses, so valid requests come first. Deletions come last,
  // because invalid requests need existing records.
  const deletes = ({ method }: Operation) => method === 'DELETE';
  const passes = isForgiving
    ? [
        { pass: 'valid', of: meant.filter((each) => !deletes(each)) },
        { pass: 'extreme', of: bodiesLast(meant.filter((each) => !deletes(each))) },
        { pass: 'invalid', of: meant },
        ...['valid', 'extreme'].map((pass) => ({ pass, of: meant.filter(deletes) })),
      ]
    : [{ pass: 'all', of: meant }];
  const work = passes.flatMap(({ pass, of }) => of.map((operation) => ({ pass, operation })));
  const hasStopped = () => options.hasStopped?.() === true || (options.usedTime?.() ?? 0) >= 1;
  for (const [done, { pass, operation }] of work.entries()) {
    if (hasStopped()) break;
    options.onProgress?.(Math.floor((done * meant.length) / work.length), meant.length);
    const chance = new SeededRandom(`${seed} ${operation.api} ${operation.operationId}`);
    const { headers = {}, query = {} } = credentials?.(operation) ?? {};
    const { callers = [headers], strangers, ...known } = options.known?.(operation) ?? { values: {} };
    const always = { ...known.always, query: { ...query, ...known.always?.query } };
    const isValid = (request: GeneratedRequest) => refusalOf(contract, operation, request) === undefined;
    const hasAlways = (request: GeneratedRequest) => hasFixed(request, known.always) || !isValid(request);
    const keys = { ...state.records?.keysFor(operation), ...(await state.records?.create(operation)) };
    const familiar = { ...seen.known(operation), ...known, keys, always };
    const values = { familiar, credentials: callers, meaningful };
    const generator = new RequestGenerator(contract.document, operation, values, chance);
    const renewing = () => {
      const unknown = { familiar: { values: {} }, credentials: callers, meaningful };
      const others = new SeededRandom(`${seed} ${operation.operationId} ${pass}`);
      return new RequestGenerator(contract.document, operation, unknown, others);
    };
    let renewed: RequestGenerator | undefined;
    const good = Array.from({ length: Math.ceil(requests / 2) }, () => drawGood(contract, operation, generator));
    const [first] = good;
    const mutated =
      first === undefined
        ? []
        : chance.sample(
            [...mutateRequest(first, generator.parameters, strangers ?? [])].filter(
              (mutated) => hasAlways(mutated) && (strangers !== undefined || isLetIn(first, mutated)),
            ),
            requests - good.length,
          );
    // A rule about an optional member can only be tried if the request contains the member.
    const fullest = good.toSorted((one, other) => sizeOf(other) - sizeOf(one))[0];
    const covering =
      fullest === undefined || options.covers === false
        ? []
        : coverRequest(fullest, generator.parameters).filter((each) => hasAlways(each) && isLetIn(fullest, each));
    let hangs = 0;
    const usual = [...good, ...covering];
    const all = pass === 'valid' ? usual : pass === 'extreme' ? mutated : [...usual, ...mutated];
    const chosen = pass === 'all' ? all : all.filter((each) => isValid(each) === (pass !== 'invalid'));
    for (const request of chosen) {
      if (hangs === mostHangs) break;
      let sent = request;
      let judged = await judgeRequest(contract, options, { operation, request });
      // A conflict with an entity with the same values would hide the other rules.
      if (judged.answer?.status === 409 && covering.includes(request)) {
        renewed ??= renewing();
        sent = renew(request, fullest, { generator: renewed, unique: uniqueIn(plan(), operation) }) ?? request;
        judged = await judgeRequest(contract, options, { operation, request: sent });
        totals.requests += 1;
      }
      if (hasStopped()) break;
      totals.requests += 1;
      const { answer, wrong } = judged;
      if (pass === 'invalid') rules.note(operation, judged);
      if (answer !== undefined) {
        totals[answer.status >= 400 ? 'refused' : 'accepted'] += 1;
        seen.note(operation, sent, answer);
      }
      if (wrong.length === 0) continue;
      if (answer === undefined && wrong.some((each) => each.startsWith('no answer within'))) hangs += 1;
      const cause = toCause(operation, answer, wrong);
      if (pass === 'invalid') noted.add(cause);
      const known = found.get(cause);
      if (known !== undefined) {
        found.set(cause, { ...known, count: known.count + 1 });
        continue;
      }
      // Each smaller request would also hang until the timeout.
      const isSlow = hangs > 0;
      const least = isSlow
        ? sent
        : await shrinkRequest(sent, async (smaller) => {
            const again = await judgeRequest(contract, options, { operation, request: smaller });
            return again.wrong.length > 0 && toCause(operation, again.answer, again.wrong) === cause;
          });
      found.set(cause, {
        id: requestsOf(operation.operationId),
        cause,
        operationId: operation.operationId,
        wrong,
        violates: ruleOf(judged),
        count: 1,
        curl:
          state.records?.script(operation, least) ?? toCurlCommand(resolveUrl(options, operation), operation, least),
        status: answer?.status,
        answer: answer?.body,
      });
    }
  }
  await state.records?.remove();
  const all = [...found.values()].filter(({ id }) => replay === '' || id === replay);
  const isNote = (finding: FuzzFinding) => noted.has(finding.cause) && !rules.isMistake(finding);
  const findings = all.filter((finding) => !isNote(finding));
  const notes = [...all.filter(isNote), ...state.notes];
  return { seed, operations, ...totals, findings, notes, statements: state.statements };
}

/** Puts the operations that store extreme values after those that only show them. */
function bodiesLast(operations: readonly Operation[]): Operation[] {
  const rank = ({ requestBody }: Operation) => Number(requestBody !== undefined);
  return operations.toSorted((one, other) => rank(one) - rank(other));
}

const noState: KnownState = { findings: [], notes: [], statements: [] };

/** Number of timeouts after which an operation gets no more requests. */
const mostHangs = 2;

function ruleOf({ refusal }: Judged): FuzzFinding['violates'] {
  const { ruleId, pointer = '' } = refusal ?? {};
  return ruleId === undefined ? undefined : { ruleId, pointer };
}

function sizeOf({ body, query }: GeneratedRequest): number {
  return (body?.length ?? 0) + query.length;
}

function requestsOf(operationId: string): string {
  return `requests:${operationId}`;
}

/**
 * True if a mutated request can be sent with the credentials of the valid one. Only the server knows valid credentials.
 */
function isLetIn(good: GeneratedRequest, mutated: GeneratedRequest): boolean {
  if (Object.values(mutated.headers).some((value) => /[^\t\x20-\x7e\x80-\xff]/.test(value))) return false;
  return Object.keys(good.credentials).every((name) => good.headers[name] === mutated.headers[name]);
}

/** True if a request has the fixed values of an operation, such as a short time to wait. */
function hasFixed({ query, value }: GeneratedRequest, { query: fixed = {}, body = {} }: RequestValues['always'] = {}) {
  const sent = membersOf(value);
  return (
    Object.entries(fixed).every(([name, one]) => query.some((each) => each[0] === name && each[1] === one)) &&
    Object.entries(body).every(([name, one]) => isDeepStrictEqual(sent[name], one))
  );
}

/** Returns the members of a body that must be unique. */
function uniqueIn({ operations, behavior }: ApiPlan, { operationId }: Operation): ReadonlySet<string> {
  const { unique = [] } = behavior.resources.get(operations.get(operationId)?.resource?.name ?? '') ?? {};
  return new Set(unique.flatMap(({ members }) => members.flatMap((path) => path[0] ?? [])));
}

/** Returns the same mutation of a request with other values. */
function renew(
  { what }: GeneratedRequest,
  fullest: GeneratedRequest | undefined,
  { generator, unique }: { readonly generator: RequestGenerator; readonly unique: ReadonlySet<string> },
): GeneratedRequest | undefined {
  if (fullest === undefined || !isObject(fullest.value)) return undefined;
  const other = Object.entries(membersOf(generator.generate().value));
  const changed = other.filter(([name, value]) => (unique.size === 0 ? typeof value === 'string' : unique.has(name)));
  const fresh = { ...fullest, value: { ...fullest.value, ...Object.fromEntries(changed) } };
  deferEncoding(fresh);
  return coverRequest(fresh, generator.parameters).find((each) => each.what === what);
}

function drawGood(contract: ApiContract, operation: Operation, generator: RequestGenerator): GeneratedRequest {
  let request = generator.generate();
  for (let draw = 1; draw < 10 && refusalOf(contract, operation, request) !== undefined; draw += 1)
    request = generator.generate();
  return request;
}
