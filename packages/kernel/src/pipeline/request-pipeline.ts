import { toDurabilityOutcome } from './await-durability.js';
import { PipelineOutcome, type RequestState } from './request-state.js';

/**
 * A pipeline step. It returns the request state with additional facts, or the outcome. Most steps are synchronous,
 * because an unnecessary `await` costs as much as a step.
 */
type Step<In extends RequestState, Out extends RequestState> = (
  state: In,
) => Out | PipelineOutcome | Promise<Out | PipelineOutcome>;

export class RequestPipeline<In extends RequestState, Out extends RequestState> {
  /** Runs the steps. Never throws: a defect results in the API's internal error. */
  private readonly run: Step<In, Out>;

  private constructor(run: Step<In, Out>) {
    this.run = run;
  }

  static from<In extends RequestState, Out extends RequestState>(first: Step<In, Out>): RequestPipeline<In, Out> {
    return new RequestPipeline(guarded(first));
  }

  /** Adds the last step, which always returns an outcome. */
  end(step: Step<Out, never>): Step<In, never> {
    return this.to<never>(step).run;
  }

  to<Next extends RequestState>(step: Step<Out, Next>): RequestPipeline<In, Next> {
    const { run } = this;
    const next = guarded(step);
    const goOn = (state: Out | PipelineOutcome) => (state instanceof PipelineOutcome ? state : next(state));
    return new RequestPipeline((state) => {
      const reached = run(state);
      return reached instanceof Promise ? reached.then(goOn) : goOn(reached);
    });
  }
}

function guarded<In extends RequestState, Out extends RequestState>(step: Step<In, Out>): Step<In, Out> {
  const fail = (state: In, error: unknown) => {
    const lost = toDurabilityOutcome(state, error);
    if (lost !== undefined) return lost;
    state.server.onDefect(error, `${step.name} of ${state.request.method} ${state.path}`);
    return new PipelineOutcome(state, state.simulator.refusals.internal());
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
