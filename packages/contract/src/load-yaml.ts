import { readFile } from 'node:fs/promises';
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { ContractError } from './contract-error.js';
import { decodeUtf8 } from './decode-utf8.js';
import { isObject } from './is-object.js';
import { sources } from './sources.js';

/**
 * Loads a YAML 1.2 or JSON file. Where every part stood is remembered, so that later findings can name file and line.
 * @throws ContractError (`file/unreadable`, `file/broken-utf-8`, `file/malformed-yaml`) with line and column
 */
export async function loadYaml(file: string): Promise<unknown> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'does not exist' : `cannot be read (${error.code ?? error.message})`;
    throw refuse(file, 'unreadable', `The file ${reason}; check the path.`);
  });
  const decoded = decodeUtf8(bytes);
  if ('offset' in decoded) {
    const line = bytes.subarray(0, decoded.offset).filter((byte) => byte === 0x0a).length + 1;
    throw refuse(file, 'broken-utf-8', `The file is not UTF-8: see the byte at offset ${decoded.offset}.`, line);
  }
  const lines = new LineCounter();
  const document = parseDocument(decoded.text, { lineCounter: lines, prettyErrors: false });
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
      : refuse(file, 'malformed-yaml', `The file is not valid YAML: ${String(error)}`);
  }
}

class SourceRecorder {
  private readonly open = new Set<object>();

  constructor(
    private readonly file: string,
    private readonly document: Document,
    private readonly lines: LineCounter,
  ) {}

  /** Walks the syntax tree and the value side by side. */
  record(node: unknown, value: unknown): void {
    const actual = isAlias(node) ? node.resolve(this.document) : node;
    if (typeof value !== 'object' || value === null || !(isMap(actual) || isSeq(actual))) {
      return;
    }
    if (this.open.has(value)) {
      throw refuse(
        this.file,
        'malformed-yaml',
        'An alias contains itself; write the structure out.',
        this.lineOf(node),
      );
    }
    if (sources.has(value)) {
      return;
    }
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
    sources.set(value, { file: this.file, line: this.lineOf(actual), keyLines });
  }

  private lineOf(node: unknown): number {
    return this.lines.linePos(isNode(node) ? (node.range?.[0] ?? 0) : 0).line;
  }
}

function refuse(file: string, rule: string, message: string, line?: number): ContractError {
  const finding = { ruleId: `file/${rule}`, severity: 'error' as const, message, pointer: '', file };
  return new ContractError([line === undefined ? finding : { ...finding, line }]);
}
