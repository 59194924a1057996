import type { ForecastInspection } from '../../actions/forecast-inspection.js';
import { createValueAxis, formatNumber, selectRecentHistory, type ValueAxis } from './axes.js';

interface TerminalPlotOptions {
  /** Characters in a line, all included. */
  readonly width: number;
  /** Lines of the plot without axis and legend. */
  readonly height: number;
  /** Plain ASCII instead of Braille dots. */
  readonly ascii: boolean;
  /** Colours as ANSI sequences. */
  readonly color: boolean;
}

const colors: Readonly<Record<PlotLayer, number>> = { interval: 90, boundary: 90, history: 36, forecast: 33 };

const brailleSigns = { corner: '└', line: '─', tick: '┤', side: '│', mark: '┬' };
const asciiSigns = { corner: '+', line: '-', tick: '+', side: '|', mark: '+' };

/** Renders the history, forecast and 80 % interval as lines of text. */
export function renderTerminalForecast(inspection: ForecastInspection, options: TerminalPlotOptions): string[] {
  const { width, height, ascii, color } = options;
  const history = selectRecentHistory(inspection);
  const { forecast } = inspection;
  const axis = createValueAxis(
    [...history.map(({ quantity }) => quantity), ...forecast.flatMap((p) => [p.lowerQuantity, p.upperQuantity])],
    Math.max(2, Math.floor(height / 4)),
  );
  const gutter = Math.max(...axis.ticks.map((tick) => formatNumber(tick).length)) + 1;
  const columns = Math.max(10, width - gutter - 1);
  const canvas = ascii ? new AsciiCanvas(columns, height) : new BrailleCanvas(columns, height);
  const count = history.length + forecast.length;
  const xOf = (index: number) => (count < 2 ? 0 : Math.round((index * (canvas.width - 1)) / (count - 1)));
  const yOf = (value: number) => rowOf(axis, value, canvas.height);
  drawBoundary(canvas, xOf(history.length));
  drawInterval(canvas, inspection, (index) => xOf(history.length + index), yOf);
  const sold = history.map(({ quantity }, index): [number, number] => [xOf(index), yOf(quantity)]);
  const predicted = forecast.map((point, index): [number, number] => [
    xOf(history.length + index),
    yOf(point.predictedQuantity),
  ]);
  drawPath(canvas, sold, 'history');
  drawPath(canvas, [...sold.slice(-1), ...predicted], 'forecast');
  drawPath(canvas, sold.slice(-1), 'history');

  const signs = ascii ? asciiSigns : brailleSigns;
  const paint = (text: string, layer?: PlotLayer) =>
    color && layer !== undefined ? `\u001b[${colors[layer]}m${text}\u001b[0m` : text;
  const labels = new Map(axis.ticks.map((tick) => [rowOf(axis, tick, height), formatNumber(tick)]));
  const body = canvas.rows().map((cells, row) => {
    const label = labels.get(row);
    return `${(label ?? '').padStart(gutter - 1)} ${label === undefined ? signs.side : signs.tick}${paintCells(cells, paint)}`;
  });
  const boundary = Math.floor((xOf(history.length) * columns) / canvas.width);
  const rule = Array.from({ length: columns }, (_, column) => (column === boundary ? signs.mark : signs.line)).join('');
  const legend = [
    `${paint(ascii ? asciiMarks.history.repeat(2) : '⠤⠤', 'history')} sold`,
    `${paint(ascii ? asciiMarks.forecast.repeat(2) : '⠤⠤', 'forecast')} forecast`,
    `${paint(ascii ? asciiMarks.interval.repeat(2) : '⢕⢕', 'interval')} 80 % interval`,
  ].join('   ');
  return [
    ...body,
    `${' '.repeat(gutter)}${signs.corner}${rule}`,
    `${' '.repeat(gutter + 1)}${dateLine(history[0]?.date, forecast[0]?.date, forecast.at(-1)?.date, boundary, columns)}`,
    `${' '.repeat(gutter + 1)}${legend}`,
  ].map((line) => line.trimEnd());
}

function rowOf({ low, high }: ValueAxis, value: number, rows: number): number {
  return Math.round(((high - value) / (high - low)) * (rows - 1));
}

function drawPath(canvas: PlotCanvas, points: ReadonlyArray<readonly [number, number]>, layer: PlotLayer): void {
  for (const [index, point] of points.entries()) drawLine(canvas, points[index - 1] ?? point, point, layer);
}

function drawBoundary(canvas: PlotCanvas, x: number): void {
  for (let y = 0; y < canvas.height; y += 2) canvas.dot(x, y, 'boundary');
}

/** Draws every second dot between the bounds, which are straight lines between points. */
function drawInterval(
  canvas: PlotCanvas,
  { forecast }: ForecastInspection,
  xOf: (index: number) => number,
  yOf: (value: number) => number,
): void {
  for (const [index, point] of forecast.entries()) {
    const before = forecast[index - 1] ?? point;
    const [from, to] = [xOf(Math.max(0, index - 1)), xOf(index)];
    for (let x = from; x <= to; x += 1) {
      const share = to === from ? 1 : (x - from) / (to - from);
      const top = yOf(before.upperQuantity + share * (point.upperQuantity - before.upperQuantity));
      const bottom = yOf(before.lowerQuantity + share * (point.lowerQuantity - before.lowerQuantity));
      for (let y = top; y <= bottom; y += 1) {
        if (canvas instanceof AsciiCanvas || (x + y) % 2 === 0) canvas.dot(x, y, 'interval');
      }
    }
  }
}

