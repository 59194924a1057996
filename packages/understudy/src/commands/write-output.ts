import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { escapeControlCharacters } from '@understudy/conformance';
import { stringifyJson } from '@understudy/contract';
import { failWith } from '../usage-error.js';

/** Writes an output file and creates its folders. @throws UsageError if it cannot be written */
export async function writeOutput(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
    .then(() => writeFile(path, content))
    .catch(failWith(`Cannot write ${path}`));
}

/** Prints a result as text or JSON. If `json` is a path, writes the JSON to that file and prints the text. */
export async function printResult(
  result: unknown,
  json: string | boolean | undefined,
  textOf: () => string,
): Promise<void> {
  const written = stringifyJson(result, 2);
  if (typeof json === 'string') await writeOutput(json, `${written}\n`);
  console.log(escapeControlCharacters(json === true ? written : textOf()));
}

/** Reads a file, or standard input for `-`. @throws UsageError if it cannot be read */
export async function readInput(path: string): Promise<string> {
  return await (path === '-' ? text(process.stdin) : readFile(path, 'utf8')).catch(failWith(`Cannot read ${path}`));
}

export async function readJsonFile(path: string): Promise<unknown> {
  const content = await readInput(path);
  return await Promise.resolve(content)
    .then(JSON.parse)
    .catch(failWith(`${path} is not valid JSON`));
}
