import { lostBy } from './keep.js';
import { Decided, type Known } from './known.js';

/**
 * One step of the line: takes what is known of a request and returns what is known after it, or what the request is
 * answered. Most steps have nothing to wait for, and waiting for nothing costs as much as the step itself.
 */
export type Step<In extends Known, Out extends Known> = (known: In) => Out | Decided | Promise<Out | Decided>;

/** Steps one after another. The first one that decides what a request is answered ends it. */
export class Line<In extends Known, Out extends Known> {
  /** Never throws: an accident is answered by the API's own internal error. */
  private readonly run: Step<In, Out>;

  private constructor(run: Step<In, Out>) {
    this.run = run;
  }

  static from<In extends Known, Out extends Known>(first: Step<In, Out>): Line<In, Out> {
    return new Line(guarded(first));
  }

  /** The line with its last step, which decides what no step before it has decided. */
  end(step: Step<Out, never>): Step<In, never> {
    return this.to<never>(step).run;
  }

  /** The same line with a step more at its end. */
  to<Next extends Known>(step: Step<Out, Next>): Line<In, Next> {
    const { run } = this;
    const next = guarded(step);
    const goOn = (known: Out | Decided) => (known instanceof Decided ? known : next(known));
    return new Line((known) => {
      const reached = run(known);
      return reached instanceof Promise ? reached.then(goOn) : goOn(reached);
    });
  }
}

function guarded<In extends Known, Out extends Known>(step: Step<In, Out>): Step<In, Out> {
  const fail = (known: In, error: unknown) => {
    const lost = lostBy(known, error);
    if (lost !== undefined) return lost;
    known.world.onDefect(error, `${step.name} of ${known.request.method} ${known.path}`);
    return new Decided(known, known.simulator.refusals.internal());
  };
  return (known) => {
    try {
      const reached = step(known);
      return reached instanceof Promise ? reached.catch((error: unknown) => fail(known, error)) : reached;
    } catch (error) {
      return fail(known, error);
    }
  };
}
