import { STATUS_CODES } from 'node:http';
import { isJson, isObject, stringifyJson } from '@understudy/contract';
import type { ErrorEnvelope, ErrorResult } from '@understudy/kernel';
import { findJsonBody, findResponse, inferSchema, type OperationPlan } from '@understudy/model';
import type { BodyGenerator } from './body-generator.js';
import type { ValueFacts } from './create-minimal-value.js';
import { describeHeaders, toHeaderText } from './describe-headers.js';
import { ErrorTeller } from './error-teller.js';
import { lacksCondition, type NamedError } from './name-error.js';

/** Statuses to use if the described responses do not include the original one. */
const alike: Readonly<Record<number, readonly number[]>> = {
  400: [422],
  401: [403],
  403: [401],
  404: [410],
  409: [422],
  415: [400],
  422: [400],
};

/** Creates the body of an error in the described status and schema, or else as a problem (RFC 9457). */
export function createErrorBody(
  bodies: BodyGenerator,
  plan: OperationPlan | undefined,
  refusal: NamedError,
  facts: ValueFacts,
): ErrorEnvelope {
  const isInjected = refusal.code === 'injected';
  const flagged =
    refusal.status < 429 && !isInjected
      ? plan?.responses.find(({ errorStatus }) => errorStatus !== undefined)
      : undefined;
  const isAsIs = plan === undefined || isInjected || refusal.hasStatedStatus === true;
  const status =
    flagged?.errorStatus ?? (isAsIs ? refusal.status : describedStatus(plan, refusal, bodies.ofParameters));
  const own = flagged ?? (plan === undefined ? undefined : findResponse(plan.responses, status));
  // If no success response is described, `default` describes the success.
  const isSuccess = !isInjected && own?.key === 'default' && !plan?.responses.some(({ key }) => /^2/.test(key));
  const described = own === undefined || isSuccess ? bodies.commonError : own;
  if (described === undefined || described.isProblem) return { ...problem(refusal, status), status };
  const seed = `${plan?.operation.operationId} ${status}`;
  const headers = describeHeaders(bodies.schemas, described.headers, { facts, seed, given: refusal.headers ?? {} });
  const body = findJsonBody(described);
  if (body === undefined) {
    const reason = { 'x-understudy-error': toHeaderText(refusal.message) };
    return { mediaType: 'application/json', body: undefined, status, headers: { ...headers, ...reason } };
  }
  const shown = [...body.examples.values()];
  const schema = body.schema ?? (shown.length === 0 ? {} : inferSchema(shown[0]));
  const teller = new ErrorTeller(bodies, { refusal, status, facts, seed });
  const isText = !(isJson(body.type) || body.type === '*/*' || /[/+]xml$/.test(body.type));
  const tell = (each: unknown) => (isText ? refusal.message : teller.tell(each, shown));
  const told = body.schema === undefined && !isText ? withMessage(tell(schema), refusal.message) : tell(schema);
  if (plan === undefined || described !== own) return { mediaType: body.type, body: told, status, headers };
  const { operation, responses } = plan;
  const isShown = isInjected && (shown.length > 0 || bodies.schemas.flat(schema).keywords['examples'] !== undefined);
  // The body for one alternative can accidentally match another, so each alternative is tried.
  const wanted = isShown ? [] : [told, ...bodies.schemas.flat(schema).alternatives.map(tell)];
  const example = refusal.details?.startsWith('example=') ? { example: refusal.details.slice('example='.length) } : {};
  const fitted = bodies.make({ operation, responses, status, facts, seed, wanted, ...example });
  const sent = fitted === undefined || isEmpty(fitted.body) ? told : fitted.body;
  return { mediaType: fitted?.type ?? body.type, body: sent, status, headers };
}

/** Returns whether a body is empty. An error must state the problem. */
function isEmpty(body: unknown): boolean {
  return body === null || body === undefined || (isObject(body) && Object.keys(body).length === 0);
}

/** Adds the message to a body that comes from an example without a schema. */
function withMessage(told: unknown, message: string): unknown {
  const isSaid = !isObject(told) || stringifyJson(told).includes(stringifyJson(message).slice(1, -1));
  return isSaid ? told : { ...told, message };
}

function describedStatus(
  { operation }: OperationPlan,
  { status, findings = [] }: ErrorResult,
  ofParameters: string | undefined,
): number {
  const ofBody =
    status === 400 &&
    findings.some(({ pointer, ruleId }) => pointer.startsWith('/body') && !ruleId.startsWith('body/'));
  const wanted = lacksCondition(findings) ? [428, 400] : ofBody ? [422, 400] : [status, ...(alike[status] ?? [])];
  const own = wanted.find((each) => operation.statuses.includes(String(each)));
  const usual = status === 400 && ofParameters !== undefined ? Number(ofParameters) : status;
  return own ?? usual;
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
