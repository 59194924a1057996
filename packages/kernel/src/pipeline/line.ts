import { durabilityOutcome } from './await-durability.js';
import { Outcome, type RequestState } from './request-state.js';

/**
 * One step of the line: takes what is known of a request and returns what is known after it, or what the request is
 * answered. Most steps have nothing to wait for, and waiting for nothing costs as much as the step itself.
 */
export type Step<In extends RequestState, Out extends RequestState> = (
  state: In,
) => Out | Outcome | Promise<Out | Outcome>;

/** Steps one after another. The first one that decides what a request is answered ends it. */
export class Line<In extends RequestState, Out extends RequestState> {
  /** Never throws: an accident is answered by the API's own internal error. */
  private readonly run: Step<In, Out>;

  private constructor(run: Step<In, Out>) {
    this.run = run;
  }

  static from<In extends RequestState, Out extends RequestState>(first: Step<In, Out>): Line<In, Out> {
    return new Line(guarded(first));
  }

  /** The line with its last step, which decides what no step before it has decided. */
  end(step: Step<Out, never>): Step<In, never> {
    return this.to<never>(step).run;
  }

  /** The same line with a step more at its end. */
  to<Next extends RequestState>(step: Step<Out, Next>): Line<In, Next> {
    const { run } = this;
    const next = guarded(step);
    const goOn = (state: Out | Outcome) => (state instanceof Outcome ? state : next(state));
    return new Line((state) => {
      const reached = run(state);
      return reached instanceof Promise ? reached.then(goOn) : goOn(reached);
    });
  }
}

function guarded<In extends RequestState, Out extends RequestState>(step: Step<In, Out>): Step<In, Out> {
  const fail = (state: In, error: unknown) => {
    const lost = durabilityOutcome(state, error);
    if (lost !== undefined) return lost;
    state.world.onDefect(error, `${step.name} of ${state.request.method} ${state.path}`);
    return new Outcome(state, state.simulator.refusals.internal());
  };
  return (state) => {
    try {
      const reached = step(state);
      return reached instanceof Promise ? reached.catch((error: unknown) => fail(state, error)) : reached;
    } catch (error) {
      return fail(state, error);
    }
  };
}
