import { effectOfOperation } from '../arazzo/effects.js';
import { type Effect, effectNames } from '../arazzo/model.js';
import type { RecordedCall } from './recorded-call.js';

/** The least harmless of what recorded calls do to the data of an API. */
export function effectsOf(calls: readonly RecordedCall[]): Effect {
  const effects = calls.flatMap(({ operation }) => (operation.api === 'control' ? [] : effectOfOperation(operation)));
  return effectNames[Math.max(0, ...effects.map((effect) => effectNames.indexOf(effect)))] ?? 'read';
}
