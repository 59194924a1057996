import { membersOf } from '../api/members-of.js';
import { visibleText } from './json-view.js';
import { TextTable } from './text-table.js';

/** A differing value with its JSON Pointer. An absent value is undefined. */
interface Difference {
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Lists the differences between two JSON values. */
export function differencesOf(before: unknown, after: unknown, pointer = ''): Difference[] {
  if (Object.is(before, after)) return [];
  const hasMembers = [before, after].every((value) => typeof value === 'object' && value !== null);
  if (!hasMembers || Array.isArray(before) !== Array.isArray(after)) return [{ pointer, before, after }];
  const [old, now] = [new Map(Object.entries(membersOf(before))), new Map(Object.entries(membersOf(after)))];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
    differencesOf(old.get(name), now.get(name), `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}

interface DifferencesProps {
  readonly differences: readonly Difference[];
  readonly titles: readonly [before: string, after: string];
}

/** Differing values, one per row. */
export function Differences({ differences, titles }: DifferencesProps) {
  if (differences.length === 0) return <p class="muted">No differences.</p>;
  return (
    <TextTable
      head={['Value', ...titles]}
      names={differences.map(({ pointer }) => <code key={pointer}>{pointer === '' ? '/' : pointer}</code>)}
      rows={differences.map(({ before, after }) => [shortText(before), shortText(after)])}
    />
  );
}

export function shortText(value: unknown): string {
  const text = visibleText(JSON.stringify(value) ?? 'absent');
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
