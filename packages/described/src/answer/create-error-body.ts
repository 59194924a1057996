import { STATUS_CODES } from 'node:http';
import { isObject } from '@understudy/contract';
import type { ErrorEnvelope, ErrorResult } from '@understudy/kernel';
import { findJsonBody, findResponse, normalizeName, type OperationPlan, type SchemaReader } from '@understudy/model';
import { type BodyGenerator, isJson } from './body-generator.js';
import { createMinimalValue, type ValueFacts } from './create-minimal-value.js';

/** Statuses that replace one that is not described. */
const alike: Readonly<Record<number, readonly number[]>> = {
  400: [422],
  401: [403],
  403: [401],
  404: [410],
  409: [422],
  415: [400],
  422: [400],
};

/** Creates an error in the described status and schema, or else a problem (RFC 9457). */
export function createErrorBody(
  bodies: BodyGenerator,
  plan: OperationPlan | undefined,
  refusal: ErrorResult,
  facts: ValueFacts,
): ErrorEnvelope {
  const flagged =
    refusal.status < 429 ? plan?.responses.find(({ errorStatus }) => errorStatus !== undefined) : undefined;
  const status = flagged?.errorStatus ?? (plan === undefined ? refusal.status : describedStatus(plan, refusal));
  const own = flagged ?? (plan === undefined ? undefined : findResponse(plan.responses, status));
  // A `default` without a success next to it describes the success.
  const isSuccess = own?.key === 'default' && !plan?.responses.some(({ key }) => /^2/.test(key));
  const described = own === undefined || isSuccess ? bodies.commonError : own;
  if (described === undefined || described.isProblem) return { ...problem(refusal, status), status };
  const body = findJsonBody(described);
  if (body === undefined) return { mediaType: 'application/json', body: undefined, status };
  const example = refusal.details?.startsWith('example=') ? refusal.details.slice('example='.length) : undefined;
  // Members for one alternative can also match another, so this tries each.
  const alternatives = bodies.schemas.flat(body.schema).alternatives;
  const tell = (schema: unknown) => told(bodies.schemas, schema, { refusal, status, facts });
  const made = isJson(body.type) || body.type === '*/*' ? [body.schema, ...alternatives].map(tell) : [refusal.message];
  if (plan === undefined || described !== own) return { mediaType: body.type, body: made[0], status };
  const { operation, responses } = plan;
  const order = { operation, responses, status, facts, seed: `${operation.operationId} ${status}` };
  const fitted = bodies.make(example === undefined ? { ...order, wanted: made } : { ...order, wanted: [], example });
  return { mediaType: fitted?.type ?? 'application/json', body: fitted?.body, status };
}

function describedStatus({ operation }: OperationPlan, { status, findings = [] }: ErrorResult): number {
  const ofBody =
    status === 400 &&
    findings.some(({ pointer, ruleId }) => pointer.startsWith('/body') && !ruleId.startsWith('body/'));
  const wanted = ofBody ? [422, 400] : [status, ...(alike[status] ?? [])];
  return wanted.find((each) => operation.statuses.includes(String(each))) ?? status;
}

function problem({ message, code, findings = [] }: ErrorResult, status: number): ErrorEnvelope {
  const errors = findings.map((finding) => ({ pointer: finding.pointer, detail: finding.message }));
  return {
    mediaType: 'application/problem+json',
    body: {
      type: 'about:blank',
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail: message,
      code,
      ...(errors.length === 0 ? {} : { errors }),
    },
  };
}

/** Names of a status in enums of error kinds, most specific first. */
const kinds: readonly (readonly [RegExp, RegExp])[] = [
  [/^401/, /unauth|authenticat|credential/i],
  [/^403/, /forbid|permission|denied|restricted/i],
  [/^4(04|10)/, /not_?found|missing/i],
  [/^409/, /conflict|exists|duplicate/i],
  [/^413/, /large/i],
  [/^429/, /rate|limit|too_?many/i],
  [/^(400|422)/, /validation/i],
  [/^4/, /invalid|bad_?request|client/i],
  [/^5/, /internal|server|api_?error|unavailable/i],
  [/./, /^(api_?)?error$/i],
];

