import { toLiteral } from './to-cel.js';

/** A part of a text: as it is, or the value of an expression. */
export type Piece = { readonly text: string } | { readonly expression: string };

/** Writes the parts of a text as one expression. */
export function joinPieces(pieces: readonly Piece[]): string {
  const joined: Piece[] = [];
  for (const piece of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && 'text' in last && 'text' in piece) joined.splice(-1, 1, { text: last.text + piece.text });
    else joined.push(piece);
  }
  return `=${joined.map((piece) => ('text' in piece ? toLiteral(piece.text) : piece.expression)).join(' + ')}`;
}

/** Divides a text where a part of it is the value of an expression. */
export function divide(text: string, part: string, expression: string): Piece[] {
  return text
    .split(part)
    .flatMap((piece, index): Piece[] => [
      ...(index === 0 ? [] : [{ expression }]),
      ...(piece === '' ? [] : [{ text: piece }]),
    ]);
}

/** The parts of an address, and the marks between them. */
export function partsOf(text: string, origin: string): string[] {
  const address = text.startsWith(origin) ? text.slice(origin.length) : text;
  return /^\/\S*$/.test(address) ? address.split(/([/?&=#.]+)/) : [];
}
