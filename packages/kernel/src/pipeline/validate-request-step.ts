import {
  decodeBody,
  type Finding,
  type FormPart,
  joinPointer,
  type Operation,
  readMultipart,
  suggestName,
  timeoutRuleSuffix,
  toFormPairs,
} from '@understudy/contract';
import type { FormPairs } from '../handlers.js';
import { runUnit } from '../unit/run-unit.js';
import { applyHttpSettings } from './request-fit.js';
import { type MatchedState, PipelineOutcome, type ValidState } from './request-state.js';
import { validateInThread } from './validate-in-thread.js';
import { readQuery, type ValidatedRequest, validateRequest } from './validate-request.js';

const form = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

type Validated = ValidState | PipelineOutcome;

/** Maximum size of a body for which decoding and validation always take less than 50 ms. */
const quicklyJudged = 128 * 1024;

/** Matches media types to decode. Other bodies remain bytes. */
const decodedTypes = /^text\/|[/+](?:json|xml)$|^application\/x-www-form-urlencoded$/;

/**
 * Step 6: validates the media types if the API checks them, then the headers, tenant, size, path, query and body
 * (analysis.gap.check-order). If the caller lacks permission for an invalid request, the request is rejected for that
 * reason.
 */
export function validateRequestStep(matched: MatchedState): Validated | Promise<Validated> {
  const validated = validate(matched);
  if (matched.simulator.permit === undefined) return validated;
  const goOn = (one: Validated): Validated | Promise<Validated> =>
    one instanceof PipelineOutcome ? permitInvalid(matched, one) : one;
  return validated instanceof Promise ? validated.then(goOn) : goOn(validated);
}

async function permitInvalid(matched: MatchedState, invalid: PipelineOutcome): Promise<PipelineOutcome> {
  const { simulator, route, request, caller, pathParameters, query, sandbox } = matched;
  const path = { ...pathParameters };
  const sent = { operation: route.operation, caller, path, query: readQuery(query), headers: request.headers };
  const refusal = await runUnit({ sandbox, api: simulator.name, cause: null }, async (unit) =>
    simulator.permit?.(sent, unit),
  );
  return refusal === undefined ? invalid : new PipelineOutcome(invalid.state, refusal);
}

function validate(matched: MatchedState): Validated | Promise<Validated> {
  const { route, simulator, request } = matched;
  const { operation } = route;
  const refusal = simulator.checkMediaTypes?.(operation, request.headers);
  if (refusal !== undefined) return new PipelineOutcome(matched, refusal);
  const mediaType = mediaTypeOf(request.headers['content-type']);
  const toJudge = {
    path: matched.pathParameters,
    query: matched.query,
    headers: request.headers,
    mediaType,
    limits: simulator.bodyLimits,
  };
  const isTooLarge = sizeOf(matched) > route.mostBytes;
  const isRaw = readsRaw(matched, mediaType);
  const unread = isRaw || isTooLarge;
  const inParts = mediaType === multipart && operation.requestBody?.content[multipart] !== undefined;
  if (!unread && !inParts && isSlowToParse(request.body, mediaType)) {
    return validateInThread(matched, toJudge).then((judged) => conclude(matched, judged, mediaType, []));
  }
  const parts: FormPart[] = [];
  // The handlers of a hand-written API check bytes themselves.
  const isUnjudged = isTooLarge || (isRaw && simulator.readsForms !== true);
  const decoded = isUnjudged
    ? { value: undefined }
    : isRaw
      ? { value: request.body.length === 0 ? undefined : request.body }
      : inParts
        ? decodeMultipart(request.body, request.headers['content-type'] ?? '', parts)
        : decode(request.body, mediaType);
  const judged = validateRequest(operation, toJudge, decoded);
  // Expensive validation runs in a worker thread.
  if (!unread && !inParts && judged.findings.some(({ ruleId }) => ruleId.endsWith(timeoutRuleSuffix))) {
    return validateInThread(matched, toJudge).then((again) => conclude(matched, again, mediaType, []));
  }
  return conclude(matched, judged, mediaType, parts);
}

