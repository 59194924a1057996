import {
  checkSolverDuties,
  compileInstance,
  createSolver,
  type Incumbent,
  type Instance,
  readJobDefinition,
  type Score,
  type Solution,
} from '@understudy/engine-rostering';
import type { BenchDefinition } from '@understudy/engine-rostering/testing';

interface RunOptions {
  readonly seconds?: number;
  readonly seed?: number;
  readonly iterations?: number;
  /** Milliseconds after which the run is stopped. */
  readonly stopAfter?: number;
  /** Whose seconds cut a run short that takes too long for its limit; those of CPU time do not on a busy machine. */
  readonly clock?: 'wall' | 'cpu' | 'none';
}

/** A run; times in milliseconds. */
export interface Run {
  readonly instance: Instance;
  readonly solution: Solution;
  readonly incumbents: (Pick<Incumbent, 'score' | 'roster'> & { readonly at: number })[];
  readonly wall: number;
  readonly cpu: number;
  /** The longest time between two questions whether to stop. */
  readonly largestPause: number;
  /** From the answer that stopped the run to its end. */
  readonly stopDelay: number;
  readonly broken: string[];
  readonly neverWorse: boolean;
}

/** Solves a definition and notes when each incumbent came. */
export async function runSolver(
  definition: BenchDefinition,
  { seconds, seed, iterations, stopAfter, clock = 'wall' }: RunOptions = {},
): Promise<Run> {
  const job = seconds === undefined ? definition : timed(definition, seconds);
  const cpu = process.cpuUsage();
  const began = performance.now();
  const instance = compileInstance(readJobDefinition(job));
  const incumbents: Run['incumbents'] = [];
  let largestPause = 0;
  let asked = performance.now();
  let stopAt: number | undefined;
  const solution = await createSolver(instance, {
    ...(seed === undefined ? {} : { seed }),
    ...(seconds === undefined || clock === 'none' ? {} : { now: clock === 'cpu' ? cpuTime : () => performance.now() }),
    ...(iterations === undefined ? {} : { iterations }),
    shouldStop: () => {
      const now = performance.now();
      largestPause = Math.max(largestPause, now - asked);
      asked = now;
      const stop = stopAfter !== undefined && now - began >= stopAfter;
      if (stop) stopAt ??= now;
      return stop;
    },
    onIncumbent: ({ score, roster }) => {
      incumbents.push({ at: performance.now() - began, score, roster });
    },
  }).run();
  const { user, system } = process.cpuUsage(cpu);
  return {
    instance,
    solution,
    incumbents,
    wall: performance.now() - began,
    cpu: (user + system) / 1000,
    largestPause,
    stopDelay: stopAt === undefined ? 0 : performance.now() - stopAt,
    broken: incumbents.flatMap(({ roster }) => checkSolverDuties(instance, roster)),
    neverWorse: incumbents.every(({ score }, index) => {
      const before = incumbents[index - 1]?.score;
      return (
        before === undefined || score.hard < before.hard || (score.hard === before.hard && score.soft < before.soft)
      );
    }),
  };
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function timed(definition: BenchDefinition, seconds: number) {
  return {
    ...definition,
    configuration: {
      ...definition.configuration,
      timeLimitSeconds: seconds,
      unimprovedTimeLimitSeconds: seconds,
    },
  };
}

/** Share of the minimum demand that is covered, in heads. */
export function minimumCovered(instance: Instance, score: Score): number {
  const wanted = instance.cells.min.reduce((sum, min) => sum + min, 0);
  return wanted === 0 ? 1 : 1 - score.missing / 60 / wanted;
}
