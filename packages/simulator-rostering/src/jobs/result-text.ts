import { buildResult } from '@understudy/engine-rostering';
import { compileRoster, type RosterWork } from '../compile-definition.js';

export interface ResultWork extends RosterWork {
  readonly fullSchedule: boolean;
}

export function resultText({ fullSchedule, ...work }: ResultWork): string {
  const { instance, roster } = compileRoster(work);
  return JSON.stringify(buildResult(instance, roster, { fullSchedule }));
}
