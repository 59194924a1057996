import { isObject } from '@understudy/contract';
import type { KnownValue, KnownValueLookup } from './known-value.js';
import { type CaseMessage, toKeyText } from './message.js';
import type { TemplateEvaluator } from './template.js';

/** Everything that the expressions of a template refer to. */
interface Evaluation {
  readonly message: CaseMessage;
  readonly recall: KnownValueLookup;
  /** Milliseconds of the clock. */
  readonly now: number;
  readonly baseUrl: string;
  /** Generates a value, the same for the same name. */
  generate(name: string): unknown;
}

/** Evaluates the expressions of one response. */
export function createEvaluator({ message, recall, now, baseUrl, generate }: Evaluation): TemplateEvaluator {
  return (expression, indexes) => {
    if (expression === 'open') return '{{';
    if (expression === 'base') return baseUrl;
    if (expression.startsWith('new.')) return generate(expression.slice(4));
    const [, offset, form] = /^now([+-]\d+)? ?(\w*)$/.exec(expression) ?? [];
    if (form !== undefined) return formatInstant(now + Number(offset ?? 0) * 1000, form);
    const [, counted] = /^count (.*)\.\*$/.exec(expression) ?? [];
    if (counted !== undefined) return Object(resolve(counted, indexes)).length;
    return resolve(expression, indexes);
  };
  function resolve(expression: string, indexes: readonly number[]): unknown {
    const [position = '', field] = expression.split(' > ');
    const value = readAtPosition(message, position, indexes);
    if (field === undefined) return value;
    return readKnownMember(recall(toKeyText(value) ?? ''), field, indexes);
  }
}

/** A value in what is known of another, such as `answered.items.*.id`. */
export function readKnownMember(known: KnownValue | undefined, field: string, indexes: readonly number[]): unknown {
  return known === undefined
    ? undefined
    : readAtPosition({ sent: known.sent, answered: known.answered }, field, indexes);
}

/** The value at a position of a request, with the given places in lists. */
export function readAtPosition(
  message: CaseMessage | Pick<KnownValue, 'sent' | 'answered'>,
  position: string,
  indexes: readonly number[] = [],
): unknown {
  const [root = '', ...names] = position.split('.');
  const parts: Readonly<Record<string, unknown>> = { ...message };
  let value: unknown = parts[root];
  let depth = 0;
  for (const name of names) {
    if (name === '*') value = Array.isArray(value) ? value[indexes[depth++] ?? -1] : undefined;
    else value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return root === 'header' ? (/^(?:Bearer|Basic|DPoP)\s+(\S+)$/i.exec(String(value))?.[1] ?? value) : value;
}

/** Forms of instants in responses. */
export const instantFormats = ['', 'seconds', 'milliseconds', 'date', 'whole'] as const;

/** An instant in a form: ISO 8601, or as the name says. `whole` has no fraction. */
export function formatInstant(milliseconds: number, form: string): unknown {
  if (form === 'seconds') return Math.floor(milliseconds / 1000);
  if (form === 'milliseconds') return milliseconds;
  const text = new Date(milliseconds).toISOString();
  if (form === 'date') return text.slice(0, 10);
  return form === 'whole' ? text.replace(/\.\d+Z$/, 'Z') : text;
}
