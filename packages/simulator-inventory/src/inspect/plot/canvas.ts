/** The owner of a dot. */
export type PlotLayer = 'interval' | 'boundary' | 'history' | 'forecast';

/** A character of a plot and its layer. A cell without a layer is empty. */
export interface PlotCell {
  readonly text: string;
  readonly layer?: PlotLayer;
}

/** A drawing surface for dots. x grows to the right and y grows downward, both from 0. */
export interface PlotCanvas {
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
export function coversLayer(layer: PlotLayer, other: PlotLayer | undefined): boolean {
  return other === undefined || order.indexOf(layer) > order.indexOf(other);
}

/** Draws a straight line, including both ends (Bresenham). */
export function drawLine(
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
