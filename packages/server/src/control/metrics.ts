import process from 'node:process';
import { omitUndefined } from '@understudy/contract';
import type { ServerContext } from '../server-context.js';
import { latencyBucketSeconds, type MetricLabels, type MetricSample, type OperationCounts } from '../watch.js';
import type { ControlOperations } from './control-context.js';

export const metricOperations = {
  getMetrics: async (_input, { server }) => ({
    status: 200,
    headers: { 'content-type': openMetricsType, 'cache-control': 'no-store' },
    body: `${familiesOf(server).map(familyText).join('')}# EOF\n`,
  }),
} satisfies Partial<ControlOperations>;

function familiesOf(server: ServerContext): MetricFamily[] {
  const { watch, pool, sandboxes, version, lastingJournal } = server;
  const operations = [...watch.requests.list()];
  const all = sandboxes.entries;
  const awake = all.filter(({ sandbox }) => sandbox !== undefined).length;
  const { user, system } = process.cpuUsage();
  const counter = (name: string, help: string, samples: readonly MetricSample[]): MetricFamily => ({
    name: `understudy_${name}`,
    type: 'counter',
    help,
    samples,
  });
  const gauge = (name: string, help: string, value: number, unit?: MetricFamily['unit']): MetricFamily => ({
    name,
    type: 'gauge',
    help,
    ...omitUndefined({ unit }),
    samples: [{ value }],
  });
  return [
    { name: 'understudy_build', type: 'info', help: 'The server.', samples: [{ labels: { version }, value: 1 }] },
    counter(
      'requests',
      'Answered requests, by operation and status; the control plane is the API control.',
      operations.flatMap(statusSamples),
    ),
    {
      name: 'understudy_request_duration_seconds',
      type: 'histogram',
      unit: 'seconds',
      help: 'From the whole request until the answer is ready to be sent, delays by fault rules included.',
      samples: operations.flatMap(latencySamples),
    },
    {
      name: 'understudy_sandboxes',
      type: 'gauge',
      help: 'Sandboxes, by whether they are in memory.',
      samples: [
        { labels: { state: 'awake' }, value: awake },
        { labels: { state: 'asleep' }, value: all.length - awake },
      ],
    },
    counter(
      'requests_forwarded',
      'Requests that were handed on to the server that serves their sandbox.',
      watch.forwarded.samples(),
    ),
    counter(
      'ownership_changes',
      'Sandboxes that this server took, gave up, or lost with its lease, where several share a database.',
      watch.ownership.samples(),
    ),
    counter(
      'appends',
      'Changes handed to what keeps the sandboxes beyond the end of the server.',
      watch.appends.samples(),
    ),
    counter('journal_dropped', 'Journal entries that were not stored because the archive is too slow.', [
      { value: lastingJournal?.dropped ?? 0 },
    ]),
    counter('jobs_begun', 'Jobs that were accepted.', watch.jobsBegun.samples()),
    counter('jobs_ended', 'Jobs that ended, by state.', watch.jobsEnded.samples()),
    gauge('understudy_work_queued', 'Computing that waits for a thread.', pool.queued),
    counter('delivery_attempts', 'Attempts to deliver webhooks, by outcome.', watch.deliveries.samples()),
    {
      name: 'understudy_event_loop_delay_seconds',
      type: 'gauge',
      unit: 'seconds',
      help: 'The delay of timers since the last call, by quantile. The first call returns none.',
      samples: watch.loopDelay.samples(),
    },
    gauge('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss(), 'bytes'),
    {
      name: 'process_cpu_seconds',
      type: 'counter',
      unit: 'seconds',
      help: 'Processor time of the process, its threads included.',
      samples: [{ value: (user + system) / 1e6 }],
    },
    gauge('process_uptime_seconds', 'Since its start.', process.uptime(), 'seconds'),
  ];
}

function statusSamples({ api, operation, byStatus }: OperationCounts): MetricSample[] {
  return [...byStatus].map(([status, value]) => ({ labels: { api, operation, status: String(status) }, value }));
}

function latencySamples({ api, operation, buckets, seconds }: OperationCounts): MetricSample[] {
  let sum = 0;
  const labels = { api, operation };
  const samples: MetricSample[] = [...buckets].map((count, place) => {
    sum += count;
    const bound = latencyBucketSeconds[place];
    return { suffix: '_bucket', labels: { ...labels, le: bound === undefined ? '+Inf' : String(bound) }, value: sum };
  });
  return [...samples, { suffix: '_sum', labels, value: seconds }, { suffix: '_count', labels, value: sum }];
}

/** The metrics with one name. Counters are totals since the server started. */
interface MetricFamily {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'info';
  /** Unit, which is a suffix of the name. */
  readonly unit?: 'seconds' | 'bytes';
  readonly help: string;
  readonly samples: readonly MetricSample[];
}

const openMetricsType = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

const defaultSuffix = { counter: '_total', info: '_info', gauge: '', histogram: '' } as const;

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

function labelText(labels: MetricLabels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}
