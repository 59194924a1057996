import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cli, runNode, temporaryFolder } from '../../gate.ts';
import type { Attempt } from './attempt.ts';

/** Imports an HTTP archive, which the command line learns. Each entry is learned or listed, and is reproduced. */
export async function tryArchive(file: string): Promise<Attempt> {
  const folder = join(temporaryFolder('archive'), 'learned');
  const { code, said } = await runNode([cli, 'import', file, '--folder', folder, '--json']);
  if (code !== 0) return { outcome: /^error: \S/.test(said) ? 'refused by name' : 'invalid', why: said };
  const { notes, agreements }: { notes: string[]; agreements: Record<string, never> } = JSON.parse(said);
  const { exchanges, status, shape, causes } = Object(agreements['the whole recording']);
  const all = JSON.parse(readFileSync(file, 'utf8')).log.entries.length;
  const counted = notes.flatMap((note) => /^(\d+) (?:requests|other entries)/.exec(note)?.[1] ?? []).map(Number);
  if (counted.reduce((sum, count) => sum + count, 0) !== all)
    return { outcome: 'lost', why: `${all} entries, of which ${counted} are named` };
  if (status < exchanges) return { outcome: 'lost', why: JSON.stringify(causes) };
  return { outcome: shape < exchanges || counted.length > 1 ? 'with listed parts' : 'whole' };
}
