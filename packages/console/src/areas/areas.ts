import type { ComponentType } from 'preact';
import { ClockArea } from './clock/clock-area.js';
import { Sandboxes } from './sandboxes/sandboxes.js';
import { Traffic } from './traffic/traffic.js';

/** The areas in the order of the navigation. */
export const areas: ReadonlyArray<{
  readonly name: string;
  readonly title: string;
  readonly part: ComponentType;
}> = [
  { name: 'traffic', title: 'Traffic', part: Traffic },
  { name: 'clock', title: 'Clock', part: ClockArea },
  { name: 'sandboxes', title: 'Sandboxes', part: Sandboxes },
];
