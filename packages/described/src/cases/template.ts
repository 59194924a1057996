import { isObject } from '@understudy/contract';
import type { BehaviorCase } from '@understudy/model';
import { conditionHolds } from './extract-features.js';
import { isMadeList, type MadeList } from './made-list.js';

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
