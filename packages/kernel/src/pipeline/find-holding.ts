import { type RequestFacts, readRuleBody } from '../faults/matches-fault.js';
import { runUnit } from '../unit/run-unit.js';
import { monotonicNowMs } from '../wall-clock.js';
import type { MatchedState } from './request-state.js';

/** Time limit in milliseconds for all conditions of a request. Each also has a budget of steps. */
const timeoutMs = 50;

const none: ReadonlySet<string> = new Set();

/** Finds the conditions of fault rules that hold for a request to an API from a description. */
export async function findHolding(state: MatchedState, facts: RequestFacts): Promise<ReadonlySet<string>> {
  const { sandbox, simulator, pathParameters, recorder } = state;
  const texts = sandbox.faults.conditionsFor(facts);
  if (texts.size === 0 || simulator.compileCondition === undefined) return none;
  const request = {
    path: pathParameters,
    query: Object.fromEntries(new URLSearchParams(facts.query)),
    headers: facts.headers,
    body: readRuleBody(facts),
  };
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
        if ((await simulator.compileCondition?.(text)(request, unit)) === true) holding.add(text);
      } catch (error) {
        // The API can have changed since the rule was set.
        recorder.note(`The condition ${text} of a fault rule does not apply: ${String(error)}`);
      }
    }
  });
  return holding;
}
