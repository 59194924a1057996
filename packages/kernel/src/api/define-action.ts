import { compileSchema, type Finding, joinPointer, suggestName } from '@understudy/contract';
import type { ActionContext, ApiAction } from '../simulator.js';
import type { ActionInput, InputSchema } from './input-schema.js';

export interface ActionDefinition<Schema extends InputSchema> {
  /** One-line summary for lists of actions. */
  readonly summary: string;
  /** Label of the button that runs the action with its default input, such as `An invoice arrives`. */
  readonly suggestion?: string;
  /** JSON Schema of the input of `run`, with defaults. */
  readonly input: Schema;
  /** @returns findings that no schema can express, such as an unknown id; otherwise the response */
  run(input: ActionInput<Schema>, context: ActionContext): Promise<Finding[] | Record<string, unknown>>;
}

/**
 * Declares an action that happens outside an API, such as signing a contract on paper.
 *
 * @example
 * const acceptIntegration = defineAction({
 *   summary: 'Accepts the integration request of a client',
 *   input: { type: 'object', required: ['clientId'], properties: { clientId: { type: 'string' } } },
 *   async run({ clientId }, { scopes }) {
 *     const client = await scopes.shared.collection(clients).get(clientId);
 *     if (client === undefined) return mustBe('clientId', 'the id of a registered client');
 *     ...
 *   },
 * });
 */
export function defineAction<const Schema extends InputSchema>(
  definition: ActionDefinition<Schema>,
): ApiAction & { readonly input: Schema } {
  const { summary, suggestion, input: schema } = definition;
  const { type, required = [], properties } = schema;
  const differences = compileSchema({ type, required, properties }, 'request/');
  return {
    summary,
    suggestion,
    input: schema,
    check: (input) => [...unknownMembers(input, Object.keys(properties)), ...differences(input, '/body')],
    // The input has already been checked.
    run: (input, context) => definition.run(input as ActionInput<Schema>, context),
  };
}

/** Creates the finding for an invalid member. @param allowed the end of "must be ..." */
export function createMustBeFinding(member: string, allowed: string): Finding[] {
  return [createInputFinding(member, `/body/${member} must be ${allowed}`)];
}

export function createInputFinding(member: string, message: string): Finding {
  return { ruleId: 'request/value', severity: 'error', message, pointer: `/body/${member}` };
}

function unknownMembers(input: Readonly<Record<string, unknown>>, members: readonly string[]): Finding[] {
  return Object.keys(input)
    .filter((name) => !members.includes(name))
    .map((name) => {
      const pointer = joinPointer('/body', name);
      const message = `${pointer} is not an input of this action, which accepts ${members.join(', ')}.${suggestName(name, members)}`;
      return { ruleId: 'request/unknown-member', severity: 'error', message, pointer };
    });
}
