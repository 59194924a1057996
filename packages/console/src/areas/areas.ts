import type { ComponentType } from 'preact';
import { Apis } from './apis/apis';
import { ClockArea } from './clock/clock-area.js';
import { Data } from './data/data.js';
import { Faults } from './faults/faults';
import { Jobs } from './jobs/jobs.js';
import { Sandboxes } from './sandboxes/sandboxes.js';
import { Simulate } from './simulate/simulate';
import { Traffic } from './traffic/traffic.js';
import { Webhooks } from './webhooks/webhooks.js';

/** The areas in navigation order. */
export const areas: ReadonlyArray<{
  readonly name: string;
  readonly title: string;
  readonly part: ComponentType;
}> = [
  { name: 'traffic', title: 'Traffic', part: Traffic },
  { name: 'clock', title: 'Clock', part: ClockArea },
  { name: 'jobs', title: 'Jobs', part: Jobs },
  { name: 'webhooks', title: 'Webhooks', part: Webhooks },
  { name: 'data', title: 'Data', part: Data },
  { name: 'simulate', title: 'Simulate', part: Simulate },
  { name: 'faults', title: 'Faults', part: Faults },
  { name: 'sandboxes', title: 'Sandboxes', part: Sandboxes },
  { name: 'apis', title: 'APIs & tests', part: Apis },
];
