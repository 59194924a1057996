import type { FaultEffect, FaultRule, ResponseTemplate } from '../faults/fault-rule.js';
import { type RequestFacts, readTemplateParameters } from '../faults/matches-fault.js';
import type { ConditionedRequest } from '../faults/template-renderer.js';
import { runUnit } from '../unit/run-unit.js';
import { findEvaluator, readConditioned } from './find-holding.js';
import type { ReceivedState } from './request-state.js';

/** Returns the effect of a rule with the body and headers of its template. A failure is a 500 with the reason. */
export async function fillTemplate(
  state: ReceivedState,
  { effect, match }: FaultRule,
  facts: RequestFacts,
): Promise<FaultEffect> {
  const { template, body, headers = {}, ...rest } = effect;
  const { server, sandbox, recorder } = state;
  if (template === undefined || server.renderTemplate === undefined) return effect;
  const names = Object.keys(headers);
  const request = readConditioned(state, facts);
  const path = { ...request.path, ...readTemplateParameters(match.path ?? '', facts.path) };
  try {
    const { texts, status } = await server.renderTemplate({
      template: { ...template, data: await readData(state, request, template) },
      texts: [typeof body === 'string' ? body : '', ...Object.values(headers)],
      request: { ...request, path },
      origin: state.request.origin,
      now: sandbox.clock.now(),
      random: sandbox.random,
    });
    const [filled = '', ...values] = texts;
    const filledHeaders = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
    return { ...rest, body: filled, headers: filledHeaders, ...(status === undefined ? {} : { status }) };
  } catch (error) {
    const why = `The template of the rule cannot be filled: ${error instanceof Error ? error.message : String(error)}`;
    recorder.note(why);
    return { status: 500, body: why, headers: { 'content-type': 'text/plain' } };
  }
}

/** Evaluates the values of a template that begin with `=`. */
async function readData(
  state: ReceivedState,
  request: ConditionedRequest,
  { data = {} }: ResponseTemplate,
): Promise<Readonly<Record<string, unknown>>> {
  const simulator = findEvaluator(state);
  const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');
  if (simulator?.compileCondition === undefined || !Object.values(data).some(isExpression)) return data;
  const compile = simulator.compileCondition;
  return await runUnit({ sandbox: state.sandbox, api: simulator.name, cause: null }, async (unit) => {
    const values: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(data))
      values[name] = isExpression(value) ? await compile(String(value).slice(1))(request, unit) : value;
    return values;
  });
}
