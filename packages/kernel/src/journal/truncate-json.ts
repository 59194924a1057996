/** A part of a value of JSON. */
interface Beginning {
  readonly beginning: unknown;
  /** Whether nothing was left out. */
  readonly isWhole: boolean;
}

/** As much of a value as is shown of it, so that a long one costs no more: about as many characters of JSON. */
export function truncateJson(value: unknown, characters: number): Beginning {
  let room = characters;
  let isWhole = true;
  const copy = (part: unknown): unknown => {
    if (typeof part === 'string') {
      const begun = part.slice(0, Math.max(0, room));
      if (begun.length < part.length) isWhole = false;
      room -= part.length;
      return begun;
    }
    room -= 1;
    if (typeof part !== 'object' || part === null) return part;
    return Array.isArray(part) ? copyList(part) : copyObject(part);
  };
  const hasRoom = () => {
    if (room <= 0) isWhole = false;
    return room > 0;
  };
  const copyList = (items: readonly unknown[]): unknown[] => {
    const begun: unknown[] = [];
    for (const item of items) {
      if (!hasRoom()) break;
      begun.push(copy(item));
    }
    return begun;
  };
  const copyObject = (members: object): object => {
    const begun: [string, unknown][] = [];
    for (const name in members) {
      if (!hasRoom()) break;
      room -= name.length;
      begun.push([name, copy(members[name as keyof typeof members])]);
    }
    return Object.fromEntries(begun);
  };
  return { beginning: copy(value), isWhole };
}
