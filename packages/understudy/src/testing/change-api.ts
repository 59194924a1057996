import type { Simulator } from '@understudy/kernel';

export function changeApi(name: string, change: (simulator: Simulator) => Simulator) {
  return (simulator: Simulator) => (simulator.name === name ? change(simulator) : simulator);
}
