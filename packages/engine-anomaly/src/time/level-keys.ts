/** Levels of the hierarchy of numbers, each below the one before it, but `departmentContext`, which stands beside. */
export type Level = 'dataset' | 'department' | 'employee' | 'context' | 'weekday' | 'shift' | 'departmentContext';

const separator = '\u001f';
const letters: Record<Level, string> = {
  dataset: 'a',
  department: 'd',
  employee: 'e',
  context: 'k',
  weekday: 'w',
  shift: 's',
  departmentContext: 'c',
};

/** Key of a group within a level; the parts name the group. */
export function levelKey(level: Level, first = '', second = '', third = ''): string {
  return `${letters[level]}${first}${separator}${second}${separator}${third}`;
}

/** Whether a key names a group of the level. */
export function isOnLevel(key: string, level: Level): boolean {
  return key.startsWith(letters[level]);
}
