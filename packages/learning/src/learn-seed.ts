import { type ApiContract, isObject } from '@understudy/contract';
import { inferPlan } from '@understudy/inference';
import { getMember, mapLeaves } from '@understudy/model';
import type { LearnedOperation } from './describe-recording.js';

const mostRecords = 1000;
const amount = /(?:amount|price|total|salary|balance|cost|fee|sum)$/i;

/**
 * Learns the entities that exist before any request of the recording creates them, by collection.
 *
 * @param keep names of amounts that stay; others are changed by a few percent
 */
export function learnSeed(
  learnt: readonly LearnedOperation[],
  contract: ApiContract,
  keep: readonly string[],
): Record<string, unknown[]> {
  const plan = inferPlan(contract);
  const records = new Map<string, Map<string, unknown>>();
  const created = new Set<string>();
  const all = learnt
    .flatMap(({ observed: { operation, observations } }) => observations.map((of) => ({ operation, of })))
    .sort((one, other) => one.of.exchange.index - other.of.exchange.index);
  for (const { operation, of } of all) {
    const { does, resource, wrapped } = plan.operations.get(operation.id) ?? {};
    if (resource?.key === undefined || resource.parents > 0 || of.exchange.entry.status >= 300) continue;
    const shown = getMember(of.exchange.answer, wrapped?.join('.') ?? '');
    for (const entity of Array.isArray(shown) ? shown : [shown]) {
      const key = String(getMember(entity, resource.key) ?? '');
      const name = `${resource.name} ${key}`;
      if (!isObject(entity) || key === '' || created.has(name)) continue;
      const own = records.get(resource.name) ?? new Map<string, unknown>();
      if (does !== 'read' && does !== 'list') created.add(name);
      else if (!own.has(key) && own.size < mostRecords)
        records.set(resource.name, own.set(key, perturbed(entity, keep)));
    }
  }
  return Object.fromEntries([...records].map(([name, own]) => [name, [...own.values()]]));
}

/** A copy with other amounts: the same amount stays the same, so sums of one share stay right. */
function perturbed(value: unknown, keep: readonly string[]): unknown {
  return mapLeaves(value, (leaf, name) => {
    if (typeof leaf !== 'number' || !amount.test(name) || keep.includes(name)) return leaf;
    return Number.isInteger(leaf) ? Math.round(leaf * 1.07) : Number((leaf * 1.07).toFixed(2));
  });
}
