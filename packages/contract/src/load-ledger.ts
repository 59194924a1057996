import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ContractError, createErrorFinding, createFileError } from './finding.js';
import type { Claim, DocumentGap, Ledger } from './ledger.js';
import { loadYaml } from './load-yaml.js';
import { isObject } from './objects.js';

/**
 * Loads `claims.yaml` and `gaps.yaml` of every folder in a specs directory, sorted by name. Both are optional.
 * `checkLedger` checks their entries.
 *
 * @throws ContractError for an unreadable directory or file, or a file without a list of objects
 */
export async function loadLedger(specsDirectory: string): Promise<Ledger> {
  const entries = await readdir(specsDirectory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    const message = `The specs directory cannot be read (${error.code ?? error.message}); check the path.`;
    throw createFileError(specsDirectory, 'unreadable', message);
  });
  const ledger: Ledger = { claims: [], gaps: [] };
  for (const folder of entries.filter((entry) => entry.isDirectory()).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { claims, gaps } = await loadFolderLedger(join(specsDirectory, folder.name));
    ledger.claims.push(...claims);
    ledger.gaps.push(...gaps);
  }
  return ledger;
}

/**
 * Loads the claims and gaps of a folder. A shared file names its APIs under `sharedBy`.
 *
 * @throws ContractError for an unreadable file, or a file without a list
 */
export async function loadFolderLedger(folder: string): Promise<Ledger> {
  const names = await readdir(folder);
  return {
    claims: names.includes('claims.yaml') ? await loadEntries<Claim>(join(folder, 'claims.yaml'), 'claims') : [],
    gaps: names.includes('gaps.yaml') ? await loadEntries<DocumentGap>(join(folder, 'gaps.yaml'), 'gaps') : [],
  };
}

/** Loads a list of entries. `checkLedger` checks their fields. */
async function loadEntries<Entry extends object>(file: string, key: 'claims' | 'gaps'): Promise<Entry[]> {
  const document = await loadYaml(file);
  const list = isObject(document) ? document[key] : document;
  if (list === null || list === undefined) return [];
  const refuse = (message: string, pointer: string) =>
    new ContractError([createErrorFinding('ledger/malformed-file', message, pointer, { file })]);
  if (!isListOf<Entry>(list)) throw refuse(`The file must hold a list of mappings under ${key}:.`, `/${key}`);
  const sharedBy = isObject(document) ? document['sharedBy'] : undefined;
  if (sharedBy === undefined) return list;
  if (!Array.isArray(sharedBy) || !sharedBy.every((api) => typeof api === 'string'))
    throw refuse('The file must name the APIs that share it as a list of texts under sharedBy:.', '/sharedBy');
  // Extends the loaded objects instead of copies, because only their locations are known.
  return list.map((entry) => Object.assign(entry, { sharedBy }));
}

function isListOf<Entry extends object>(value: unknown): value is Entry[] {
  return Array.isArray(value) && value.every(isObject);
}
