/** `list pets` and `list-pets` become `listPets`. */
export function camelCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const [first = 'operation', ...others] = words;
  const joined = [
    first.charAt(0).toLowerCase() + first.slice(1),
    ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ].join('');
  return /^[A-Za-z]/.test(joined) && !reserved.has(joined)
    ? joined
    : `do${joined.charAt(0).toUpperCase()}${joined.slice(1)}`;
}

/** Reserved words. */
const reserved = new Set(
  'delete new default function class import export return switch case void in of if else for while do this null true false var let const enum try catch throw typeof with yield await static super package public private protected interface implements'.split(
    ' ',
  ),
);
