import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../steps.mjs';

/** What the check takes for right without being told. */
const usual = '"2xx", 401, 403, 404, 409';

/**
 * The configuration of Schemathesis for an API: a section for each operation of its `beyond-schema.yaml`, or of the one
 * that the analysis services share. What JSON Schema cannot say stands there, each rule with a test; for the operations
 * named there, and for these only, the listed status is a right answer to a request that fits its schema.
 */
export function expectedStatuses(api: string): string {
  const own = join(root, 'specs', api, 'beyond-schema.yaml');
  const file = existsSync(own) ? own : join(root, 'specs', 'analysis', 'beyond-schema.yaml');
  const { operations, status }: { operations: string[]; status: number | number[] } = parse(readFileSync(file, 'utf8'));
  const statuses = [usual, status].flat().join(', ');
  const sections = operations.map(
    (operation) =>
      `[[operations]]\ninclude-operation-id = "${operation}"\nchecks.positive_data_acceptance.expected-statuses = [${statuses}]\n`,
  );
  return [`hooks = "${join(import.meta.dirname, 'hooks.py')}"`, ...sections].join('\n');
}
