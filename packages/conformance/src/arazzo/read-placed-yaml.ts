import { readFile } from 'node:fs/promises';
import { ContractError } from '@understudy/contract';
import { LineCounter, parseDocument } from 'yaml';
import { createPlaceIndex, type LineAndColumn } from './line-index.js';

/** A parsed YAML or JSON file with the positions of its values. */
interface PlacedYaml {
  /** `undefined` if the file is not YAML. */
  value: unknown;
  /** Syntax errors. */
  problems: (LineAndColumn & { message: string })[];
  /** Returns the position of the value at a JSON Pointer, or of its nearest ancestor. */
  findPlace(pointer: string): LineAndColumn | undefined;
}

/** Reads a YAML 1.2 or JSON file. @throws ContractError for an unreadable file */
export async function readPlacedYaml(file: string): Promise<PlacedYaml> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'does not exist' : String(error);
    const message = `The file ${file} ${why}; check the path.`;
    throw new ContractError([{ ruleId: 'yaml/unreadable', severity: 'error', message, pointer: '', file }]);
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const problems = document.errors.map((error) => {
    const { line, col } = lines.linePos(error.pos[0]);
    return { line, column: col, message: `Cannot parse the file as YAML: ${error.message}.` };
  });
  const value: unknown = problems.length > 0 ? undefined : document.toJS({ maxAliasCount: 100 });
  return { value, problems, findPlace: createPlaceIndex(document, lines) };
}
