import { realpathSync, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { type ContractError, createFileError } from './finding.js';
import { loadYaml } from './load-yaml.js';

/** Maximum size in bytes of a file that a description refers to. */
const maxBytes = 64 * 1024 * 1024;

export interface DescriptionRoot {
  readonly file: string;
  readonly folders: readonly string[];
}

/** @throws ContractError for a missing, forbidden or invalid file */
export async function loadReferencedFile(file: string, root: DescriptionRoot): Promise<unknown> {
  const refusal = checkReference(file, root);
  if (refusal !== undefined) throw refusal;
  return await loadYaml(file);
}

/**
 * Checks that a referenced file, after resolving links, is a regular file in the description's folder or an allowed
 * folder.
 *
 * @returns an error; undefined for an allowed or missing file
 */
export function checkReference(file: string, root: DescriptionRoot): ContractError | undefined {
  const place = realPath(file);
  const stats = place === undefined ? undefined : statSync(place, { throwIfNoEntry: false });
  if (place === undefined || stats === undefined) return undefined;
  const isWithin = [dirname(root.file), ...root.folders].some((folder) =>
    place.startsWith(`${(realPath(folder) ?? folder).replace(/\/$/, '')}${sep}`),
  );
  if (!isWithin) {
    const message = `The file lies outside the folder of ${root.file}, where references may lead; to let them, give its folder by --allow-ref-folder.`;
    return createFileError(file, 'outside', message);
  }
  if (!stats.isFile()) return createFileError(file, 'not-regular', 'It is no regular file; references lead to files.');
  if (stats.size <= maxBytes) return undefined;
  return createFileError(file, 'too-large', `The file has ${stats.size} bytes; a reference may lead to ${maxBytes}.`);
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
