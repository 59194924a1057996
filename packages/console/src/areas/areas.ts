import type { ComponentType } from 'preact';
import { ClockArea } from './clock/clock-area.js';
import { Apis } from './apis/apis';
import { Data } from './data/data.js';
import { Jobs } from './jobs/jobs.js';
import { Sandboxes } from './sandboxes/sandboxes.js';
import { Traffic } from './traffic/traffic.js';
import { Faults } from './faults/faults';
import { Webhooks } from './webhooks/webhooks.js';
import { Simulate } from './simulate/simulate';

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
  { name: 'world', title: 'Simulate', part: Simulate },
  { name: 'trouble', title: 'Trouble', part: Faults },
  { name: 'sandboxes', title: 'Sandboxes', part: Sandboxes },
  { name: 'contract', title: 'Contract', part: Apis },
];
