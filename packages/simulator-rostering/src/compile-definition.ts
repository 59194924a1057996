import {
  compileInstance,
  createStartRoster,
  type RosteringInstance,
  readJobDefinition,
} from '@understudy/engine-rostering';
import { unpackRoster } from './jobs/pack-roster.js';

const most = 2;
const kept = new Map<string, RosteringInstance>();

/** Compiles a validated definition. The latest ones are cached, because clients poll the result of a job. */
export function compileDefinition(definition: string): RosteringInstance {
  const known = kept.get(definition);
  if (known !== undefined) return known;
  const instance = compileInstance(readJobDefinition(JSON.parse(stripByteOrderMark(definition))));
  const [oldest] = kept.keys();
  if (kept.size >= most && oldest !== undefined) kept.delete(oldest);
  kept.set(definition, instance);
  return instance;
}

/** A job's roster, as passed to worker threads. */
export interface RosterWork {
  readonly definition: string;
  /** The packed roster. If it is missing, only the scheduled work counts. */
  readonly roster?: string;
}

export function compileRoster({ definition, roster }: RosterWork) {
  const instance = compileDefinition(definition);
  return { instance, roster: roster === undefined ? createStartRoster(instance) : unpackRoster(roster) };
}

/** Removes the byte order mark, which JSON does not allow but some clients send. */
export function stripByteOrderMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}
