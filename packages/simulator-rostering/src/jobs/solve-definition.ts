import { createSolver, type Incumbent, toPublishedScore } from '@understudy/engine-rostering';
import type { ProgressChannel } from '@understudy/kernel';
import { compileDefinition } from '../compile-definition.js';
import type { FoundRoster } from '../entities.js';
import { manualClockBudget, reportIntervalMs } from '../policies.js';
import { packRoster } from './pack-roster.js';

export interface SolveWork {
  readonly definition: string;
  /** True if the clock is manual, so that moves are counted instead of time. */
  readonly manual: boolean;
  /** The best roster that a restored snapshot contains. Worse rosters are not reported. */
  readonly known?: FoundRoster;
}

/** Builds a roster and improves it until a limit, the optimum or a stop. Reports each better one. */
export async function solveDefinition(work: SolveWork, line: ProgressChannel<FoundRoster>): Promise<FoundRoster> {
  const instance = compileDefinition(work.definition);
  const { timeLimitSeconds } = instance.job.configuration;
  const teller = new Teller(line, work.manual ? Number.POSITIVE_INFINITY : reportIntervalMs, work.known);
  const budget = work.manual
    ? { iterations: Math.min(timeLimitSeconds * manualClockBudget.movesPerSecond, manualClockBudget.most) }
    : { now: () => line.elapsed() };
  const solver = createSolver(instance, {
    ...budget,
    onIncumbent: (incumbent) => teller.offer(incumbent),
    shouldStop: () => {
      teller.flush();
      return line.shouldStop();
    },
  });
  const solution = await solver.run();
  teller.finish(solution);
  return teller.best ?? present(solution);
}

/** Reports improved rosters, but no more often than the given interval. */
class Teller {
  best: FoundRoster | undefined;
  readonly #line: ProgressChannel<FoundRoster>;
  readonly #every: number;
  #toldAt = Number.NEGATIVE_INFINITY;
  #waiting: Incumbent | undefined;

  constructor(line: ProgressChannel<FoundRoster>, every: number, known: FoundRoster | undefined) {
    this.#line = line;
    this.#every = every;
    this.best = known;
    if (known !== undefined) line.report(known);
  }

  offer(incumbent: Incumbent): void {
    this.#waiting = incumbent;
    this.flush();
  }

  /** Reports the final roster immediately. */
  finish(solution: Incumbent): void {
    this.#toldAt = Number.NEGATIVE_INFINITY;
    this.offer(solution);
  }

  /** Reports the pending roster once the interval has passed. */
  flush(): void {
    const incumbent = this.#waiting;
    if (incumbent === undefined) return;
    const { hard, soft } = toPublishedScore(incumbent.score);
    if (
      this.best !== undefined &&
      (hard < this.best.score.hard || (hard === this.best.score.hard && soft <= this.best.score.soft))
    ) {
      this.#waiting = undefined;
      return;
    }
    const now = this.#line.elapsed();
    if (now - this.#toldAt < this.#every) return;
    this.#toldAt = now;
    this.#waiting = undefined;
    this.best = present(incumbent);
    this.#line.report(this.best);
  }
}

function present({ roster, score }: Incumbent): FoundRoster {
  return { roster: packRoster(roster), score: toPublishedScore(score) };
}
