/** Characters of JSON that are written in a millisecond or two, whatever they say. */
const longest = 32 * 1024;
/** Items of a list that are looked at together. */
const together = 256;

/** The JSON of a value in parts, none of which takes long to make: what is large is written a little at a time. */
export function* jsonPieces(value: unknown): Generator<string> {
  if (roomAfter(value, longest) >= 0) yield JSON.stringify(value) ?? 'null';
  else if (typeof value === 'string') yield* piecesOfText(value);
  else if (Array.isArray(value)) yield* piecesOfList(value);
  else yield* piecesOfObject(Object(value));
}

function* piecesOfText(text: string): Generator<string> {
  yield '"';
  // Half a surrogate pair is written as an escape, and so two halves stay the pair they are.
  for (let at = 0; at < text.length; at += longest) yield JSON.stringify(text.slice(at, at + longest)).slice(1, -1);
  yield '"';
}

function* piecesOfList(items: readonly unknown[]): Generator<string> {
  let before = '[';
  for (let at = 0; at < items.length; at += together) {
    const some = items.slice(at, at + together);
    if (roomAfter(some, longest) >= 0) {
      yield `${before}${JSON.stringify(some).slice(1, -1)}`;
      before = ',';
      continue;
    }
    for (const item of some) {
      yield before;
      yield* jsonPieces(item);
      before = ',';
    }
  }
  yield ']';
}

function* piecesOfObject(value: object): Generator<string> {
  let before = '{';
  for (const [name, part] of Object.entries(value)) {
    if (part === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* jsonPieces(part);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** What is left of a number of characters when a value is written, about; below zero as soon as it is too long. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length - 2;
  if (typeof value !== 'object' || value === null) return room - 8;
  let left = room - 2;
  if (Array.isArray(value)) {
    for (const item of value) {
      left = roomAfter(item, left);
      if (left < 0) break;
    }
    return left;
  }
  for (const name in value) {
    left = roomAfter(value[name as keyof typeof value], left - name.length);
    if (left < 0) break;
  }
  return left;
}
