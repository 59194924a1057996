import { ContractError, didYouMean, isObject } from '@understudy/contract';
import type { WebhookPolicy } from '@understudy/kernel';
import { type Conventions, conventionMembers } from './conventions.js';
import { describeInvalidPolicy } from './webhook-direction.js';

/** What `x-understudy` says about an operation, a path or a schema: it wins over what is inferred. */
export interface Directions extends Conventions {
  /** What an operation does; `answer` takes it out of the resource. */
  readonly does?: 'list' | 'create' | 'read' | 'replace' | 'update' | 'delete' | 'act' | 'answer';
  /** The verb of an operation that acts, such as `cancel`. Default: the last part of its path. */
  readonly action?: string;
  /** Members that the operation changes, with dots in depth, and their values. */
  readonly sets?: Readonly<Record<string, unknown>>;
  /** Where a request names its entity. Default: the last parameter of its path. */
  readonly keyFrom?: { readonly in: 'path' | 'query' | 'body' | 'literal'; readonly name: string };
  /** Name of the collection; operations that name the same one share it. */
  readonly collection?: string;
  /** The property that tells one from another. */
  readonly key?: string;
  /** What a new thing goes through without a request: a property, and what it becomes after a duration each. */
  readonly states?: {
    readonly property: string;
    readonly steps: readonly { readonly after: string; readonly value: unknown }[];
  };
  /** Webhooks of the document that are sent when the operation succeeds. */
  readonly sends?: readonly string[];
  /** How what it sends is delivered; what it leaves out is as it is else. */
  readonly webhookPolicy?: Partial<WebhookPolicy>;
}

const members: Readonly<Record<keyof Directions, { fits(value: unknown): boolean; allowed: string }>> = {
  ...conventionMembers,
  does: {
    fits: (value) => ['list', 'create', 'read', 'replace', 'update', 'delete', 'act', 'answer'].includes(String(value)),
    allowed: 'list, create, read, replace, update, delete, act or answer',
  },
  action: { fits: (value) => typeof value === 'string' && value !== '', allowed: 'a verb' },
  sets: { fits: isObject, allowed: 'an object of members and values' },
  keyFrom: {
    fits: (value) =>
      isObject(value) &&
      ['path', 'query', 'body', 'literal'].includes(String(value.in)) &&
      typeof value.name === 'string',
    allowed: '{in: path, query, body or literal, name}',
  },
  collection: { fits: (value) => typeof value === 'string' && value !== '', allowed: 'a name' },
  key: { fits: (value) => typeof value === 'string' && value !== '', allowed: 'the name of a property' },
  states: { fits: areStates, allowed: '{property, steps: [{after: <ISO 8601 duration>, value}]}' },
  sends: {
    fits: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
    allowed: 'a list of names',
  },
  webhookPolicy: { fits: isObject, allowed: 'an object' },
};

function areStates(value: unknown): boolean {
  if (!isObject(value) || typeof value.property !== 'string' || !Array.isArray(value.steps)) return false;
  return value.steps.every((step) => isObject(step) && /^P(?!$)/.test(String(step.after)) && 'value' in step);
}

/**
 * Reads `x-understudy`.
 *
 * @param where is said in the error
 * @param names the members that there are there
 * @throws ContractError for a member that there is not, or a value that it cannot have
 */
export function readDirections(
  value: unknown,
  where: string,
  names: readonly string[] = Object.keys(members),
): Directions {
  if (value === undefined) return {};
  const refuse = (message: string) =>
    new ContractError([
      {
        ruleId: 'description/x-understudy',
        severity: 'error',
        message: `x-understudy of ${where}: ${message}`,
        pointer: '',
      },
    ]);
  if (!isObject(value)) throw refuse('it must be an object');
  for (const [name, given] of Object.entries(value)) {
    const member = names.includes(name) ? members[name as keyof Directions] : undefined;
    if (member === undefined)
      throw refuse(`there is no "${name}"; there are ${names.join(', ')}.${didYouMean(name, names)}`);
    const why = name === 'webhookPolicy' ? describeInvalidPolicy(given) : undefined;
    if (why !== undefined) throw refuse(why);
    if (!member.fits(given)) throw refuse(`${name} must be ${member.allowed}, but is ${JSON.stringify(given)}`);
  }
  return value;
}
