import { type ApiContract, applyOverlay, type Finding, isObject, type Operation } from '@understudy/contract';
import { locateHeader, locateResponse, locateSchema, pathToOperation, toJsonPath } from '../causes/locate-schema.js';
import { splitPointer } from '../expressions/json-pointer.js';

export interface OverlayAction {
  target: string;
  update?: unknown;
  remove?: true;
}

/** Creates and verifies the Overlay action that adapts a description to the observed behavior, if there is one. */
export function createCorrection(
  contract: ApiContract,
  operation: Operation,
  status: number,
  finding: Finding,
): OverlayAction | undefined {
  const action = propose(contract, operation, status, finding);
  if (action === undefined) return undefined;
  try {
    applyOverlay(contract.document, createOverlay(contract.name, [action]));
    return action;
  } catch {
    return undefined;
  }
}

/** Creates an Overlay document. */
export function createOverlay(api: string, actions: readonly OverlayAction[]): Record<string, unknown> {
  return { overlay: '1.0.0', info: { title: `Differences of a real environment of ${api}`, version: '1' }, actions };
}

function propose(
  contract: ApiContract,
  operation: Operation,
  status: number,
  finding: Finding,
): OverlayAction | undefined {
  const rule = finding.ruleId.replace(/^(response|schema|body)\/(body-|header-)?/, '');
  const tokens = splitPointer(finding.pointer);
  if (rule === 'undocumented-status') {
    const target = toJsonPath([...pathToOperation(operation), 'responses']);
    return { target, update: { [String(finding.actual)]: copyResponse(contract, operation, Number(finding.actual)) } };
  }
  const response = locateResponse(contract, operation, status);
  if (response === undefined) return undefined;
  const target = toJsonPath(response.keys);
  if (rule === 'undocumented-media-type') {
    if (typeof finding.actual !== 'string') return undefined;
    return { target, update: { content: { [finding.actual]: { schema: {} } } } };
  }
  if (rule === 'missing-body') return { target: `${target}.content`, remove: true };
  if (rule === 'unexpected-body') return { target, update: { content: { 'application/json': { schema: {} } } } };
  if (rule === 'required-header') {
    const header = locateHeader(contract, operation, status, tokens.at(-1) ?? '');
    return header && { target: toJsonPath(header.keys), remove: true };
  }
  const name = tokens.at(-1) ?? '';
  const parent = locateSchema(contract, operation, status, `/${tokens.slice(0, -1).join('/')}`);
  if (rule === 'required' && parent !== undefined) {
    return { target: `${toJsonPath(parent.keys)}.required[?@=='${name}']`, remove: true };
  }
  if (rule === 'undocumented-property' && parent !== undefined) {
    return { target: toJsonPath(parent.keys), update: { properties: { [name]: schemaOf(finding.actual) } } };
  }
  const place = locateSchema(contract, operation, status, finding.pointer);
  return place === undefined ? undefined : relaxSchema(rule, toJsonPath(place.keys), place.schema, finding);
}

const keywords = new Set([
  ...['pattern', 'format', 'const', 'minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['uniqueItems', 'multipleOf'],
]);

function relaxSchema(
  rule: string,
  target: string,
  schema: Record<string, unknown>,
  { actual }: Finding,
): OverlayAction | undefined {
  if (rule === 'type') {
    const types = [...new Set([schema.type, schemaOf(actual).type].flat().filter((type) => type !== undefined))];
    return { target, update: { type: types } };
  }
  if (rule === 'enum') return { target: `${target}.enum`, update: [actual] };
  const keyword = rule.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return keywords.has(keyword) ? { target: `${target}.${keyword}`, remove: true } : undefined;
}

/** Infers a schema from a value. */
function schemaOf(value: unknown): Record<string, unknown> {
  if (value === undefined) return {};
  if (value === null) return { type: 'null' };
  if (Array.isArray(value)) return { type: 'array' };
  const type = typeof value;
  return { type: type === 'number' && Number.isInteger(value) ? 'integer' : type };
}

/** Describes a status by copying a similar response, such as the API's own error. */
function copyResponse(contract: ApiContract, operation: Operation, status: number): Record<string, unknown> {
  const same = operation.statuses.find((other) => other[0] === String(status)[0] && /^\d{3}$/.test(other));
  const like = same === undefined ? undefined : locateResponse(contract, operation, Number(same));
  const description = `Seen, and not documented: ${status}.`;
  if (!isObject(like?.schema.content)) return { description };
  // The copied examples would be those of the other status.
  const withoutExamples = (media: unknown): unknown => {
    if (!isObject(media)) return media;
    const { example: _example, examples: _examples, ...rest } = media;
    return rest;
  };
  const content = Object.entries(like.schema.content).map(([type, media]) => [type, withoutExamples(media)] as const);
  return { description, content: Object.fromEntries(content) };
}
