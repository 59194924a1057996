import { toLiteral } from './to-cel.js';

/** A piece of a string: literal text, or the value of an expression. */
export type Piece = { readonly text: string } | { readonly expression: string };

/** Writes the pieces of a string as one expression. */
export function joinPieces(pieces: readonly Piece[]): string {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && 'text' in last && 'text' in piece) joined.splice(-1, 1, { text: last.text + piece.text });
    else joined.push(piece);
  }
  return `=${joined.map((piece) => ('text' in piece ? toLiteral(piece.text) : piece.expression)).join(' + ')}`;
}

/** Splits a string at each occurrence of a part that is the value of an expression. */
export function divide(text: string, part: string, expression: string): Piece[] {
  return text
    .split(part)
    .flatMap((piece, index): Piece[] => [
      ...(index === 0 ? [] : [{ expression }]),
      ...(piece === '' ? [] : [{ text: piece }]),
    ]);
}

/** Splits the path and query of a URL into parts and separators. */
export function partsOf(text: string, origin: string): string[] {
  const address = text.startsWith(origin) ? text.slice(origin.length) : text;
  return /^\/\S*$/.test(address) ? address.split(/([/?&=#.]+)/) : [];
}
