import { isObject } from '@understudy/contract';
import { conditionHolds } from './extract-features.js';
import { isMadeList, type MadeList } from './made-list.js';

/** An observed behavior of an operation. The first case whose conditions all hold applies. */
export interface BehaviorCase {
  /** Statements about the request, such as `path.id is unknown`. */
  readonly when: readonly string[];
  /** Without a status, the inferred behavior follows. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A template: `{{body.name}}`, `{{path.id > status}}`, `{{new.id}}`, `{{now}}`. */
  readonly body?: unknown;
  /** Examples of the values that it generates, by name. */
  readonly new?: Readonly<Record<string, unknown>>;
  /** Whether requests that break the description are accepted as well. */
  readonly lenient?: boolean;
  /** Exchanges of the recording that show it, and that contradict it. */
  readonly seen?: number;
  readonly contradicted?: number;
  /** The decision of a person. A refused case does not apply. */
  readonly review?: 'accepted' | 'refused';
}

export interface TemplateEvaluator {
  /** The value of an expression, with the positions in the lists around it. */
  (expression: string, indexes: readonly number[]): unknown;
  /** The items of a list of values that earlier responses contained. */
  readonly items?: (
    list: MadeList,
  ) => readonly { readonly evaluate: TemplateEvaluator; readonly features: ReadonlySet<string> }[];
}

const whole = /^\{\{([^{}]*)\}\}$/;

/**
 * A member that repeats its `item` for each value at a position: `{ $each: body.items.*, item: {...} }`. For each value
 * that earlier responses contained, the first of `items` whose conditions hold: `{ $each: { made: [...] }, items: [...] }`.
 */
export const repeatMarker = '$each';

export function fillTemplate(template: unknown, evaluate: TemplateEvaluator, indexes: readonly number[] = []): unknown {
  if (typeof template === 'string') {
    const [, expression] = whole.exec(template) ?? [];
    if (expression !== undefined) return evaluate(expression, indexes);
    return template.replace(/\{\{([^{}]*)\}\}/g, (_all, inner: string) => String(evaluate(inner, indexes) ?? ''));
  }
  if (Array.isArray(template)) return template.map((item) => fillTemplate(item, evaluate, indexes));
  if (!isObject(template)) return template;
  const { [repeatMarker]: each, item, items } = template;
  if (isMadeList(each))
    return (evaluate.items?.(each) ?? []).map(({ evaluate: ofItem, features }) => {
      const found = (Array.isArray(items) ? items : []).find(({ when }: BehaviorCase) =>
        when.every((one) => conditionHolds(one, features)),
      );
      return fillTemplate(found?.body, ofItem);
    });
  if (typeof each === 'string') {
    const count = Number(evaluate(`count ${each}`, indexes)) || 0;
    return Array.from({ length: count }, (_none, index) => fillTemplate(item, evaluate, [...indexes, index]));
  }
  return Object.fromEntries(
    Object.entries(template).map(([name, value]) => [name, fillTemplate(value, evaluate, indexes)]),
  );
}

/** Escapes text so that a template contains it literally. */
export function escapeLiteral(text: string): string {
  return text.replaceAll('{{', '{{open}}');
}
