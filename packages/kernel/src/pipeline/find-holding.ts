import { type RequestFacts, readRuleBody } from '../faults/matches-fault.js';
import type { ConditionedRequest } from '../faults/template-renderer.js';
import type { Simulator } from '../simulator.js';
import { runUnit } from '../unit/run-unit.js';
import { monotonicNowMs } from '../wall-clock.js';
import type { ReceivedState } from './request-state.js';

/** Time limit in milliseconds for all conditions of a request. Each also has a budget of steps. */
const timeoutMs = 50;

const none: ReadonlySet<string> = new Set();

/** An API that evaluates expressions on a request: its own, or the only such API for a request without an operation. */
export function findEvaluator({ simulator, server }: ReceivedState): Simulator | undefined {
  if (simulator.compileCondition !== undefined) return simulator;
  const others = [...server.simulators.values()].filter(({ compileCondition }) => compileCondition !== undefined);
  return others.length === 1 ? others[0] : undefined;
}

/** Returns a request as expressions see it. */
export function readConditioned(state: ReceivedState, facts: RequestFacts): ConditionedRequest {
  const { value, text } = readRuleBody(facts);
  const { method, path, query, headers } = facts;
  return {
    path: state.pathParameters,
    query: Object.fromEntries(new URLSearchParams(query)),
    headers,
    body: value,
    request: { method, path, url: query === '' ? path : `${path}?${query}`, text },
  };
}

/** Finds the conditions of fault rules that hold for a request. */
export async function findHolding(state: ReceivedState, facts: RequestFacts): Promise<ReadonlySet<string>> {
  const texts = state.sandbox.faults.conditionsFor(facts);
  const simulator = texts.size === 0 ? undefined : findEvaluator(state);
  const compile = simulator?.compileCondition;
  if (simulator === undefined || compile === undefined) return none;
  const { sandbox, recorder } = state;
  const request = readConditioned(state, facts);
  const holding = new Set<string>();
  const until = monotonicNowMs() + timeoutMs;
  await runUnit({ sandbox, api: simulator.name, cause: null }, async (unit) => {
    holding.clear();
    for (const text of texts) {
      if (monotonicNowMs() > until) {
        recorder.note('The conditions of fault rules took too long; some were skipped.');
        return;
      }
      try {
        if ((await compile(text)(request, unit)) === true) holding.add(text);
      } catch (error) {
        // The API can have changed since the rule was set.
        recorder.note(`The condition ${text} of a fault rule does not apply: ${String(error)}`);
      }
    }
  });
  return holding;
}
