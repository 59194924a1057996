import { findPlace, getValue, sumDeviationsBetween, type ValueCounts } from './value-counts.js';

/** Minimum share and number of values that form a habit. Rarer values are outliers. */
const leastShare = 0.08;
const leastCount = 5;
/** Maximum share of the absolute deviations that may remain with two, three and four habits. */
const largestRest = [0.35, 0.2, 0.14];
const mostModes = 4;

/** A group of values by positions [from, to), with the sum of its absolute deviations from the median. */
interface Part {
  from: number;
  to: number;
  cost: number;
}

/** Splits values into up to four groups with habits at least `floor` apart, by k-medians in one dimension. */
export function splitModes(counts: ValueCounts, floor: number): [from: number, to: number][] {
  const total = counts.ends[counts.values.length] ?? 0;
  const least = Math.max(leastCount, leastShare * total);
  const part = (from: number, to: number): Part => ({ from, to, cost: sumDeviationsBetween(counts, from, to) });
  let accepted: Part[] = [part(0, total)];
  let parts = accepted;
  let whole = accepted[0]?.cost ?? 0;
  let step = 0;
  while (parts.length < mostModes) {
    const next = halveOne(parts, (from, to) => bestCut(counts, [from, to], least, floor), part);
    if (next === undefined) break;
    parts = next;
    step += 1;
    const rest = parts.reduce((sum, { cost }) => sum + cost, 0);
    if (rest <= (largestRest[step - 1] ?? 0) * whole) {
      // Further habits must explain the remaining deviations.
      accepted = parts;
      whole = rest;
      step = 0;
    }
  }
  return accepted.map(({ from, to }) => [from, to]);
}

/** Splits the group whose halves reduce the deviations most. */
function halveOne(
  parts: readonly Part[],
  cutOf: (from: number, to: number) => number | undefined,
  part: (from: number, to: number) => Part,
): Part[] | undefined {
  let best: Part[] | undefined;
  let most = 0;
  for (const [index, { from, to, cost }] of parts.entries()) {
    const at = cutOf(from, to);
    if (at === undefined) continue;
    const halves = [part(from, at), part(at, to)];
    const saved = cost - halves.reduce((sum, half) => sum + half.cost, 0);
    if (saved <= most) continue;
    most = saved;
    best = [...parts.slice(0, index), ...halves, ...parts.slice(index + 1)];
  }
  return best;
}

/** Finds where to split a group in two. Returns undefined if it has no two habits far enough apart. */
function bestCut(counts: ValueCounts, [from, to]: [number, number], least: number, floor: number): number | undefined {
  if (to - from < 2 * least || getValue(counts, to - 1) - getValue(counts, from) < floor) return undefined;
  let best: number | undefined;
  let cost = Number.POSITIVE_INFINITY;
  // Equal values stay in one group.
  for (let place = findPlace(counts, from) + 1; place < counts.values.length; place += 1) {
    const at = counts.ends[place] ?? 0;
    if (at < from + least) continue;
    if (at > to - least) break;
    const halves = sumDeviationsBetween(counts, from, at) + sumDeviationsBetween(counts, at, to);
    if (halves < cost) {
      cost = halves;
      best = at;
    }
  }
  if (best === undefined) return undefined;
  const distance = getValue(counts, Math.floor((best + to) / 2)) - getValue(counts, Math.floor((from + best) / 2));
  return distance > floor ? best : undefined;
}
