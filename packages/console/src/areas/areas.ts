import type { ComponentType } from 'preact';
import { ClockArea } from './clock/clock-area.js';
import { Contract } from './contract/contract.js';
import { Data } from './data/data.js';
import { Jobs } from './jobs/jobs.js';
import { Sandboxes } from './sandboxes/sandboxes.js';
import { Traffic } from './traffic/traffic.js';
import { Trouble } from './trouble/trouble.js';
import { Webhooks } from './webhooks/webhooks.js';
import { World } from './world/world.js';

/** The areas in the order of the navigation. */
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
  { name: 'world', title: 'The world', part: World },
  { name: 'trouble', title: 'Trouble', part: Trouble },
  { name: 'sandboxes', title: 'Sandboxes', part: Sandboxes },
  { name: 'contract', title: 'Contract', part: Contract },
];
