import { isObject } from '@understudy/contract';
import { normalizeName, remember } from '@understudy/model';
import type { Knowledge } from '../rule.js';

const known = new WeakMap<object, readonly string[]>();
/** Nodes of a description that are searched. */
const mostNodes = 200_000;
const named = /^(?=[A-Za-z]\w*[.:/-]|\w+_\w)[A-Za-z]\w*(?:[.:/-]\w+)*$|^[a-z]+(?:[A-Z][a-z]+)+$/;
const holder = /^(?:type|event|events|event_?types?|action|topics?|types|enabled_events)$/i;

/**
 * Lists what can be the name of an event: webhooks of the description, and listed values of members such as `type` with
 * more than one word.
 */
export function listEventNames({ document }: Knowledge): readonly string[] {
  return remember(known, document, () => {
    const names = new Set<string>();
    const seen = new Set<object>();
    const visit = (value: unknown, key: string): void => {
      if (typeof value !== 'object' || value === null || seen.has(value) || seen.size > mostNodes) return;
      seen.add(value);
      const { enum: listed, const: one }: { enum?: unknown; const?: unknown } = isObject(value) ? value : {};
      const values: unknown[] = Array.isArray(listed) ? listed : one === undefined ? [] : [one];
      const texts = values.filter((each): each is string => typeof each === 'string' && named.test(each));
      const isOfEvents = holder.test(key) || /event|webhook|action$/i.test(key);
      if (texts.length > 0 && texts.length * 2 > values.length && isOfEvents) for (const text of texts) names.add(text);
      for (const [name, inner] of Object.entries(value))
        visit(inner, structural.has(name) || Array.isArray(value) ? key : name);
    };
    visit(document, '');
    const spelled = new Set([...names].map(normalizeName));
    const webhooks = Object.keys(isObject(document.webhooks) ? document.webhooks : {});
    // The webhook `orderPaid` is sent for the event `order.paid`.
    return [...new Set([...webhooks.filter((name) => names.has(name) || !spelled.has(normalizeName(name))), ...names])];
  });
}

/** Keywords of a schema, which are no names of members. */
const structural = new Set(['items', 'schema', 'anyOf', 'oneOf', 'allOf']);
