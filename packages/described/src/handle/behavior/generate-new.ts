import type { StoreContext } from '../entity-store.js';
import { generateLikeSample } from '../like-sample.js';
import { type FormContext, nextNumber } from './fill-form.js';

/** Generates a value in the form of each example: the next number, or a text with other characters. */
export function generateNew(
  context: StoreContext & FormContext,
  examples: Readonly<Record<string, string | number>> = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [name, generateOne(context, name, example)]),
  );
}

function generateOne(context: StoreContext & FormContext, name: string, example: string | number): unknown {
  if (typeof example === 'string' && !/^\d{1,15}$/.test(example))
    return generateLikeSample(example, context.random) ?? context.ids.next('known');
  const next = Number(example) + nextNumber(context, `new ${name}`);
  return typeof example === 'number' ? next : String(next).padStart(example.length, '0');
}
