import { isObject } from '@understudy/contract';
import { type ActionEffects, escapeTemplate, expressionIn, type StampsOfStates } from '@understudy/model';

/** Writes what an action sets as data with expressions: `{ status: paid, paidAt: =now, reason: =null }`. */
export function toSet({ set, stamps, clear }: ActionEffects): Record<string, unknown> {
  return Object.fromEntries([
    ...set.map(({ path, value }) => [path.join('.'), toTemplate(value)] as const),
    ...stamps.map((path) => [path.join('.'), '=now'] as const),
    ...clear.map((path) => [path.join('.'), '=null'] as const),
  ]);
}

/** Writes what values set: of members of a request, or of states. */
export function toSets(sets: StampsOfStates): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    [...sets].map(([name, byValue]) => [
      name,
      Object.fromEntries([...byValue].map(([value, effects]) => [value, toSet(effects)])),
    ]),
  );
}

/** Reads what {@link toSets} writes. Null removes what was inferred. */
export function fromSets(given: unknown, inferred: StampsOfStates = new Map()): StampsOfStates {
  const found = new Map(inferred);
  for (const [name, byValue] of Object.entries(isObject(given) ? given : {})) {
    const own = new Map(inferred.get(name));
    for (const [value, set] of Object.entries(isObject(byValue) ? byValue : {}))
      if (set === null) own.delete(value);
      else own.set(value, fromSet(set).effects);
    if (byValue === null || own.size === 0) found.delete(name);
    else found.set(name, own);
  }
  return found;
}

/** In a plan, `{name}` is the value of another member, `{=body.name}` one of the request, and `{now}` the current time. */
function toTemplate(value: unknown): unknown {
  const [, sent] = (typeof value === 'string' && /^\{=(body(?:\.\w+)?)\}$/.exec(value)) || [];
  if (sent !== undefined) return `=${sent}`;
  const name = typeof value === 'string' ? /^\{([\w.]+)\}$/.exec(value)?.[1] : undefined;
  return name === undefined ? escapeTemplate(value) : name === 'now' ? '=now' : `=self.${name}`;
}

/** Reads what an operation sets. What needs an expression is apart. */
export function fromSet(given: unknown): {
  readonly effects: Pick<ActionEffects, 'set' | 'stamps' | 'clear'>;
  readonly expressions: Readonly<Record<string, unknown>>;
} {
  const effects = {
    set: [] as { path: string[]; value: unknown }[],
    stamps: [] as string[][],
    clear: [] as string[][],
  };
  const expressions: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(isObject(given) ? given : {})) {
    const path = name.split('.');
    const text = expressionIn(value)?.trim();
    const member = /^self\.([\w.]+)$/.exec(text ?? '')?.[1];
    if (text === undefined) effects.set.push({ path, value: toLiteral(value) });
    else if (text === 'now') effects.stamps.push(path);
    else if (text === 'null') effects.clear.push(path);
    else if (/^body(?:\.\w+)?$/.test(text)) effects.set.push({ path, value: `{=${text}}` });
    else if (member !== undefined) effects.set.push({ path, value: `{${member}}` });
    else expressions[name] = value;
  }
  return { effects, expressions };
}

function toLiteral(value: unknown): unknown {
  return typeof value === 'string' && value.startsWith('==') ? value.slice(1) : value;
}
