import { editDistance } from '@understudy/contract';
import type { KernelContext } from '../kernel-context.js';

/** Two paths that differ by this or more have nothing to do with each other. */
const tooFar = 1;
/** A parameter fits whatever stands in its place, which says less than the same word does. */
const parameterCost = 0.1;
/** The first segment, which names the API, was forgotten: bearable where nothing else differs. */
const forgottenCost = 0.95;
/** Words that differ in more than this share of their letters are different words, not a slip. */
const slip = 1 / 3;

/**
 * The closest operations to an unknown path, such as `GET /io/results` for `/io/result`. Paths are compared by
 * segment, because `/lookup/receivers` and `/lookup/files` share letters but no meaning.
 */
export function findSimilarCalls(world: KernelContext, path: string): string[] {
  // What comes after an ampersand was meant for the query.
  const [meant = path] = path.split('&', 1);
  const asked = segmentsOf(meant);
  let best = tooFar;
  let near: string[] = [];
  for (const { contract } of [...world.simulators.values(), world.control]) {
    for (const operation of contract.operations.values()) {
      const distance = distanceOf(asked, segmentsOf(operation.path));
      if (distance >= tooFar || distance > best) continue;
      if (distance < best) near = [];
      best = distance;
      near.push(`${operation.method} ${operation.path}`);
    }
  }
  return near;
}

function segmentsOf(path: string): string[] {
  return path.toLowerCase().split('/').slice(1);
}

function distanceOf(asked: readonly string[], template: readonly string[]): number {
  const forgotten = template.length === asked.length + 1;
  if (!forgotten && template.length !== asked.length) return tooFar;
  const rest = forgotten ? template.slice(1) : template;
  return rest.reduce(
    (sum, segment, index) => sum + segmentDistance(asked[index] ?? '', segment),
    forgotten ? forgottenCost : 0,
  );
}

function segmentDistance(word: string, segment: string): number {
  if (word === segment) return 0;
  if (segment.startsWith('{')) return word === '' ? tooFar : parameterCost;
  // Longer words cannot be near, and an address may be as long as a client likes.
  if (word.length > 2 * segment.length) return tooFar;
  const share = editDistance(word, segment) / Math.max(word.length, segment.length);
  return share <= slip ? share : tooFar;
}
