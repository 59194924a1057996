import { checkSolverDuties, compileInstance, createSolver, readJobDefinition } from '@understudy/engine-rostering';

/**
 * Solves a definition and notes when each incumbent came; times in milliseconds. With `cpu` the seconds are those of CPU
 * time, which a busy machine does not shorten.
 */
export async function runSolver(definition, { seconds, seed, iterations, stopAfter, cpu: onCpu = false } = {}) {
  const job = seconds === undefined ? definition : timed(definition, seconds);
  const cpu = process.cpuUsage();
  const began = performance.now();
  const instance = compileInstance(readJobDefinition(job));
  const incumbents = [];
  let largestPause = 0;
  let asked = performance.now();
  let stopAt;
  const solution = await createSolver(instance, {
    ...(seed === undefined ? {} : { seed }),
    ...(seconds === undefined ? {} : { now: onCpu ? cpuTime : () => performance.now() }),
    ...(iterations === undefined ? {} : { iterations }),
    shouldStop: () => {
      const now = performance.now();
      largestPause = Math.max(largestPause, now - asked);
      asked = now;
      const stop = stopAfter !== undefined && now - began >= stopAfter;
      if (stop) stopAt ??= now;
      return stop;
    },
    onIncumbent: ({ score, roster }) => incumbents.push({ at: performance.now() - began, score, roster }),
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

function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function timed(definition, seconds) {
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
export function minimumCovered(instance, score) {
  const wanted = instance.cells.min.reduce((sum, min) => sum + min, 0);
  return wanted === 0 ? 1 : 1 - score.missing / 60 / wanted;
}
