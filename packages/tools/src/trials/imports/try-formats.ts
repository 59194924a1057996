import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, resolveReference } from '@understudy/contract';
import { describeApi } from '@understudy/described';
import { startSimulators } from 'api-understudy';
import { cli, runNode, temporaryFolder } from '../../gate.ts';
import { membersOf } from '../../members-of.ts';

/** The result of importing one file. */
export interface Attempt {
  readonly outcome: 'whole' | 'with listed parts' | 'refused by name' | 'lost' | 'invalid';
  readonly why?: string;
}

/**
 * Starts an OpenAPI description, and requests each example of its JSON responses: of errors, and of successes that need
 * neither a body nor a parameter. Ignores members that the schema does not declare, because a simulator does not send
 * them.
 */
export async function tryExamples(file: string): Promise<Attempt> {
  const described = await describeApi(file, { name: 'described' }).catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  );
  if (typeof described === 'string') return { outcome: 'refused by name', why: described };
  const { api } = described;
  const contract = await api.describe?.();
  if (contract === undefined) return { outcome: 'lost', why: 'it has no contract' };
  const { document } = contract;
  const simulators = await startSimulators({ apis: [api], settings: { apis: { described: { security: 'off' } } } });
  try {
    const lost: string[] = [];
    const examples = examplesIn(document);
    for (const { method, path, status, name, value } of examples) {
      const prefer = `code=${status}${name === undefined ? '' : `, example="${name}"`}`;
      const url = `${simulators.url}${path.replace(/\{[^{}]*\}/g, '1')}`;
      const response = await simulators.fetch(url, { method, headers: { prefer } });
      const body = await response.text();
      if (response.status === status && JSON.stringify(value) === body) continue;
      lost.push(`${method} ${path} ${prefer}: ${response.status} ${body}`);
    }
    return lost.length > 0 ? { outcome: 'lost', why: lost.join('; ') } : { outcome: 'whole' };
  } finally {
    await simulators.close();
  }
}

function examplesIn(document: object) {
  const nodesIn = (value: unknown) =>
    Object.entries(membersOf(value)).map(([key, node]) => [key, membersOf(resolveReference(document, node))] as const);
  return nodesIn(membersOf(document)['paths']).flatMap(([path, item]) =>
    nodesIn(item).flatMap(([method, operation]) =>
      nodesIn(operation['responses']).flatMap(([status, response]) =>
        nodesIn(response['content']).flatMap(([type, { schema, example, examples }]) => {
          const needs = [...nodesIn(item['parameters']), ...nodesIn(operation['parameters'])].some(
            ([, { required }]) => required,
          );
          const isAsked = !status.startsWith('2') || (operation['requestBody'] === undefined && !needs);
          if (!isAsked || !/^(?!204|304)[1-5]\d\d$/.test(status) || type !== 'application/json') return [];
          const { properties } = membersOf(resolveReference(document, schema));
          const declared = (value: unknown) =>
            isObject(value) && isObject(properties)
              ? Object.fromEntries(Object.entries(value).filter(([name]) => name in properties))
              : value;
          const named = nodesIn(examples).map(([name, { value }]) => ({ name, value }));
          const all = named.length > 0 ? named : [{ name: undefined, value: example }];
          return all
            .filter(({ value }) => isObject(value) || Array.isArray(value))
            .map(({ name, value }) => ({
              name,
              value: declared(value),
              method: method.toUpperCase(),
              path,
              status: Number(status),
            }));
        }),
      ),
    ),
  );
}

interface Agreement {
  readonly exchanges?: number;
  readonly status?: number;
  readonly shape?: number;
  readonly causes?: unknown;
}

/**
 * Learns an API from an HTTP archive with the command line. Each entry must be learned and reproduced, or listed as
 * omitted.
 */
export async function tryArchive(file: string): Promise<Attempt> {
  const folder = join(temporaryFolder('archive'), 'learned');
  const { code, said } = await runNode([cli, 'convert', 'import', file, '--folder', folder, '--json']);
  if (code !== 0) return { outcome: /^error: \S/.test(said) ? 'refused by name' : 'invalid', why: said };
  const { notes, agreements }: { notes: string[]; agreements: Record<string, Agreement> } = JSON.parse(said);
  const { exchanges = 0, status = 0, shape = 0, causes } = agreements['the whole recording'] ?? {};
  const all = JSON.parse(readFileSync(file, 'utf8')).log.entries.length;
  const counted = notes.flatMap((note) => /^(\d+) (?:requests|other entries)/.exec(note)?.[1] ?? []).map(Number);
  if (counted.reduce((sum, count) => sum + count, 0) !== all)
    return { outcome: 'lost', why: `${all} entries, of which ${counted} are named` };
  if (status < exchanges) return { outcome: 'lost', why: JSON.stringify(causes) };
  return { outcome: shape < exchanges || counted.length > 1 ? 'with listed parts' : 'whole' };
}
