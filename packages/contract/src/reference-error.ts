import { realpathSync, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import type { ContractError } from './contract-error.js';
import { fileError } from './file-error.js';
import { loadYaml } from './load-yaml.js';

/** Bytes of one file that a description refers to. */
const maxBytes = 64 * 1024 * 1024;

/** A description, and the folders besides its own that its references may lead into. */
export interface DescriptionRoot {
  readonly file: string;
  readonly folders: readonly string[];
}

/** @throws ContractError for a file that is not there, that may not be read, or is no YAML */
export async function loadReferenced(file: string, root: DescriptionRoot): Promise<unknown> {
  const refusal = referenceError(file, root);
  if (refusal !== undefined) throw refusal;
  return await loadYaml(file);
}

/**
 * Why a file that a description refers to is not read: references lead to regular files below the description's folder,
 * or below others that are allowed, wherever links lead.
 *
 * @returns undefined for a file that may be read, and for one that is not there
 */
export function referenceError(file: string, root: DescriptionRoot): ContractError | undefined {
  const place = realPath(file);
  const stats = place === undefined ? undefined : statSync(place, { throwIfNoEntry: false });
  if (place === undefined || stats === undefined) return undefined;
  const isWithin = [dirname(root.file), ...root.folders].some((folder) =>
    place.startsWith(`${(realPath(folder) ?? folder).replace(/\/$/, '')}${sep}`),
  );
  if (!isWithin) {
    const message = `The file lies outside the folder of ${root.file}, where references may lead; to let them, give its folder by --allow-ref-folder.`;
    return fileError(file, 'outside', message);
  }
  if (!stats.isFile()) return fileError(file, 'not-regular', 'It is no regular file; references lead to files.');
  if (stats.size <= maxBytes) return undefined;
  return fileError(file, 'too-large', `The file has ${stats.size} bytes; a reference may lead to ${maxBytes}.`);
}

function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}
