/** Levels of the hierarchy of numbers, from the top down. `departmentContext` is outside this order. */
export type HierarchyLevel =
  | 'dataset'
  | 'department'
  | 'employee'
  | 'context'
  | 'weekday'
  | 'shift'
  | 'departmentContext';

const separator = '\u001f';
const letters: Record<HierarchyLevel, string> = {
  dataset: 'a',
  department: 'd',
  employee: 'e',
  context: 'k',
  weekday: 'w',
  shift: 's',
  departmentContext: 'c',
};

/** Returns the key of a group within a level, from its parts. */
export function toLevelKey(level: HierarchyLevel, first = '', second = '', third = ''): string {
  return `${letters[level]}${first}${separator}${second}${separator}${third}`;
}

/** Returns whether a key belongs to a group at the level. */
export function isKeyAtLevel(key: string, level: HierarchyLevel): boolean {
  return key.startsWith(letters[level]);
}
