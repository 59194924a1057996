import { readFile } from 'node:fs/promises';
import { ContractError, insertExactScalars } from '@understudy/contract';
import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { splitPointer } from '../expressions/json-pointer.js';

/** A position in a file. Lines and columns start at 1. */
interface LineAndColumn {
  line: number;
  column: number;
}

/** A parsed YAML or JSON file with the positions of its values. */
interface PlacedYaml {
  /** `undefined` if the file is not YAML. */
  readonly value: unknown;
  /** Syntax errors. */
  problems: (LineAndColumn & { message: string })[];
  /** Returns the position of the value at a JSON Pointer, or of its nearest ancestor. */
  findPlace(pointer: string): LineAndColumn | undefined;
}

/** Reads a YAML 1.2 or JSON file. @throws ContractError for an unreadable file */
export async function readPlacedYaml(file: string): Promise<PlacedYaml> {
  try {
    return parsePlacedYaml(await readFile(file, 'utf8'));
  } catch (error) {
    const why = error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'does not exist' : String(error);
    const message = `The file ${file} ${why}; check the path.`;
    throw new ContractError([{ ruleId: 'yaml/unreadable', severity: 'error', message, pointer: '', file }]);
  }
}

export function parsePlacedYaml(text: string, maxAliasCount = 100): PlacedYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  insertExactScalars(text, document.contents);
  const placeAt = (offset: number): LineAndColumn => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const stepInto = (node: unknown, token: string): { node: unknown; placed: unknown } | undefined => {
    const target = isAlias(node) ? node.resolve(document) : node;
    if (isSeq(target)) {
      const item = target.items[Number(token)];
      return item === undefined ? undefined : { node: item, placed: item };
    }
    const pairs = isMap(target) ? target.items : [];
    const pair = pairs.find(({ key }) => isScalar(key) && String(key.value) === token);
    return pair && { node: pair.value, placed: pair.key };
  };
  return {
    get value(): unknown {
      return document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount });
    },
    problems: document.errors.map(({ pos: [offset], message }) => ({
      ...placeAt(offset),
      message: `Cannot parse the file as YAML: ${message}.`,
    })),
    findPlace(pointer) {
      let node: unknown = document.contents;
      let offset = offsetOf(node);
      for (const token of splitPointer(pointer)) {
        const next = stepInto(node, token);
        if (next === undefined) break;
        node = next.node;
        offset = offsetOf(next.placed) ?? offset;
      }
      return offset === undefined ? undefined : placeAt(offset);
    },
  };
}

function offsetOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
