import type { ForecastInspection } from '../../actions/forecast-inspection.js';
import { createValueAxis, formatNumber, selectRecentHistory } from './axes.js';

const size = { width: 960, height: 470 };
const plot = { left: 70, right: 24, top: 94, bottom: 46 };
const inner = { width: size.width - plot.left - plot.right, height: size.height - plot.top - plot.bottom };

/** Colours for people with red-green colour blindness (Okabe and Ito), distinguished by dashes and shade. */
const style = `
    text { font-family: system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; font-size: 12px; fill: #444; }
    .title { font-size: 18px; font-weight: 600; fill: #111; }
    .grid { stroke: #e4e4e4; } .axis { stroke: #888; } .today { stroke: #888; stroke-dasharray: 2 3; }
    .history { fill: none; stroke: #44546a; stroke-width: 1.4; }
    .forecast { fill: none; stroke: #d55e00; stroke-width: 2.2; }
    .trend { fill: none; stroke: #0072b2; stroke-width: 1.4; stroke-dasharray: 6 4; }
    .interval { fill: #d55e00; fill-opacity: 0.18; stroke: none; }
    .point { fill: #d55e00; }`;

/** Renders the history, forecast, 80 % interval and trend as one self-contained SVG. */
export function renderSvgForecast(
  inspection: ForecastInspection,
  { title, lines }: { readonly title: string; readonly lines: readonly string[] },
): string {
  const history = selectRecentHistory(inspection);
  const { forecast } = inspection;
  const dates = [...history, ...forecast].map(({ date }) => date);
  const trends = forecast.map(({ predictedTrend }) => predictedTrend);
  const axis = createValueAxis(
    [
      ...history.map(({ quantity }) => quantity),
      ...forecast.flatMap((point) => [point.lowerQuantity, point.upperQuantity]),
      ...trends,
    ],
    5,
  );
  const x = (index: number) =>
    round(plot.left + (dates.length < 2 ? inner.width / 2 : (index * inner.width) / (dates.length - 1)));
  const y = (value: number) => round(plot.top + ((axis.high - value) / (axis.high - axis.low)) * inner.height);
  const ahead = (index: number) => x(history.length + index);
  const path = (points: readonly string[]) => (points.length === 0 ? '' : `M${points.join('L')}`);
  const upper = forecast.map((point, index) => `${ahead(index)} ${y(point.upperQuantity)}`);
  const lower = forecast.map((point, index) => `${ahead(index)} ${y(point.lowerQuantity)}`).reverse();
  const sold = history.map(({ quantity }, index) => `${x(index)} ${y(quantity)}`);
  const predicted = forecast.map((point, index) => `${ahead(index)} ${y(point.predictedQuantity)}`);
  const trend = trends.map((value, index) => `${ahead(index)} ${y(value)}`);
  const bottom = plot.top + inner.height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img" aria-labelledby="title subtitle">`,
    `  <style>${style}\n  </style>`,
    `  <rect width="${size.width}" height="${size.height}" fill="#fff"/>`,
    `  <text id="title" class="title" x="${plot.left}" y="30">${escaped(title)}</text>`,
    `  <text id="subtitle" x="${plot.left}" y="50">${escaped(lines.join('; '))}</text>`,
    ...legend(),
    ...axis.ticks.flatMap((tick) => [
      `  <line class="grid" x1="${plot.left}" x2="${size.width - plot.right}" y1="${y(tick)}" y2="${y(tick)}"/>`,
      `  <text x="${plot.left - 8}" y="${y(tick) + 4}" text-anchor="end">${formatNumber(tick)}</text>`,
    ]),
    `  <line class="axis" x1="${plot.left}" x2="${size.width - plot.right}" y1="${bottom}" y2="${bottom}"/>`,
    ...chooseDateTicks(dates, 9).flatMap(({ index, label }) => [
      `  <line class="axis" x1="${x(index)}" x2="${x(index)}" y1="${bottom}" y2="${bottom + 5}"/>`,
      `  <text x="${x(index)}" y="${bottom + 20}" text-anchor="middle">${label}</text>`,
    ]),
    `  <line class="today" x1="${ahead(0)}" x2="${ahead(0)}" y1="${plot.top}" y2="${bottom}"/>`,
    `  <text x="${ahead(0)}" y="${plot.top - 6}" text-anchor="middle">${forecast[0]?.date ?? ''}</text>`,
    `  <path class="interval" d="${path([...upper, ...lower])}Z"/>`,
    `  <path class="history" d="${path(sold)}"/>`,
    `  <path class="trend" d="${path(trend)}"/>`,
    `  <path class="forecast" d="${path([...sold.slice(-1), ...predicted])}"/>`,
    // A browser shows the title of a point under the pointer.
    ...forecast.map(
      (point, index) =>
        `  <circle class="point" cx="${ahead(index)}" cy="${y(point.predictedQuantity)}" r="2.6"><title>${point.date}: ${formatNumber(point.predictedQuantity)} (${formatNumber(point.lowerQuantity)} to ${formatNumber(point.upperQuantity)})</title></circle>`,
    ),
    '</svg>',
    '',
  ].join('\n');
}

function legend(): string[] {
  const at = 68;
  const line = (name: string, x: number) => `<path class="${name}" d="M${x} ${at - 4}h24"/>`;
  return [
    `  ${line('history', plot.left)}<text x="${plot.left + 30}" y="${at}">sold</text>`,
    `  ${line('forecast', plot.left + 80)}<text x="${plot.left + 110}" y="${at}">forecast</text>`,
    `  <rect class="interval" x="${plot.left + 184}" y="${at - 10}" width="24" height="12"/><text x="${plot.left + 214}" y="${at}">80 % interval</text>`,
    `  ${line('trend', plot.left + 314)}<text x="${plot.left + 344}" y="${at}">trend of the forecast</text>`,
  ];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns the text for an XML document. Control characters, mostly forbidden in XML, become spaces. */
function escaped(text: string): string {
  return text.replace(/[\p{Cc}\ufffe\uffff]/gu, ' ').replace(/[&<>"]/g, (sign) => entities[sign] ?? '');
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Labels for ascending dates: the first interval of each month or year, at most `most`, else plain dates. */
export function chooseDateTicks(dates: readonly string[], most: number) {
  const starts = dates
    .map((date, index) => ({ date, index }))
    .filter(({ date, index }) => index > 0 && date.slice(0, 7) !== dates[index - 1]?.slice(0, 7));
  if (starts.length < 3) {
    const step = Math.max(1, Math.ceil(dates.length / Math.min(most, 6)));
    return dates.flatMap((date, index) => (index % step === 0 ? [{ index, label: date }] : []));
  }
  const span = monthCount(dates.at(-1) ?? '') - monthCount(dates[0] ?? '');
  // Whole years start in January, so that a label every third or sixth month is in the same months each year.
  const every = [1, 2, 3, 6, 12, 24, 60, 120].find((step) => span / step <= most) ?? 240;
  const chosen = starts.filter(({ date }) => monthCount(date) % every === 0);
  return chosen.map(({ date, index }, position) => {
    const [year = '', month = ''] = date.split('-');
    if (every >= 12) return { index, label: year };
    const name = months[Number(month) - 1] ?? '';
    const yearBefore = chosen[position - 1]?.date.slice(0, 4);
    return { index, label: year === yearBefore ? name : `${name} ${year}` };
  });
}

function monthCount(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}
