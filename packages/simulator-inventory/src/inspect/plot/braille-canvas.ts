import { type Canvas, type Cell, covers, type Layer } from './canvas.js';

const blank = 0x2800;
/** Bit of each dot within a Braille character, by row and column. */
const bits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

/** A canvas of Braille characters: each is two dots wide and four dots high and shows only its strongest layer. */
export class BrailleCanvas implements Canvas {
  readonly width: number;
  readonly height: number;
  readonly #cells: Array<Array<{ dots: number; layer?: Layer }>>;

  constructor(columns: number, rows: number) {
    this.width = columns * 2;
    this.height = rows * 4;
    this.#cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ({ dots: 0 })));
  }

  dot(x: number, y: number, layer: Layer): void {
    const cell = this.#cells[Math.floor(y / 4)]?.[Math.floor(x / 2)];
    const bit = bits[y % 4]?.[x % 2];
    if (cell === undefined || bit === undefined) return;
    if (cell.layer !== layer) {
      if (!covers(layer, cell.layer)) return;
      cell.layer = layer;
      cell.dots = 0;
    }
    cell.dots |= bit;
  }

  rows(): Cell[][] {
    return this.#cells.map((row) =>
      row.map(({ dots, layer }) =>
        layer === undefined ? { text: ' ' } : { text: String.fromCodePoint(blank + dots), layer },
      ),
    );
  }
}
