import type { Highs } from 'highs';
import { type ModelDraft, unitsPerCost } from './model-draft.js';

export interface ModelRun {
  /** The grid of the best solution, undefined when none was found. */
  readonly grid: Uint16Array | undefined;
  readonly optimal: boolean;
  /** What the best solution costs in the programme, in units of the score. */
  readonly cost: number;
  /** By how much any solution may cost less than the best found at most, in units of the score. */
  readonly gap: number;
  readonly work: number;
}

export interface ModelLimits {
  /** Steps of the simplex method: the same on every machine. */
  readonly work: number;
  /** Time that the library itself keeps an eye on where it does not ask; only with a real clock. */
  readonly seconds: number | undefined;
  readonly seed: number;
  /** A roster that costs no more than this much above the best is not looked for. */
  readonly gap: number;
  shouldStop(): boolean;
  onGrid(grid: Uint16Array): void;
}

/** Solves a programme, beginning with the roster it was made from; blocks its thread until it ends or is stopped. */
export function solveModel(highs: Highs, draft: ModelDraft, limits: ModelLimits): ModelRun {
  const { callbackType, modelStatus } = highs.constants;
  const model = highs.createModel(draft.model.data());
  let bound = Number.NEGATIVE_INFINITY;
  let work = 0;
  try {
    model.options.set({
      output_flag: false,
      random_seed: limits.seed,
      mip_rel_gap: 0,
      mip_abs_gap: limits.gap,
      mip_feasibility_tolerance: 1e-7,
    });
    if (limits.seconds !== undefined) model.options.set('time_limit', limits.seconds);
    model.setSolution(draft.valuesOf(draft.grid));
    model.run({
      [callbackType.mipInterrupt](event) {
        bound = Math.max(bound, event.data.mip_dual_bound ?? bound);
        work = Number(event.data.mip_total_lp_iterations ?? 0n);
        if (work > limits.work || limits.shouldStop()) event.interrupt();
      },
      [callbackType.mipImprovingSolution](event) {
        const values = event.data.mip_solution;
        if (values !== undefined) limits.onGrid(draft.gridOf(values));
      },
    });
    const status = model.getModelStatus();
    const optimal = status === modelStatus.optimal;
    const { colValue } = model.getSolution();
    const found = Number(model.info.get('primal_solution_status')) === 2;
    const objective = model.getObjectiveValue();
    return {
      grid: found ? draft.gridOf(colValue) : undefined,
      optimal,
      cost: objective * unitsPerCost,
      gap: optimal ? 0 : (objective - bound) * unitsPerCost,
      work,
    };
  } finally {
    model.dispose();
  }
}
