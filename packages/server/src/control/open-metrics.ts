import type { Labels, Sample } from '../watch/label-counts.js';

/** Values of one name. A counter's are totals since the start; its samples get the suffix by themselves. */
export interface MetricFamily {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'info';
  /** The name must end with it. */
  readonly unit?: 'seconds' | 'bytes';
  readonly help: string;
  readonly samples: readonly Sample[];
}

export const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

const defaultSuffix = { counter: '_total', info: '_info', gauge: '', histogram: '' } as const;

/** Writes metrics in the text format of OpenMetrics 1.0. */
export function openMetrics(families: readonly MetricFamily[]): string {
  return `${families.map(familyText).join('')}# EOF\n`;
}

function familyText({ name, type, unit, help, samples }: MetricFamily): string {
  const head = [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escaped(help)}`,
  ];
  const lines = samples.map(
    ({ suffix = defaultSuffix[type], labels = {}, value }) => `${name}${suffix}${labelText(labels)} ${value}`,
  );
  return `${[...head, ...lines].join('\n')}\n`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
