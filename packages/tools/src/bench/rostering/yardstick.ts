import { readFileSync, writeFileSync } from 'node:fs';

/** What is known of an instance, in points of the soft score. */
export interface Yardstick {
  hard: number;
  /** Of the best roster known. */
  soft: number;
  /** Whether no roster is better. */
  proved: boolean;
  /** No roster costs less than this. */
  bound?: number;
}

const file = new URL('./yardsticks.json', import.meta.url);

/** What is known of the instances, by name. */
export function readYardsticks(): Record<string, Yardstick> {
  return JSON.parse(readFileSync(file, 'utf8'));
}

export function writeYardsticks(known: Readonly<Record<string, Yardstick>>): void {
  writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`);
}

/**
 * The better of what is known and what was found: the best roster, whatever proves it, and the bound that was known.
 *
 * @throws Error when the found roster costs less than the bound
 */
export function betterYardstick(known: Yardstick | undefined, found: Yardstick): Yardstick {
  if (known === undefined) return found;
  const { bound } = known;
  if (bound !== undefined && found.hard === 0 && found.soft < bound) {
    throw new Error(`A roster of ${found.soft} was found where ${bound} is the bound.`);
  }
  const isBetter = found.hard < known.hard || (found.hard === known.hard && found.soft < known.soft);
  const { hard, soft, proved } = isBetter ? found : known;
  const isSame = found.hard === hard && found.soft === soft;
  return {
    hard,
    soft,
    proved: proved || (isSame && found.proved) || (hard === 0 && soft === bound),
    ...(bound === undefined ? {} : { bound }),
  };
}
