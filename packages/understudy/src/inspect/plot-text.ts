import type { PlotFigure } from '@understudy/kernel';
import { createValueAxis, formatNumber } from './axes.js';

/** Where text is shown. */
export interface Screen {
  readonly width: number;
  readonly ascii: boolean;
  readonly color: boolean;
}

const height = 16;
/** By layer: the band, the mark where the last line begins, the lines. Later layers cover earlier ones. */
const asciiMarks = ['.', '|', '*', 'o', '+', 'x'];
const colors = [90, 90, 36, 33, 35, 32];
const [bandLayer, markLayer, firstLine] = [0, 1, 2];
/** Bit of each dot within a Braille character, by row and column. */
const brailleBits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
];

/** Characters to draw on. A character of Braille has two by four dots, and shows those of its strongest layer. */
class Canvas {
  readonly #cells: { dots: number; layer: number }[][];
  readonly #bits: readonly (readonly number[])[];
  readonly width: number;
  readonly height: number;

  constructor(
    readonly columns: number,
    readonly ascii: boolean,
  ) {
    this.#bits = ascii ? [[1]] : brailleBits;
    this.width = columns * (ascii ? 1 : 2);
    this.height = height * this.#bits.length;
    this.#cells = Array.from({ length: height }, () => Array.from({ length: columns }, () => ({ dots: 0, layer: -1 })));
  }

  dot(x: number, y: number, layer: number): void {
    const bits = this.#bits[y % this.#bits.length] ?? [];
    const cell = this.#cells[Math.floor(y / this.#bits.length)]?.[Math.floor(x / bits.length)];
    if (cell === undefined || layer < cell.layer) return;
    if (layer > cell.layer) Object.assign(cell, { layer, dots: 0 });
    cell.dots |= bits[x % bits.length] ?? 0;
  }

  /** A straight line, both ends included. */
  line([fromX, fromY]: readonly [number, number], [toX, toY]: readonly [number, number], layer: number): void {
    const steps = Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY), 1);
    for (let step = 0; step <= steps; step += 1) {
      const share = step / steps;
      this.dot(Math.round(fromX + share * (toX - fromX)), Math.round(fromY + share * (toY - fromY)), layer);
    }
  }

  rows(paint: (text: string, layer: number) => string): string[] {
    return this.#cells.map((row) =>
      row
        .map(({ dots, layer }) => {
          if (dots === 0) return ' ';
          return paint(this.ascii ? (asciiMarks[layer] ?? '+') : String.fromCodePoint(0x2800 + dots), layer);
        })
        .join(''),
    );
  }
}

/** Draws the lines and the band of a plot, with its axes and a legend. */
export function formatPlot({ dates, lines, band }: PlotFigure, { width, ascii, color }: Screen): string[] {
  const values = [...lines.map((line) => line.values), band?.lower ?? [], band?.upper ?? []].flat();
  const axis = createValueAxis(
    values.filter((value) => value !== null),
    4,
  );
  const gutter = Math.max(...axis.ticks.map((tick) => formatNumber(tick).length)) + 1;
  const canvas = new Canvas(Math.max(10, width - gutter - 1), ascii);
  const rowOf = (value: number, rows: number) =>
    Math.round(((axis.high - value) / (axis.high - axis.low)) * (rows - 1));
  const at = (index: number, value: number): [number, number] => [
    dates.length < 2 ? 0 : Math.round((index * (canvas.width - 1)) / (dates.length - 1)),
    rowOf(value, canvas.height),
  ];
  const start = startOf(lines);
  const [mark] = at(start, 0);
  for (let y = 0; start > 0 && y < canvas.height; y += 2) canvas.dot(mark, y, markLayer);
  drawBand(canvas, band, at);
  for (const [index, line] of lines.entries()) {
    let before: [number, number] | undefined;
    for (const [place, value] of line.values.entries()) {
      if (value === null) continue;
      const point = at(place, value);
      canvas.line(before ?? point, point, firstLine + index);
      before = point;
    }
  }
  const paint = (text: string, layer: number) => (color ? `\u001b[${colors[layer] ?? 37}m${text}\u001b[0m` : text);
  const labels = new Map(axis.ticks.map((tick) => [rowOf(tick, height), formatNumber(tick)]));
  const signs = ascii ? ['+', '|', '-'] : ['┤', '│', '─'];
  const body = canvas.rows(paint).map((row, index) => {
    const label = labels.get(index);
    return `${(label ?? '').padStart(gutter - 1)} ${label === undefined ? signs[1] : signs[0]}${row}`.trimEnd();
  });
  const name = (text: string, layer: number) =>
    `${paint((ascii ? (asciiMarks[layer] ?? '+') : layer === bandLayer ? '⢕' : '⠤').repeat(2), layer)} ${text}`;
  const legend = [
    ...lines.map((line, index) => name(line.name, firstLine + index)),
    ...(band === undefined ? [] : [name(band.name, bandLayer)]),
  ];
  const indent = ' '.repeat(gutter + 1);
  return [
    ...body,
    `${' '.repeat(gutter)}${ascii ? '+' : '└'}${(signs[2] ?? '').repeat(canvas.columns)}`,
    `${indent}${dateLine(dates, start, canvas.columns, Math.floor((mark * canvas.columns) / canvas.width))}`,
    `${indent}${legend.join('   ')}`,
  ];
}

/** Where the last line begins, such as a forecast after its history; 0 without a second line. */
function startOf(lines: PlotFigure['lines']): number {
  return lines.length < 2 ? 0 : Math.max(0, lines.at(-1)?.values.findIndex((value) => value !== null) ?? 0);
}

/** Draws every second dot between the bounds. */
function drawBand(
  canvas: Canvas,
  band: PlotFigure['band'],
  at: (index: number, value: number) => [number, number],
): void {
  let before: { x: number; top: number; bottom: number } | undefined;
  for (const [index, upper] of (band?.upper ?? []).entries()) {
    const lower = band?.lower[index] ?? null;
    if (upper === null || lower === null) continue;
    const [x, top] = at(index, upper);
    const [, bottom] = at(index, lower);
    const from = before ?? { x, top, bottom };
    for (let column = from.x; column <= x; column += 1) {
      const share = x === from.x ? 1 : (column - from.x) / (x - from.x);
      const end = Math.round(from.bottom + share * (bottom - from.bottom));
      for (let y = Math.round(from.top + share * (top - from.top)); y <= end; y += 1) {
        if (canvas.ascii || (column + y) % 2 === 0) canvas.dot(column, y, bandLayer);
      }
    }
    before = { x, top, bottom };
  }
}

/** The first date, that of the mark below it, and the last; without what has no room. */
function dateLine(dates: readonly string[], start: number, columns: number, mark: number): string {
  const [first = '', today = '', last = ''] = [dates[0], start === 0 ? '' : dates[start], dates.at(-1)];
  const place = Math.max(0, Math.min(mark - Math.floor(today.length / 2), columns - today.length));
  const line = `${first.length + 2 <= place || today === '' ? first.padEnd(place) : ' '.repeat(place)}${today}`;
  return columns - line.length - 2 >= last.length ? `${line}${last.padStart(columns - line.length)}` : line;
}
