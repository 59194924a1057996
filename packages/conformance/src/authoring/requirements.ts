import { capabilityOf } from '../arazzo/capability-of.js';
import { effectOfOperation } from '../arazzo/effects.js';
import { type Capability, type Effect, effectNames } from '../arazzo/model.js';
import type { RecordedCall } from './recorded-call.js';

/** What a target must offer for recorded calls of the control plane. */
export function requirementsOf(calls: readonly RecordedCall[]): Capability[] {
  const needed = calls.flatMap(({ operation: { api, operationId } }) =>
    api === 'control' ? (capabilityOf[operationId] ?? []) : [],
  );
  return [...new Set(needed)];
}

/** The least harmless of what recorded calls do to the data of an API. */
export function effectsOf(calls: readonly RecordedCall[]): Effect {
  const effects = calls.flatMap(({ operation }) => (operation.api === 'control' ? [] : effectOfOperation(operation)));
  return effectNames[Math.max(0, ...effects.map((effect) => effectNames.indexOf(effect)))] ?? 'read';
}