function conclude(
  matched: MatchedState,
  { input, findings, notes = [], broken, given }: ValidatedRequest,
  mediaType: string | undefined,
  parts: readonly FormPart[],
): Validated {
  const { simulator, route, request, caller, query } = matched;
  const { refusals } = simulator;
  const { operation, mostBytes } = route;
  const isRaw = readsRaw(matched, mediaType);
  const { rejected, noted } = applyHttpSettings(
    matched,
    simulator.readsForms === true ? exceptFiles(findings, parts) : findings,
    notes,
  );
  if (rejected.length > 0) {
    const ofHeaders = rejected.filter(({ pointer }) => pointer.startsWith('/headers'));
    if (ofHeaders.length > 0) return disagrees(matched, ofHeaders);
  }
  const tenantId = simulator.tenantOf?.(input.headers, caller);
  if (tenantId !== undefined && caller?.tenants !== undefined && !caller.tenants.includes(tenantId)) {
    const message = `The client "${caller.clientId}" has no access to tenant "${tenantId}"`;
    return new PipelineOutcome(matched, refusals.forbidden(message));
  }
  const size = sizeOf(matched);
  if (size > mostBytes) return new PipelineOutcome(matched, refusals.payloadTooLarge(size, mostBytes));
  // Inbox messages are not validated.
  const unknown =
    route.isControl && !isRaw && query !== '' ? findUnknownQuery(operation, new URLSearchParams(query)) : [];
  const others = broken === undefined ? [...rejected, ...unknown] : [broken];
  if (others.length > 0) return disagrees(matched, others);
  const { path, headers } = input;
  const body = isRaw ? request.body : bodyOf(matched, mediaType, input.body, given, parts);
  return { ...matched, findings: noted, input: { path, query: input.query, headers, body } };
}

/**
 * Returns whether a body is passed on as sent. An API created from a description decodes only media types that its
 * description covers by name or `type/*`.
 */
function readsRaw({ route, simulator }: MatchedState, mediaType: string | undefined): boolean {
  const { content = {} } = route.operation.requestBody ?? {};
  if (!route.isRaw || simulator.readsForms !== true) return route.isRaw;
  return !(mediaType !== undefined && (content[mediaType] ?? content[mediaType.replace(/\/.*/, '/*')]) !== undefined);
}

/** Omits findings about files. Validation sees only a file's name, but a schema describes its content. */
function exceptFiles(findings: Finding[], parts: readonly FormPart[]): Finding[] {
  const files = parts.flatMap(({ name, filename }) =>
    filename === undefined ? [] : [`${joinPointer('/body', name)}/`],
  );
  if (files.length === 0) return findings;
  return findings.filter(
    ({ pointer, ruleId }) => !(ofText.test(ruleId) && files.some((file) => `${pointer}/`.startsWith(file))),
  );
}

const ofText = /^request\/body-(?:format|pattern|min-length|max-length|enum|const)$/;

/**
 * Returns the body to validate. A form becomes an object if JSON is also documented; otherwise it remains a list of
 * pairs or parts.
 */
function bodyOf(
  { route, simulator }: MatchedState,
  mediaType: string | undefined,
  body: unknown,
  given: unknown,
  parts: readonly FormPart[],
): unknown {
  const { requestBody, extensions } = route.operation;
  if (simulator.readsForms === true) return mediaType === multipart ? { fields: body, parts } : body;
  if (requestBody?.content['application/json'] !== undefined) return body;
  if (mediaType === form && Array.isArray(given)) return given as FormPairs;
  if (mediaType !== multipart) return body;
  if (requestBody?.content[form] !== undefined) return given as FormPairs;
  const said =
    extensions['x-empty-fields'] === 'absent'
      ? parts.filter(({ filename, bytes }) => filename !== undefined || bytes.length > 0)
      : parts;
  return { fields: body, parts: said };
}

function disagrees(matched: MatchedState, findings: readonly Finding[]): PipelineOutcome {
  matched.recorder.findings(findings);
  return new PipelineOutcome({ ...matched, findings }, matched.simulator.refusals.badRequest(findings));
}

function sizeOf({ request }: MatchedState): number {
  return request.unread ?? request.body.length;
}

/** Decodes a multipart body and appends its parts to `parts`. */
function decodeMultipart(bytes: Uint8Array, contentType: string, parts: FormPart[]): ReturnType<typeof decodeBody> {
  const read = readMultipart(bytes, contentType);
  if ('finding' in read) return read;
  parts.push(...read.parts);
  return toFormPairs(parts);
}

function decode(bytes: Uint8Array, mediaType: string | undefined): ReturnType<typeof decodeBody> {
  return bytes.length === 0 ? { value: undefined } : decodeBody(bytes, mediaType ?? 'application/json');
}

function mediaTypeOf(contentType: string | undefined): string | undefined {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  // Some clients send an empty header when there is no body.
  return mediaType === '' ? undefined : mediaType;
}

/** Returns a finding for each unknown query parameter of the control plane, which is probably a typo. */
function findUnknownQuery({ parameters, operationId }: Operation, query: URLSearchParams): Finding[] {
  const known = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
  return [...new Set(query.keys())]
    .filter((name) => !known.includes(name))
    .map((name) => {
      const pointer = `/query/${name}`;
      const allowed = known.length === 0 ? 'accepts none' : `accepts ${known.join(', ')}`;
      const message = `${pointer} is not a parameter of ${operationId}, which ${allowed}.${suggestName(name, known)}`;
      return { ruleId: 'request/unknown-query', severity: 'error', message, pointer };
    });
}

/** Returns whether parsing a body would block other requests. */
export function isSlowToParse(body: Uint8Array, mediaType = 'application/json'): boolean {
  return body.length > quicklyJudged && decodedTypes.test(mediaType);
}
