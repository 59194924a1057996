import { type ApiContract, createContract, decodeBody, type Finding, parseJson } from '@understudy/contract';
import { type BodyPieces, splitBody } from './body-pieces.js';
import { type RequestToValidate, type ValidatedRequest, validateRequest } from './validate-request.js';

export interface BodyToValidate {
  readonly api: string;
  /** The OpenAPI description as JSON. */
  readonly description: string;
  readonly operationId: string;
  readonly request: RequestToValidate;
  readonly bytes: Uint8Array;
}

/** A {@link ValidatedRequest} that contains a valid body in pieces. */
export interface ValidatedBody extends Omit<ValidatedRequest, 'given'> {
  readonly body?: BodyPieces;
  readonly given?: BodyPieces;
}

/** Maximum number of values in a body. Parsing this many takes seconds and several hundred megabytes. */
export const maxBodyValues = 3_000_000;

const [quote, backslash] = [0x22, 0x5c];
/** Marks the bytes `[`, `{`, `,` and `:`, after which a value can start. */
const beginnings = new Uint8Array(256);
for (const byte of [0x5b, 0x7b, 0x2c, 0x3a]) beginnings[byte] = 1;

const tooManyValues: Finding = {
  ruleId: 'body/too-many-values',
  severity: 'error',
  message: `The body exceeds the limit of ${maxBodyValues} values; send less at a time.`,
  pointer: '/body',
  expected: maxBodyValues,
};

const contracts = new Map<string, ApiContract>();

const mostContracts = 16;

/** Time limit in milliseconds for a schema with backtracking expressions. Recursion is limited by steps instead. */
const mostMs = 2000;

/** Decodes and validates a large body; called in a worker thread. @throws Error for an unknown operation */
export function validateBody({ api, description, operationId, request, bytes }: BodyToValidate): ValidatedBody {
  const operation = contractOf(api, description).operations.get(operationId);
  if (operation === undefined) throw new Error(`The description of ${api} has no operation "${operationId}"`);
  const { mediaType = 'application/json' } = request;
  const decoded = hasTooManyValues(bytes) ? { finding: tooManyValues } : decodeBody(bytes, mediaType);
  const judged = validateRequest(operation, request, decoded);
  const { input, findings, notes, broken, given } = judged;
  const wrong = broken !== undefined || findings.length > 0;
  return {
    input: { ...input, body: undefined },
    findings,
    ...(notes === undefined ? {} : { notes }),
    ...(broken === undefined ? {} : { broken }),
    ...(wrong ? {} : { body: splitBody(input.body), ...(given === input.body ? {} : { given: splitBody(given) }) }),
  };
}

function contractOf(api: string, description: string): ApiContract {
  const known = contracts.get(description);
  if (known !== undefined) return known;
  if (contracts.size >= mostContracts) contracts.clear();
  const contract = createContract(api, parseJson(description), undefined, mostMs);
  contracts.set(description, contract);
  return contract;
}

/**
 * Returns whether a JSON text has too many values. Counts values by scanning bytes, because a parser cannot be
 * interrupted.
 */
export function hasTooManyValues(json: Uint8Array, most = maxBodyValues): boolean {
  let values = 0;
  let inText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte === quote) inText = !inText;
    else if (inText) at += byte === backslash ? 1 : 0;
    else values += beginnings[byte] ?? 0;
  }
  return values > most;
}
