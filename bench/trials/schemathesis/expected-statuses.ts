import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { root } from '../../../scripts/steps.mjs';

/** What the check takes for right without being told. */
const usual = '"2xx", 401, 403, 404, 409';

/**
 * The configuration of Schemathesis for an API: `schemathesis.toml`, and a section for each operation of the API's
 * `beyond-schema.yaml`, where it has one.
 */
export function expectedStatuses(api: string): string {
  const own = readFileSync(join(import.meta.dirname, 'schemathesis.toml'), 'utf8');
  const file = join(root, 'specs', api, 'beyond-schema.yaml');
  if (!existsSync(file)) return own;
  const { operations, status }: { operations: string[]; status: number | number[] } = parse(readFileSync(file, 'utf8'));
  const statuses = [usual, status].flat().join(', ');
  const sections = operations.map(
    (operation) =>
      `[[operations]]\ninclude-operation-id = "${operation}"\nchecks.positive_data_acceptance.expected-statuses = [${statuses}]\n`,
  );
  return [own, ...sections].join('\n');
}
