import { namesOf, type TransitionStatement } from '@understudy/model';

/**
 * Adds the first state to the action that starts a circle of states which no record can enter: "open" only from
 * `paused`, and "pause" only from `open`. A part of its sentence was not read.
 */
export function withReachableStates(
  read: readonly TransitionStatement[],
  initial: string,
): readonly TransitionStatement[] {
  const produced = new Set(read.flatMap(({ to }) => to ?? []));
  const all = [...read];
  for (let left = all.length; left > 0; left -= 1) {
    const reached = reachedFrom(all, initial);
    const candidates = all.flatMap((each, index) => {
      const from = namesOf(each.from);
      // Other states can be the effect of an operation on another record.
      const isCircle = from.length > 0 && from.every((state) => produced.has(state) && !reached.has(state));
      if (!isCircle || each.to === undefined) return [];
      const widened = { ...each, from: [initial, ...from] };
      return [{ index, widened, count: reachedFrom(all.with(index, widened), initial).size }];
    });
    const [best] = candidates.sort((one, other) => other.count - one.count);
    if (best === undefined) break;
    all[best.index] = best.widened;
  }
  return all;
}

function reachedFrom(all: readonly TransitionStatement[], initial: string): ReadonlySet<string> {
  const reached = new Set([initial]);
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const { from, to } of all)
      if (typeof to === 'string' && (from === undefined || namesOf(from).some((state) => reached.has(state))))
        reached.add(to);
  }
  return reached;
}
