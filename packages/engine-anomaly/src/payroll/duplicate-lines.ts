import { categoricalSurprise, childProbability, rootProbability } from '../core/categorical-counts.js';
import { lineContent } from './line-sizes.js';
import type { KindKnowledge } from './line-surprise.js';
import type { PayslipSurprise } from './payslip-surprise.js';
import type { PayrollTransaction } from './types.js';

/** Surprise of more lines of a kind than usual, reported for the last line that repeats another, else for the last. */
export function duplicateSurprises(
  { common, own }: KindKnowledge,
  lines: readonly PayrollTransaction[],
): PayslipSurprise[] {
  const contents = lines.length > 1 ? lines.map(lineContent) : [];
  const repeated = contents.findLastIndex((content, index) => contents.indexOf(content) < index);
  const line = lines[repeated >= 0 ? repeated : lines.length - 1];
  if (line === undefined) return [];
  let nats = 0;
  if (lines.length > usualCount(own?.counts.values ?? common.counts.values)) {
    const count = String(lines.length);
    nats += categoricalSurprise(childProbability(rootProbability(common.counts, count), own?.counts, count));
  }
  if (repeated >= 0) {
    const all = (common.equal.yes + 0.5) / (common.equal.yes + common.equal.no + 1);
    const equal = own?.equal ?? { yes: 0, no: 0 };
    const p = (equal.yes + all) / (equal.yes + equal.no + 1);
    nats += Math.max(0, Math.log((1 - p) / p));
  }
  return [{ kind: 'doubled', nats, direction: 1, observed: { line, field: 'type' } }];
}

/** The number of lines that most payslips have. */
function usualCount(counts: ReadonlyMap<string, number>): number {
  let usual = 1;
  let most = 0;
  for (const [count, payslips] of counts) {
    if (payslips > most) {
      usual = Number(count);
      most = payslips;
    }
  }
  return usual;
}
