import type { PatternRule } from '../plan.js';

/** Merges rules with one different element: a sequence forbidden for every pair of six shifts becomes one rule. */
export function mergePatterns(rules: readonly PatternRule[]): PatternRule[] {
  let merged = [...rules];
  const longest = Math.max(0, ...rules.map(({ elements }) => elements.length));
  for (let place = longest - 1; place >= 0; place -= 1) {
    const groups = new Map<string, PatternRule>();
    const rest: PatternRule[] = [];
    for (const rule of merged) {
      const own = rule.elements[place];
      if (own === undefined) {
        rest.push(rule);
        continue;
      }
      const key = keyOf(rule, place);
      const known = groups.get(key);
      const held = known?.elements[place];
      if (known === undefined || held === undefined) groups.set(key, rule);
      else if (own.some((member, shift) => member === 1 && held[shift] === 1)) rest.push(rule);
      else groups.set(key, { ...known, elements: known.elements.with(place, united(own, held)) });
    }
    merged = [...groups.values(), ...rest];
  }
  return merged;
}

function united(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.map((member, shift) => member | (other[shift] ?? 0));
}

function keyOf({ employees, elements, weight, tier, begins }: PatternRule, without: number): string {
  const others = elements.map((element, place) => (place === without ? '' : element.join('')));
  return [employees.join(','), weight, tier, begins.join(''), elements.length, ...others].join(' ');
}
