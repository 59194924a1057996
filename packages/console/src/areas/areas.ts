import type { ComponentType } from 'preact';
import { ClockArea } from './clock-area.js';
import { FaultsArea } from './faults/faults-area.js';
import { JobsArea } from './jobs-area.js';
import { Overview } from './overview.js';
import { SandboxesArea } from './sandboxes/sandboxes-area.js';
import { SimulateArea } from './simulate-area.js';
import { TrafficArea } from './traffic/traffic-area.js';
import { WebhooksArea } from './webhooks/webhooks-area.js';

interface Area {
  readonly name: string;
  readonly title: string;
  readonly load: () => Promise<ComponentType>;
}

/** The areas in navigation order. Large areas are loaded as separate chunks. */
export const consoleAreas: readonly Area[] = [
  { name: 'overview', title: 'Overview', load: async () => Overview },
  { name: 'traffic', title: 'Traffic', load: async () => TrafficArea },
  { name: 'clock', title: 'Clock', load: async () => ClockArea },
  { name: 'jobs', title: 'Jobs', load: async () => JobsArea },
  { name: 'webhooks', title: 'Webhooks', load: async () => WebhooksArea },
  { name: 'data', title: 'Data', load: async () => (await import('./data/data-area.js')).DataArea },
  { name: 'simulate', title: 'Simulate', load: async () => SimulateArea },
  { name: 'faults', title: 'Faults', load: async () => FaultsArea },
  { name: 'sandboxes', title: 'Sandboxes', load: async () => SandboxesArea },
  { name: 'learning', title: 'Learning', load: async () => (await import('./learning/learning-area.js')).LearningArea },
  { name: 'apis', title: 'APIs & tests', load: async () => (await import('./apis/apis-area.js')).ApisArea },
];
