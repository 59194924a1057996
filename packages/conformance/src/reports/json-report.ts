import type { RunResult } from '../results/result.js';

/** The run's result as JSON text, one object, with `schemaVersion` first and a line end last. */
export function jsonReport(result: RunResult): string {
  return `${JSON.stringify(result, undefined, 2)}\n`;
}
