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
