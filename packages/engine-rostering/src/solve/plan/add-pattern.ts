import type { PatternConstraint } from '../../model/constraint.js';
import { UNITS } from '../../model/instance.js';
import { tier } from '../plan.js';
import type { PlanDraft } from './plan-draft.js';

/**
 * A sequence that is not wanted costs wherever it occurs. A wanted one costs wherever its first element begins, less
 * the places where the whole sequence follows.
 */
export function addPattern(draft: PlanDraft, constraint: PatternConstraint): void {
  const { employees, sequence } = constraint;
  const weight = UNITS * constraint.weight;
  const costTier = constraint.strict ? tier.breach : tier.soft;
  const elements = sequence.map((shift) => only(draft, shift + 1));
  const add = (of: readonly Uint8Array[], length: number, sign: number): void => {
    const begins = new Uint8Array(draft.days);
    // A window that ends before the horizon can no longer change.
    for (let begin = 0; begin + length <= draft.days; begin += 1) {
      begins[begin] = begin + length > draft.lead ? 1 : 0;
    }
    draft.patterns.push({ employees, elements: of, begins, weight: sign * weight, tier: costTier });
  };
  if (!constraint.isDesired) {
    add(elements, elements.length, 1);
    return;
  }
  const [first] = elements;
  if (first === undefined) return;
  const other = first.map((member, shift) => (member === 1 || shift === draft.unknown ? 0 : 1));
  add([other, first], elements.length + 1, 1);
  add([other, ...elements], elements.length + 1, -1);
}

function only(draft: PlanDraft, shift: number): Uint8Array {
  const element = new Uint8Array(draft.width);
  element[shift] = 1;
  return element;
}
