import { expect, it } from 'vitest';
import { drawLine, type PlotCanvas } from './canvas.js';
import { AsciiCanvas, BrailleCanvas } from './terminal-forecast.js';

const textOf = (canvas: PlotCanvas) => canvas.rows().map((row) => row.map(({ text }) => text).join(''));

it('sets the dot of a Braille character that lies at a place', () => {
  const canvas = new BrailleCanvas(4, 1);
  for (const [index, y] of [0, 1, 2, 3].entries()) canvas.dot(index * 2 + (index % 2), y, 'history');
  expect([canvas.width, canvas.height, textOf(canvas)]).toEqual([8, 4, ['⠁⠐⠄⢀']]);
});

it('draws lines in every direction, and nothing outside', () => {
  const canvas = new BrailleCanvas(4, 2);
  drawLine(canvas, [0, 7], [7, 0], 'history');
  drawLine(canvas, [0, 0], [7, 7], 'history');
  drawLine(canvas, [-2, 3], [9, 3], 'history');
  expect(textOf(canvas)).toEqual(['⣑⣄⣠⣊', '⡠⠊⠑⢄']);
});

it('lets a character show its strongest layer only, whatever came first', () => {
  const canvas = new BrailleCanvas(2, 1);
  canvas.dot(0, 0, 'interval');
  canvas.dot(0, 1, 'forecast');
  canvas.dot(1, 1, 'history');
  canvas.dot(2, 0, 'history');
  canvas.dot(3, 0, 'interval');
  expect(canvas.rows()).toEqual([
    [
      { text: '⠂', layer: 'forecast' },
      { text: '⠁', layer: 'history' },
    ],
  ]);
});

it('has a plain form with a sign for each layer', () => {
  const canvas = new AsciiCanvas(5, 2);
  drawLine(canvas, [0, 0], [4, 0], 'interval');
  drawLine(canvas, [1, 1], [2, 0], 'history');
  drawLine(canvas, [2, 0], [4, 0], 'forecast');
  canvas.dot(3, 0, 'boundary');
  expect(textOf(canvas)).toEqual(['..ooo', ' *   ']);
});
