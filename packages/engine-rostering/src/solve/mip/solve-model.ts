import type { Highs } from 'highs';
import { type ModelDraft, unitsPerCost } from './model-draft.js';

interface ModelLimits {
  /** The most steps of the simplex method; a limit that is the same on every machine. */
  readonly steps: number;
  readonly seed: number;
  /** A roster that costs no more than this much above the best is not looked for. */
  readonly gap: number;
  /** @param steps done so far */
  shouldStop(steps: number): boolean;
  onGrid(grid: Uint16Array): void;
}

/** Solves a program, starting from its original roster. Blocks its thread until it finishes or is stopped. */
export function solveModel(highs: Highs, draft: ModelDraft, limits: ModelLimits) {
  const { callbackType, modelStatus } = highs.constants;
  const model = highs.createModel(draft.model.data());
  let bound = Number.NEGATIVE_INFINITY;
  let steps = 0;
  try {
    model.options.set({
      output_flag: false,
      random_seed: limits.seed,
      mip_rel_gap: 0,
      mip_abs_gap: limits.gap,
      mip_feasibility_tolerance: 1e-7,
    });
    model.setSolution(draft.valuesOf(draft.grid));
    model.run({
      [callbackType.mipInterrupt](event) {
        bound = Math.max(bound, event.data.mip_dual_bound ?? bound);
        steps = Number(event.data.mip_total_lp_iterations ?? 0n);
        if (steps > limits.steps || limits.shouldStop(steps)) event.interrupt();
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
      gap: optimal ? 0 : (objective - bound) * unitsPerCost,
      steps,
    };
  } finally {
    model.dispose();
  }
}
