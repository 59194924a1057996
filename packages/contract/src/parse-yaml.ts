import { LineCounter, parseDocument } from 'yaml';
import { ContractError, createErrorFinding, createFileError } from './finding.js';
import { registerLazySource } from './lazy-source.js';
import { insertExactScalars } from './numbers/insert-exact-scalars.js';
import { readPlainYaml } from './read-plain-yaml.js';

/**
 * Parses a YAML 1.2 or JSON file and stores the locations of its parts.
 *
 * @param options `uniqueKeys: false` uses the last of repeated keys; `merge: true` supports the YAML 1.1 merge key `<<`
 * @throws ContractError (`file/malformed-yaml`) with line and column
 */
export function parseYaml(file: string, text: string, { uniqueKeys = true, merge = false } = {}): unknown {
  const { value } = readPlainYaml(text) ?? { value: parseOther(file, text, { uniqueKeys, merge }) };
  registerLazySource(file, text, value);
  return value;
}

function parseOther(file: string, text: string, options: { uniqueKeys: boolean; merge: boolean }): unknown {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, ...options });
  const errors = document.errors.slice(0, 10).map((error) => {
    const { line, col } = lines.linePos(error.pos[0]);
    const message = `The file is not valid YAML: line ${line}, column ${col}: ${error.message}`;
    return createErrorFinding('file/malformed-yaml', message, '', { file, line });
  });
  if (errors.length > 0) throw new ContractError(errors);
  insertExactScalars(text, document.contents);
  try {
    return document.toJS();
  } catch (error) {
    throw createFileError(file, 'malformed-yaml', `The file is not valid YAML: ${String(error)}`);
  }
}
