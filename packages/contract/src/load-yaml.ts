import { readFile } from 'node:fs/promises';
import { decodeUtf8 } from './decode-text.js';
import { createFileError } from './finding.js';

/**
 * Loads a YAML 1.2 or JSON file and stores the locations of its parts for findings.
 *
 * @throws ContractError (`file/unreadable`, `file/broken-utf-8`, `file/malformed-yaml`) with line and column
 */
export async function loadYaml(file: string): Promise<unknown> {
  const text = await readText(file);
  // Only tools need the parser. A simulator has its contract as JSON and should not wait for it at startup.
  const { parseYaml } = await import('./parse-yaml.js');
  return parseYaml(file, text);
}

/** @throws ContractError (`file/unreadable`, `file/broken-utf-8`) */
export async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code ?? error.message})`;
    throw createFileError(file, 'unreadable', `The file ${reason}; check the path.`);
  });
  const decoded = decodeUtf8(bytes);
  if ('offset' in decoded) {
    const line = bytes.subarray(0, decoded.offset).filter((byte) => byte === 0x0a).length + 1;
    throw createFileError(file, 'broken-utf-8', `The file is not valid UTF-8 at byte offset ${decoded.offset}.`, line);
  }
  return decoded.text;
}

/** Formats a value as YAML 1.2 without aliases. The writer is loaded on first use. @param value JSON */
export async function writeYaml(value: unknown): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { aliasDuplicateObjects: false, lineWidth: 120 });
}

/** Loads a function that formats a value as YAML 1.2 on one line, if its strings permit. */
export async function loadYamlLineWriter(): Promise<(value: unknown) => string> {
  const { stringify } = await import('yaml');
  return (value) => stringify(value, { collectionStyle: 'flow', lineWidth: 0, aliasDuplicateObjects: false }).trimEnd();
}
