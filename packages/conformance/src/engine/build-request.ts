import type { Operation } from '@understudy/contract';
import type { Step, StepParameter, StepRequestBody } from '../arazzo/model.js';
import { resolveOperation, resolveReusables } from '../arazzo/resolve.js';
import type { ExpressionScope, MessageView } from '../expressions/evaluate-expression.js';
import { formatValue, interpolateValue } from '../expressions/interpolate.js';
import type { HttpRequest } from '../targets/target.js';
import type { BuiltRequest, RequestProblem } from './built-request.js';
import { buildPayload, isRawPayload } from './payload.js';
import { matchByUrl, resolveBaseUrl, type WorkflowFrame } from './session.js';

/** Builds the request of a step: URL, parameters (the step's override the workflow's) and body. */
export async function buildRequest(
  frame: WorkflowFrame,
  step: Step,
  scope: ExpressionScope,
): Promise<BuiltRequest | RequestProblem> {
  const parameters = evaluateParameters(frame, step, scope);
  if ('problem' in parameters) return parameters;
  const call = addressOf(frame, step, scope, parameters);
  if ('problem' in call) return call;
  const headers: Record<string, string> = { ...parameters.header };
  const cookies = Object.entries(parameters.cookie).map(([name, value]) => `${name}=${value}`);
  if (cookies.length > 0) headers.Cookie = cookies.join('; ');
  const body = step.requestBody ?? {};
  const mediaType = chooseMediaType(body, headers, call.operation, scope);
  const payload = await buildPayload(body, mediaType, frame.file.file, scope);
  if (payload !== undefined && 'problem' in payload) return payload;
  const contentType = payload?.contentType ?? mediaType;
  if (contentType !== '') headers['Content-Type'] = contentType;
  const request: HttpRequest = { method: call.method, url: call.url, headers };
  if (payload !== undefined) request.body = payload.bytes;
  const lowerCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const query = Object.fromEntries(new URLSearchParams(call.url.split('?').slice(1).join('?')));
  const view: MessageView = {
    url: call.url,
    method: call.method,
    request: { headers: lowerCase, query, path: { ...call.path, ...parameters.path }, body: payload?.value },
  };
  return { request, view, ...(call.operation === undefined ? {} : { operation: call.operation }) };
}

interface Parameters {
  path: Record<string, string>;
  /** A parameter with the value null is sent as its name only. */
  query: [string, string | null][];
  header: Record<string, string>;
  cookie: Record<string, string>;
}

function evaluateParameters(frame: WorkflowFrame, step: Step, scope: ExpressionScope): Parameters | RequestProblem {
  const result: Parameters = { path: {}, query: [], header: {}, cookie: {} };
  for (const parameter of mergeParameters(frame, step)) {
    const value = interpolateValue(parameter.value, scope);
    if (!value.found) return { problem: `the parameter ${parameter.name}: ${value.why}`, lacks: value.lacks };
    if (parameter.in === undefined) return { problem: `the parameter ${parameter.name} has no "in"` };
    if (parameter.in === 'query') {
      // By default, OpenAPI repeats the name for each item of a query array.
      const values = Array.isArray(value.value) ? value.value : [value.value];
      for (const item of values) result.query.push([parameter.name, item === null ? null : formatValue(item)]);
    } else {
      result[parameter.in][parameter.name] = Array.isArray(value.value)
        ? value.value.map(formatValue).join(',')
        : formatValue(value.value);
    }
  }
  return result;
}

/** Merges the parameters of step and workflow. Header names ignore case. */
export function mergeParameters(frame: WorkflowFrame, step: Step): StepParameter[] {
  const key = (parameter: StepParameter): string =>
    `${parameter.in} ${parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name}`;
  const merged = new Map<string, StepParameter>();
  const common = resolveReusables(frame.workflow.parameters, 'parameters', frame.file);
  const own = resolveReusables(step.parameters, 'parameters', frame.file);
  for (const parameter of [...common, ...own]) merged.set(key(parameter), parameter);
  return [...merged.values()];
}

type Call = { method: string; url: string; path?: Record<string, string>; operation?: Operation };

function addressOf(
  frame: WorkflowFrame,
  step: Step,
  scope: ExpressionScope,
  parameters: Parameters,
): Call | RequestProblem {
  const { target, contracts } = frame.session;
  const custom = step['x-operation'];
  if (custom !== undefined) {
    const url = interpolateValue(custom.url, scope);
    if (!url.found) return { problem: `the URL of x-operation: ${url.why}`, lacks: url.lacks };
    const method = custom.method.toUpperCase();
    const given = formatValue(url.value);
    const absolute = absoluteUrl(given, target.baseUrl) + queryText(parameters.query, given);
    return { method, url: absolute, ...matchByUrl(method, absolute, target, contracts) };
  }
  const resolved = resolveOperation(step, frame.file, contracts);
  if ('problem' in resolved) return resolved;
  const { operation, source } = resolved;
  const missing = [...operation.path.matchAll(/\{([^{}]+)\}/g)]
    .map((match) => match[1] ?? '')
    .find((name) => !Object.hasOwn(parameters.path, name));
  const noValue = `the path parameter ${missing} of ${operation.operationId} has no value; add it with "in: path"`;
  if (missing !== undefined) return { problem: noValue };
  const encode = (_: string, name: string) => encodeURIComponent(parameters.path[name] ?? '');
  const path = operation.path.replace(/\{([^{}]+)\}/g, encode);
  const base = resolveBaseUrl(target, source, { operation, api: frame.file.api });
  return { method: operation.method, url: base + path + queryText(parameters.query, path), operation };
}

function absoluteUrl(url: string, baseUrl: string): string {
  if (/^https?:\/\//i.test(url)) return url;
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const path = url.startsWith('/') ? url : `/${url}`;
  const known = prefix !== '' && (path === prefix || path.startsWith(`${prefix}/`));
  return known ? baseUrl.slice(0, baseUrl.length - prefix.length) + path : baseUrl + path;
}

function queryText(query: Parameters['query'], url: string): string {
  if (query.length === 0) return '';
  const text = query
    .map((pair) => pair.flatMap((each) => (each === null ? [] : [encodeURIComponent(each)])).join('='))
    .join('&');
  return `${url.includes('?') ? '&' : '?'}${text}`;
}

/**
 * Chooses the media type of a body. A `Content-Type` parameter takes precedence over `contentType`. An empty parameter
 * means none. Strings and files have no default type. Other bodies use JSON if it is documented, otherwise the
 * documented form type.
 */
function chooseMediaType(
  body: StepRequestBody,
  headers: Record<string, string>,
  operation: Operation | undefined,
  scope: ExpressionScope,
): string {
  const name = Object.keys(headers).find((header) => header.toLowerCase() === 'content-type');
  if (name !== undefined) {
    const value = headers[name] ?? '';
    delete headers[name];
    // A blank value counts as empty, because other runners need it to omit the header.
    return value.trim();
  }
  if (body.contentType !== undefined) return body.contentType;
  if (body.payload === undefined || isRawPayload(body.payload, scope)) return '';
  const documented = Object.keys(operation?.requestBody?.content ?? {});
  return documented.find((type) => /json|x-www-form-urlencoded|multipart\/form-data/i.test(type)) ?? 'application/json';
}
