import { type Canvas, type Cell, covers, type Layer } from './canvas.js';

/** The character of each layer. */
export const asciiMarks: Readonly<Record<Layer, string>> = {
  interval: '.',
  boundary: '|',
  history: '*',
  forecast: 'o',
};

/** A canvas of plain ASCII, one dot a character. */
export class AsciiCanvas implements Canvas {
  readonly width: number;
  readonly height: number;
  readonly #cells: Array<Array<Layer | undefined>>;

  constructor(columns: number, rows: number) {
    this.width = columns;
    this.height = rows;
    this.#cells = Array.from({ length: rows }, () => new Array<Layer | undefined>(columns).fill(undefined));
  }

  dot(x: number, y: number, layer: Layer): void {
    const row = this.#cells[y];
    if (row !== undefined && x >= 0 && x < this.width && covers(layer, row[x])) row[x] = layer;
  }

  rows(): Cell[][] {
    return this.#cells.map((row) =>
      row.map((layer) => (layer === undefined ? { text: ' ' } : { text: asciiMarks[layer], layer })),
    );
  }
}