function kindOf(values: readonly unknown[], status: number): unknown {
  const fitting = kinds.filter(([ofStatus]) => ofStatus.test(String(status)));
  const found = fitting.map(([, name]) => values.find((value) => name.test(String(value))));
  return found.find((value) => value !== undefined);
}

const kindNames = new Set(['type', 'kind', 'code', 'errorcode', 'errortype', 'reason', 'error', 'name']);

const sentences = new Set(
  (
    'message detail details description reason msg errormessage errordescription title error usermessage ' +
    'developermessage info summary text faultstring'
  ).split(' '),
);
const codes = new Set('code errorcode status statuscode httpstatus errorno httpcode name errortype'.split(' '));

/** Words of the codes that descriptions list for a status. */
const codeWords: Readonly<Record<number, RegExp>> = {
  400: /invalid|bad|malformed|validation|argument|parse/i,
  401: /auth|credential|token|login/i,
  403: /permission|forbidden|denied|allowed|scope/i,
  404: /not_?found|no_?such|unknown|missing$/i,
  405: /method/i,
  409: /conflict|exist|taken|already|duplicate/i,
  413: /large|size|long/i,
  415: /type/i,
  422: /invalid|validation/i,
};

/** Returns the listed code that best matches an error: preferably one that also names the subject of the message. */
function listedCode(listed: readonly unknown[], { status, message }: ErrorResult): unknown {
  const fitting = listed.filter((value) => typeof value === 'string' && codeWords[status]?.test(value));
  const words = message.toLowerCase().split(/[^a-z]+/);
  return (
    fitting.find((value) =>
      String(value)
        .toLowerCase()
        .split(/[^a-z]+/)
        .some((word) => words.includes(word) && word !== 'not'),
    ) ?? fitting[0]
  );
}

interface Telling {
  readonly refusal: ErrorResult;
  readonly status: number;
  readonly facts: ValueFacts;
}

/** Returns the minimum of an error schema, with the message and code in their members. */
function told(schemas: SchemaReader, schema: unknown, telling: Telling, depth = 0): unknown {
  const { refusal, status, facts } = telling;
  const flat = schemas.chosen(schema);
  const inside = (each: unknown) => told(schemas, each, telling, depth + 1);
  if (flat.types.includes('array'))
    return [depth > 3 ? createMinimalValue(schemas, flat.items, facts) : inside(flat.items)];
  if (flat.types.includes('string')) return refusal.message;
  const least = createMinimalValue(schemas, schema, facts);
  if (!isObject(least) || depth > 3) return least;
  for (const [name, property] of flat.properties) {
    const { types, keywords, properties } = schemas.chosen(property);
    const plain = normalizeName(name);
    const listed = keywords['enum'];
    const isFree = listed === undefined && keywords['const'] === undefined && keywords['format'] === undefined;
    const kind = Array.isArray(listed) && kindNames.has(plain) ? kindOf(listed, status) : undefined;
    const [isText, isCode] = [types.includes('string'), codes.has(plain)];
    if (kind !== undefined) least[name] = kind;
    else if (isText && sentences.has(plain) && isFree) least[name] = refusal.message;
    else if (isCode && (types.includes('integer') || types.includes('number')) && isFree) least[name] = status;
    else if (/status/.test(plain) && isText && isFree) least[name] = String(status);
    else if (isCode && isText && isFree) least[name] = refusal.code;
    else if (Array.isArray(listed) && (isCode || sentences.has(plain)))
      least[name] = listedCode(listed, refusal) ?? least[name];
    else if (['error', 'errors', 'fault'].includes(plain) && (types.includes('array') || properties.size > 0))
      least[name] = inside(property);
  }
  return least;
}
