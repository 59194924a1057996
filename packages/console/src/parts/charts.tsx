import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { Figure } from '../api/types.js';
import { themeSignal } from '../theme.js';

type PlotFigure = Extract<Figure, { kind: 'plot' }>;

const height = 300;

/** A plot of values over dates with their expected range. */
export function PlotChart({ figure }: { readonly figure: PlotFigure }) {
  const place = useRef<HTMLDivElement>(null);
  const chosen = themeSignal.value;
  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let plot = draw(element, figure);
    const redraw = () => {
      plot.destroy();
      plot = draw(element, figure);
    };
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', redraw);
    const sizes = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      dark.removeEventListener('change', redraw);
      plot.destroy();
    };
  }, [figure, chosen]);
  return <div class="plot" ref={place} role="img" aria-label={describe(figure)} />;
}

/** Text alternative of the plot. */
function describe({ title, dates, lines }: PlotFigure): string {
  return `${title}: ${lines.map(({ name }) => name).join(' and ')} from ${dates[0]} to ${dates.at(-1)}`;
}

/** Converts a CSS colour for the canvas. */
function colourIn(element: HTMLElement, name: string): string {
  const probe = element.appendChild(document.createElement('i'));
  probe.style.color = `var(${name})`;
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Legend value at the cursor; empty without a cursor. */
function shown(_plot: uPlot, value: number | null): string {
  return value === null ? '' : String(Math.round(value * 1000) / 1000);
}

function draw(element: HTMLElement, { dates, lines, band }: PlotFigure): uPlot {
  const colours = ['text', 'line', 'band', '1', '2', '3'].map((name) => colourIn(element, `--plot-${name}`));
  const [text = '', line = '', soft = '', ...strokes] = colours;
  const stroke = { stroke: line, width: 1 };
  const axis = { stroke: text, grid: stroke, ticks: stroke, font: '13px system-ui' };
  const thin = { stroke: soft, width: 1, points: { show: false }, value: shown };
  const times = dates.map((date) => Date.parse(date) / 1000);
  const bandSeries = band === undefined ? [] : [band.upper, band.lower];
  const options: uPlot.Options = {
    width: element.clientWidth,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    cursor: { y: false, points: { size: 6 } },
    legend: { live: true },
    axes: [axis, { ...axis, size: 56 }],
    series: [
      {
        label: 'date',
        value: (_plot, seconds) => (seconds === null ? '' : new Date(seconds * 1000).toISOString().slice(0, 10)),
      },
      ...(band === undefined ? [] : ['upper', 'lower'].map((label) => ({ label, ...thin }))),
      ...lines.map(({ name }, index) => ({
        label: name,
        stroke: strokes[index % strokes.length] ?? text,
        width: 1.75,
        points: { show: false },
        value: shown,
      })),
    ],
    ...(band === undefined ? {} : { bands: [{ series: [1, 2] as [number, number], fill: soft }] }),
  };
  const data = [times, ...bandSeries, ...lines.map(({ values }) => values)] as uPlot.AlignedData;
  return new uPlot(options, data, element);
}

/** A grid of short texts with sticky row names. */
export function GridChart({ figure }: { readonly figure: Extract<Figure, { kind: 'grid' }> }) {
  const { columns, rows, legend = [], title } = figure;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <div class="grid-frame" tabIndex={0}>
        <table class="grid">
          <caption class="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <td />
              {columns.map(({ label, detail }, index) => (
                <th key={`${index} ${label}`} scope="col">
                  {label}
                  <small>{detail}</small>
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, cells, note }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {cells.map(({ text, title: meaning, tone }, index) => (
                  <td key={`${index} ${columns[index]?.label}`} class={text === '' ? undefined : tone} title={meaning}>
                    {text}
                  </td>
                ))}
                <td class="note">{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {legend.length === 0 ? null : (
        <ul class="legend">
          {legend.map(({ text, meaning }) => (
            <li key={text}>
              <strong>{text}</strong> {meaning}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
