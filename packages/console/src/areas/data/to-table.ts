import { membersOf } from '../../api/members-of.js';
import type { StoredEntry } from '../../api/types.js';
import { visibleText } from '../../parts/json-view.js';

/** Maximum number of table columns if the user chose none. The record page shows all members. */
const mostColumns = 6;
const longest = 200;

interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** All possible columns: members, and members of nested objects such as `facts.date`. */
  readonly all: readonly string[];
}

/** Converts records to rows. @param columns chosen columns, by default the most common members with short values */
export function toTable(records: readonly StoredEntry[], columns: readonly string[] = []): Table {
  const values = records.map(({ value }) => value);
  const counts = new Map<string, number>();
  for (const value of values) for (const name of columnsOf(value)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const all = [...counts].sort(([, one], [, other]) => other - one).map(([name]) => name);
  const chosen = columns.filter((name) => counts.has(name));
  // The key already has its own column.
  const isKey = (name: string) => records.every(({ key, value }) => readMember(value, name) === key);
  const head = chosen.length > 0 ? chosen : all.filter((name) => !isKey(name)).slice(0, mostColumns);
  if (head.length === 0) return { head: ['value'], rows: values.map((value) => [shortened(textOf(value))]), all };
  // The server lists very large records as strings.
  const rows = values.map((value) =>
    typeof value === 'string'
      ? head.map((_, index) => (index === 0 ? shortened(value) : ''))
      : head.map((name) => cellOf(readMember(value, name)) ?? ''),
  );
  return { head, rows, all };
}

function columnsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const nested: string[] = [];
  const own = Object.entries(value).flatMap(([name, member]) => {
    if (typeof member === 'object' && !Array.isArray(member))
      for (const [inner, part] of Object.entries(membersOf(member)))
        if (cellOf(part) !== undefined) nested.push(`${name}.${inner}`);
    return cellOf(member) === undefined ? [] : [name];
  });
  return [...own, ...nested];
}

/** Undefined for values that do not fit into a cell. */
function cellOf(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null) return '';
  if (typeof value !== 'object') return shortened(String(value));
  if (!Array.isArray(value)) return findLabel(value);
  if (value.every((each) => typeof each !== 'object')) return shortened(value.join(', '));
  const labels = value.flatMap((each) => findLabel(each) ?? []).join(', ');
  return shortened(`${value.length}${labels === '' ? (value.length === 1 ? ' entry' : ' entries') : `: ${labels}`}`);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function shortened(text: string): string {
  return visibleText(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

/** The value at a path of members such as `facts.date`. */
export function readMember(value: unknown, path: string): unknown {
  const direct = membersOf(value)[path];
  return direct ?? path.split('.').reduce((at: unknown, name) => membersOf(at)[name], value);
}

/** Members that can serve as the label of a record. */
const labelMembers = ['name', 'title', 'label', 'displayName', 'number', 'email'];

/** Finds a label for a record, such as its title. */
export function findLabel(value: unknown): string | undefined {
  const texts = labelMembers.map((name) => membersOf(value)[name]);
  return texts.find((text) => typeof text === 'string' && text !== '') as string | undefined;
}
