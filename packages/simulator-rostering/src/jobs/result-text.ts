import { buildResult, createStartRoster } from '@understudy/engine-rostering';
import { compileDefinition } from '../compile-definition.js';
import { unpackRoster } from './pack-roster.js';

export interface ResultWork {
  readonly definition: string;
  /** The packed roster. Without one, the scheduled work only. */
  readonly roster?: string;
  readonly fullSchedule: boolean;
}

export function resultText({ definition, roster, fullSchedule }: ResultWork): string {
  const instance = compileDefinition(definition);
  const shifts = roster === undefined ? createStartRoster(instance) : unpackRoster(roster);
  return JSON.stringify(buildResult(instance, shifts, { fullSchedule }));
}
