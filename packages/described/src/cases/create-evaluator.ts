import { parseJson } from '@understudy/contract';
import type { KnownValueLookup } from './known-value.js';
import type { CaseMessage } from './message.js';
import type { TemplateEvaluator } from './template.js';
import { readExpression } from './value-at.js';

interface Evaluation {
  readonly message: CaseMessage;
  readonly recall: KnownValueLookup;
  /** Milliseconds of the clock. */
  readonly now: number;
  readonly baseUrl: string;
  /** Generates a value, the same for the same name. */
  generate(name: string): unknown;
}

export const literalPattern = /^(?:null|true|false|-?\d+(?:\.\d+)?|"[\w .:/-]*")$/;

/** Evaluates alternatives, such as `body.name ?? path.name ?? "none"`, and returns the first value. */
export function resolveFirst(expression: string, resolve: (one: string) => unknown): unknown {
  for (const one of expression.split(' ?? ')) {
    const value = literalPattern.test(one) ? parseJson(one) : resolve(one);
    if (value !== undefined) return value;
  }
  return undefined;
}

export function createEvaluator({ message, recall, now, baseUrl, generate }: Evaluation): TemplateEvaluator {
  return (expression, indexes) => {
    if (expression === 'open') return '{{';
    if (expression === 'base') return baseUrl;
    if (expression.startsWith('new.')) return generate(expression.slice(4));
    const [, offset, form] = /^now([+-]\d+)? ?(\w*)$/.exec(expression) ?? [];
    if (form !== undefined) return formatInstant(now + Number(offset ?? 0) * 1000, form);
    const [, counted] = /^count (.*)\.\*$/.exec(expression) ?? [];
    if (counted !== undefined) return Object(resolve(counted, indexes)).length;
    return resolveFirst(expression, (each) => resolve(each, indexes));
  };
  function resolve(expression: string, indexes: readonly number[]): unknown {
    return readExpression(expression, { message, recall, indexes });
  }
}

/** The formats of instants in responses. */
export const instantFormats = ['', 'seconds', 'milliseconds', 'date', 'whole'] as const;

/** Formats an instant as ISO 8601 or in the named format. `whole` omits the fraction. */
export function formatInstant(milliseconds: number, form: string): unknown {
  if (form === 'seconds') return Math.floor(milliseconds / 1000);
  if (form === 'milliseconds') return milliseconds;
  const text = new Date(milliseconds).toISOString();
  if (form === 'date') return text.slice(0, 10);
  return form === 'whole' ? text.replace(/\.\d+Z$/, 'Z') : text;
}