function paintCells(cells: readonly PlotCell[], paint: (text: string, layer?: PlotLayer) => string): string {
  const runs: Array<{ text: string; layer: PlotLayer | undefined }> = [];
  for (const { text, layer } of cells) {
    const last = runs.at(-1);
    if (last !== undefined && last.layer === layer) last.text += text;
    else runs.push({ text, layer });
  }
  return runs.map(({ text, layer }) => paint(text, layer)).join('');
}

/** First day, first day of the forecast below its mark, and last interval. Labels without room are omitted. */
function dateLine(first = '', today = '', last = '', boundary: number, columns: number): string {
  const start = Math.max(0, Math.min(boundary - Math.floor(today.length / 2), columns - today.length));
  const left = first.length + 2 <= start ? first.padEnd(start) : ' '.repeat(start);
  const line = `${left}${today}`;
  const room = columns - line.length - 2;
  return last !== today && room >= last.length ? `${line}${last.padStart(columns - line.length)}` : line;
}

const asciiMarks: Readonly<Record<PlotLayer, string>> = { interval: '.', boundary: '|', history: '*', forecast: 'o' };

/** A canvas of ASCII characters with one dot each. */
class AsciiCanvas implements PlotCanvas {
  readonly width: number;
  readonly height: number;
  readonly #cells: Array<Array<PlotLayer | undefined>>;

  constructor(columns: number, rows: number) {
    this.width = columns;
    this.height = rows;
    this.#cells = Array.from({ length: rows }, () => new Array<PlotLayer | undefined>(columns).fill(undefined));
  }

  dot(x: number, y: number, layer: PlotLayer): void {
    const row = this.#cells[y];
    if (row !== undefined && x >= 0 && x < this.width && coversLayer(layer, row[x])) row[x] = layer;
  }

  rows(): PlotCell[][] {
    return this.#cells.map((row) =>
      row.map((layer) => (layer === undefined ? { text: ' ' } : { text: asciiMarks[layer], layer })),
    );
  }
}

const blank = 0x2800;
/** Bit of each dot within a Braille character, by row and column. */
const bits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;

/** A canvas of Braille characters: each is two dots wide and four dots high and shows only its strongest layer. */
class BrailleCanvas implements PlotCanvas {
  readonly width: number;
  readonly height: number;
  readonly #cells: Array<Array<{ dots: number; layer?: PlotLayer }>>;

  constructor(columns: number, rows: number) {
    this.width = columns * 2;
    this.height = rows * 4;
    this.#cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ({ dots: 0 })));
  }

  dot(x: number, y: number, layer: PlotLayer): void {
    const cell = this.#cells[Math.floor(y / 4)]?.[Math.floor(x / 2)];
    const bit = bits[y % 4]?.[x % 2];
    if (cell === undefined || bit === undefined) return;
    if (cell.layer !== layer) {
      if (!coversLayer(layer, cell.layer)) return;
      cell.layer = layer;
      cell.dots = 0;
    }
    cell.dots |= bit;
  }

  rows(): PlotCell[][] {
    return this.#cells.map((row) =>
      row.map(({ dots, layer }) =>
        layer === undefined ? { text: ' ' } : { text: String.fromCodePoint(blank + dots), layer },
      ),
    );
  }
}

/** The owner of a dot. */
type PlotLayer = 'interval' | 'boundary' | 'history' | 'forecast';

/** A character of a plot and its layer. A cell without a layer is empty. */
interface PlotCell {
  readonly text: string;
  readonly layer?: PlotLayer;
}

/** A drawing surface for dots. x grows to the right and y grows downward, both from 0. */
interface PlotCanvas {
  /** Dots from left to right. */
  readonly width: number;
  /** Dots from top to bottom. */
  readonly height: number;
  dot(x: number, y: number, layer: PlotLayer): void;
  rows(): PlotCell[][];
}

/** Layers from weakest to strongest. */
const order: readonly PlotLayer[] = ['interval', 'boundary', 'history', 'forecast'];

/** Returns whether a layer covers another one in the same character. */
function coversLayer(layer: PlotLayer, other: PlotLayer | undefined): boolean {
  return other === undefined || order.indexOf(layer) > order.indexOf(other);
}

/** Draws a straight line, including both ends (Bresenham). */
function drawLine(
  canvas: PlotCanvas,
  from: readonly [number, number],
  to: readonly [number, number],
  layer: PlotLayer,
): void {
  let [x, y] = from;
  const [endX, endY] = to;
  const [width, height] = [Math.abs(endX - x), Math.abs(endY - y)];
  let error = width - height;
  for (;;) {
    canvas.dot(x, y, layer);
    if (x === endX && y === endY) return;
    const doubled = 2 * error;
    if (doubled > -height) {
      error -= height;
      x += Math.sign(endX - x);
    }
    if (doubled < width) {
      error += width;
      y += Math.sign(endY - y);
    }
  }
}
