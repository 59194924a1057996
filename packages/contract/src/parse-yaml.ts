import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { ContractError, createFileError } from './contract-error.js';
import { isObject } from './is-object.js';
import { registerLazySource } from './lazy-source.js';
import { readPlainYaml } from './read-plain-yaml.js';
import { sourceLocations } from './source-locations.js';

/**
 * Parses a YAML 1.2 or JSON file and stores the locations of its parts.
 *
 * @param options `uniqueKeys: false` uses the last of repeated keys, `merge: true` supports `<<` of YAML 1.1
 * @throws ContractError (`file/malformed-yaml`) with line and column
 */
export function parseYaml(file: string, text: string, { uniqueKeys = true, merge = false } = {}): unknown {
  const plain = readPlainYaml(text);
  if (plain !== undefined) {
    registerLazySource(file, text, plain.value);
    return plain.value;
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys, merge });
  if (document.errors.length > 0) {
    throw new ContractError(
      document.errors.slice(0, 10).map((error) => {
        const { line, col } = lines.linePos(error.pos[0]);
        const message = `The file is not valid YAML: line ${line}, column ${col}: ${error.message}`;
        return { ruleId: 'file/malformed-yaml', severity: 'error', message, pointer: '', file, line };
      }),
    );
  }
  try {
    const value: unknown = document.toJS();
    new SourceRecorder(file, document, lines).record(document.contents, value);
    return value;
  } catch (error) {
    throw error instanceof ContractError
      ? error
      : createFileError(file, 'malformed-yaml', `The file is not valid YAML: ${String(error)}`);
  }
}

class SourceRecorder {
  private readonly open = new Set<object>();

  constructor(
    private readonly file: string,
    private readonly document: Document,
    private readonly lines: LineCounter,
  ) {}

  /** Walks the syntax tree and the value in parallel. */
  record(node: unknown, value: unknown): void {
    const actual = isAlias(node) ? node.resolve(this.document) : node;
    if (typeof value !== 'object' || value === null || !(isMap(actual) || isSeq(actual))) return;
    if (this.open.has(value)) {
      throw createFileError(
        this.file,
        'malformed-yaml',
        'An alias contains itself; write the structure out.',
        this.lineOf(node),
      );
    }
    if (sourceLocations.has(value)) return;
    this.open.add(value);
    const keyLines = new Map<string, number>();
    if (isMap(actual) && isObject(value)) {
      for (const { key, value: child } of actual.items) {
        const name = isScalar(key) ? String(key.value) : String(key);
        keyLines.set(name, this.lineOf(key));
        this.record(child, value[name]);
      }
    } else if (isSeq(actual) && Array.isArray(value)) {
      for (const [index, child] of actual.items.entries()) {
        keyLines.set(String(index), this.lineOf(child));
        this.record(child, value[index]);
      }
    }
    this.open.delete(value);
    sourceLocations.set(value, { file: this.file, line: this.lineOf(actual), keyLines });
  }

  private lineOf(node: unknown): number {
    return this.lines.linePos(isNode(node) ? (node.range?.[0] ?? 0) : 0).line;
  }
}
