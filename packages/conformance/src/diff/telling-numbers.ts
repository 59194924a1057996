import type { SchemaView } from './schema-views.js';

/** Returns the strictest value of a keyword. */
export function numberOf(
  { all }: Pick<SchemaView, 'all'>,
  name: string,
  strictest: (...values: number[]) => number,
  otherwise: number,
): number {
  const given = (all.get(name) ?? []).map(Number).filter(Number.isFinite);
  return given.length === 0 ? otherwise : strictest(...given);
}

/** Returns numbers at the limits of a view: just inside if `isOwn`, and otherwise just outside. */
function limitsOf(view: SchemaView, step: number, isOwn: boolean): number[] {
  return [
    ['minimum', 0, -1],
    ['maximum', 0, 1],
    ['exclusiveMinimum', 1, 0],
    ['exclusiveMaximum', -1, 0],
  ].flatMap(([name, inside = 0, outside = 0]) =>
    (view.all.get(String(name)) ?? []).map((bound) => Number(bound) + step * Number(isOwn ? inside : outside)),
  );
}

/** Returns a simple number that satisfies a view. Undefined if none is found. */
export function simpleNumber(view: SchemaView, type: string): number | undefined {
  const candidates = [1, 0, 2, ...limitsOf(view, type === 'integer' ? 1 : 0.5, true), ...limitsOf(view, 0.001, true)];
  const steps = (view.all.get('multipleOf') ?? []).map(Number);
  const least = Math.max(
    numberOf(view, 'minimum', Math.max, -Infinity),
    numberOf(view, 'exclusiveMinimum', Math.max, -Infinity),
  );
  for (const step of steps) {
    const from = Number.isFinite(least) ? Math.ceil(least / step) : 1;
    candidates.push(from * step, (from + 1) * step, 0);
  }
  const fits = (value: number) =>
    (type !== 'integer' || Number.isInteger(value)) &&
    value >= numberOf(view, 'minimum', Math.max, -Infinity) &&
    value <= numberOf(view, 'maximum', Math.min, Infinity) &&
    value > numberOf(view, 'exclusiveMinimum', Math.max, -Infinity) &&
    value < numberOf(view, 'exclusiveMaximum', Math.min, Infinity) &&
    steps.every((step) => Number.isInteger(Number((value / step).toFixed(9))));
  return candidates.find(fits);
}

/** Returns numbers of a view that another view might not allow. */
export function otherNumbers(view: SchemaView, hints: readonly SchemaView[], type: string): number[] {
  const step = type === 'integer' ? 1 : 0.5;
  const steps = [view, ...hints].flatMap(({ all }) => (all.get('multipleOf') ?? []).map(Number));
  const own = (view.all.get('multipleOf') ?? []).map(Number);
  const base = own.length === 0 ? 1 : own.reduce((one, other) => one * other);
  const values = [
    ...limitsOf(view, step, true),
    ...hints.flatMap((hint) => limitsOf(hint, step, false)),
    ...hints.flatMap((hint) => limitsOf(hint, step * 2, false)),
    ...steps.flatMap((each) => [each / 2, each, each * 2, each * 3]),
    ...[0, 1, -1, 2, 3, 5, 7, 2 ** 31, 2 ** 53 - 1].flatMap((each) => [each * base, each]),
    ...(type === 'number' ? [0.5, 1.25, -0.5, 1e39] : []),
  ];
  return [...new Set(values)].filter((value) => type !== 'integer' || Number.isInteger(value));
}
