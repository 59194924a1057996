/** Levels of the hierarchy of numbers, from the top down. `departmentContext` is outside this order. */
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

/** Key of a group within a level, from its parts. */
export function levelKey(level: Level, first = '', second = '', third = ''): string {
  return `${letters[level]}${first}${separator}${second}${separator}${third}`;
}

/** Returns true if a key is a group of the level. */
export function isOnLevel(key: string, level: Level): boolean {
  return key.startsWith(letters[level]);
}
