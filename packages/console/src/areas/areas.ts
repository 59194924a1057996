import type { ComponentType } from 'preact';
import { ApisArea } from './apis/apis-area';
import { ClockArea } from './clock/clock-area.js';
import { DataArea } from './data/data-area.js';
import { FaultsArea } from './faults/faults-area';
import { JobsArea } from './jobs/jobs-area.js';
import { SandboxesArea } from './sandboxes/sandboxes-area.js';
import { SimulateArea } from './simulate/simulate-area';
import { TrafficArea } from './traffic/traffic-area.js';
import { WebhooksArea } from './webhooks/webhooks-area.js';

/** The areas in navigation order. */
export const consoleAreas: ReadonlyArray<{
  readonly name: string;
  readonly title: string;
  readonly part: ComponentType;
}> = [
  { name: 'traffic', title: 'Traffic', part: TrafficArea },
  { name: 'clock', title: 'Clock', part: ClockArea },
  { name: 'jobs', title: 'Jobs', part: JobsArea },
  { name: 'webhooks', title: 'Webhooks', part: WebhooksArea },
  { name: 'data', title: 'Data', part: DataArea },
  { name: 'simulate', title: 'Simulate', part: SimulateArea },
  { name: 'faults', title: 'Faults', part: FaultsArea },
  { name: 'sandboxes', title: 'Sandboxes', part: SandboxesArea },
  { name: 'apis', title: 'APIs & tests', part: ApisArea },
];
