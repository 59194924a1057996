import { membersOf } from '../../api/members-of.js';
import type { StoredEntry } from '../../api/types.js';
import type { InputSchema } from '../../parts/input-schema.js';
import { parseOrText } from '../../parts/parse-json.js';

/** Converts records to CSV (RFC 4180) with a `key` column. Nested values are JSON. */
export function toCsv(records: readonly StoredEntry[]): string {
  const head = [...new Set(records.flatMap(({ value }) => Object.keys(membersOf(value))))];
  const rows = records.map(({ key, value }) => [key, ...head.map((name) => toCell(membersOf(value)[name]))]);
  return [['key', ...head], ...rows].map((row) => row.map(quoted).join(',')).join('\r\n');
}

function toCell(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Parses the records of a CSV file with a `key` column. The schema determines the types. Empty cells are omitted. */
export function fromCsv(text: string, { properties = {} }: InputSchema): StoredEntry[] {
  const [head = [], ...rows] = readRows(text.replace(/^\ufeff/, ''));
  return rows.map((row) => {
    const cells = head.map((name, index) => [name, row[index] ?? ''] as const);
    const members = cells.filter(([name, cell]) => name !== 'key' && cell !== '');
    const value = Object.fromEntries(
      members.map(([name, cell]) => [
        name,
        [properties[name]?.type].flat().includes('string') ? cell : parseOrText(cell),
      ]),
    );
    return { key: cells.find(([name]) => name === 'key')?.[1] ?? '', value };
  });
}

function readRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quotedCell, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r\n?|\n|$)/gy)) {
    row.push(quotedCell?.replaceAll('""', '"') ?? plain);
    if (end === ',') continue;
    if (row.some((cell) => cell !== '')) rows.push(row);
    row = [];
  }
  return rows;
}
