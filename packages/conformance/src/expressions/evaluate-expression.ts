import { isObject } from '@understudy/contract';
import { type LookupResult, readPointer } from './json-pointer.js';
import { parseExpression, type RuntimeExpression } from './parse-expression.js';

/** A decoded request, with its response if there is one. `$request`, `$response`, `$url` and others read it. */
export interface MessageView {
  url: string;
  method: string;
  /** The request. Header names are in lower case. */
  request: {
    headers: Record<string, string>;
    query: Record<string, string>;
    path: Record<string, string>;
    body: unknown;
  };
  response?: { status: number; headers: Record<string, string>; body: unknown; text: string };
}

/** The values that runtime expressions can read. */
export interface ExpressionScope {
  readonly inputs: Readonly<Record<string, unknown>>;
  /** `$outputs`: the outputs of the called workflow, or of the workflow itself. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Outputs of the steps that ran, by stepId. */
  readonly steps: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly workflows: ReadonlyMap<string, WorkflowValues>;
  readonly message?: MessageView;
  /** Returns the base URL for calls to a source's operations. */
  sourceUrl(name: string): string | undefined;
  component(section: string, name: string): unknown;
}

/** The values of a finished workflow. */
export interface WorkflowValues {
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** Evaluates a runtime expression. Missing values are reported, never `null`. */
export function evaluateExpression(expression: RuntimeExpression, scope: ExpressionScope): LookupResult {
  switch (expression.kind) {
    case 'inputs':
    case 'outputs':
      return named(scope[expression.kind], expression.name, expression.pointer, `the ${expression.kind}`);
    case 'steps': {
      const outputs = scope.steps.get(expression.stepId);
      if (outputs === undefined) return { found: false, why: `step ${expression.stepId} has not run` };
      const { stepId, name, pointer } = expression;
      const output = named(outputs, name, pointer, `the outputs of step ${stepId}`);
      return output.found ? output : { ...output, lacks: { stepId, name } };
    }
    case 'workflows': {
      const workflow = scope.workflows.get(expression.workflowId);
      if (workflow === undefined) return { found: false, why: `workflow ${expression.workflowId} has not run` };
      const where = `the ${expression.field} of workflow ${expression.workflowId}`;
      return named(workflow[expression.field], expression.name, expression.pointer, where);
    }
    case 'sourceDescriptions': {
      const url = scope.sourceUrl(expression.source);
      if (url === undefined) return { found: false, why: `there is no source description ${expression.source}` };
      if (expression.name !== 'url') return { found: false, why: 'the only property of a source description is url' };
      return { found: true, value: url };
    }
    case 'components': {
      const value = scope.component(expression.section, expression.name);
      if (value !== undefined) return { found: true, value };
      return { found: false, why: `components.${expression.section} has no ${expression.name}` };
    }
    default:
      return fromMessage(expression, scope.message);
  }
}

/** Evaluates a string that must be a single runtime expression. */
export function evaluateText(text: string, scope: ExpressionScope): LookupResult {
  const parsed = parseExpression(text);
  if ('literal' in parsed) return { found: false, why: `"${text}" is no runtime expression` };
  if ('problem' in parsed) return { found: false, why: parsed.problem };
  return evaluateExpression(parsed.expression, scope);
}

type MessageExpression = Extract<RuntimeExpression, { kind: 'url' | 'method' | 'statusCode' | 'request' | 'response' }>;

function fromMessage(expression: MessageExpression, message: MessageView | undefined): LookupResult {
  if (message === undefined) return { found: false, why: 'this step sent no request' };
  if (expression.kind === 'url' || expression.kind === 'method')
    return { found: true, value: message[expression.kind] };
  const { request, response } = message;
  if (expression.kind !== 'request' && response === undefined) return { found: false, why: 'no response came' };
  if (!('part' in expression)) return { found: true, value: response?.status };
  const { kind } = expression;
  const { headers = {}, body } = (kind === 'request' ? request : response) ?? {};
  if (expression.part === 'body') {
    const value = readPointer(body, expression.pointer);
    return value.found ? value : { found: false, why: `the ${kind} body has no ${expression.pointer}` };
  }
  const { part, name } = expression;
  if (part === 'header') {
    const value = headers[name.toLowerCase()];
    return value === undefined ? { found: false, why: `the ${kind} has no header ${name}` } : { found: true, value };
  }
  if (kind === 'response') return { found: false, why: `a response has no ${part} parameters` };
  const value = request[part][name];
  if (value === undefined) return { found: false, why: `the request has no ${part} parameter ${name}` };
  return { found: true, value };
}

/** Resolves a name. Names can contain dots, so the longest matching key wins and the rest is a path into the value. */
function named(values: Readonly<Record<string, unknown>>, name: string, pointer: string, where: string): LookupResult {
  const parts = name.split('.');
  for (let length = parts.length; length > 0; length--) {
    const key = parts.slice(0, length).join('.');
    if (!Object.hasOwn(values, key) || values[key] === undefined) continue;
    let value: unknown = values[key];
    for (const part of parts.slice(length)) {
      if (!isObject(value) || !Object.hasOwn(value, part)) return { found: false, why: `${key} has no ${part}` };
      value = value[part];
    }
    const inside = readPointer(value, pointer);
    return inside.found ? inside : { found: false, why: `${name} has no ${pointer}` };
  }
  return { found: false, why: `${where} have no value ${name}` };
}
