import { ContractError, isObject, stringifyJson, suggestName } from '@understudy/contract';
import type { WebhookPolicy } from '@understudy/kernel';
import { areTexts, conventionRules, type HttpConventions, type MemberRule } from './conventions.js';
import { isSeed, isSeedData, type SeedSpec } from './seed-spec.js';
import { describeInvalidPolicy } from './webhook-direction.js';

/** The `x-understudy` of an operation, a path or a schema. It overrides the inferred values. */
export interface UnderstudyExtension extends HttpConventions {
  /** The effect of an operation. `answer` excludes it from the resource. */
  readonly does?: 'list' | 'create' | 'read' | 'replace' | 'update' | 'delete' | 'act' | 'answer';
  /** The verb of an operation that acts, such as `cancel`. Default: the last part of its path. */
  readonly action?: string;
  /** Members that the operation changes, with dots in depth, and their values. */
  readonly sets?: Readonly<Record<string, unknown>>;
  /** The location of the entity's key in a request. Default: the last parameter of its path. */
  readonly keyFrom?: { readonly in: 'path' | 'query' | 'body' | 'literal'; readonly name: string };
  /** Name of the collection. Operations with the same name share it. */
  readonly collection?: string;
  /** The property that identifies an entity. */
  readonly key?: string;
  /** State changes of a new entity without a request: a property, and its value after each duration. */
  readonly states?: {
    readonly property: string;
    readonly steps: readonly { readonly after: string; readonly value: unknown }[];
  };
  /** Webhooks of the document to send when the operation succeeds. */
  readonly sends?: readonly string[];
  /** The seed of a collection, or on the description those of several. */
  readonly seed?: number | readonly unknown[] | SeedSpec;
  /** The delivery of its webhooks. Omitted members have their defaults. */
  readonly webhookPolicy?: Partial<WebhookPolicy>;
}

const text = (allowed: string): MemberRule => ({ fits: (value) => typeof value === 'string' && value !== '', allowed });
const effects = ['list', 'create', 'read', 'replace', 'update', 'delete', 'act', 'answer'];
const places = ['path', 'query', 'body', 'literal'];

const members: Readonly<Record<keyof UnderstudyExtension, MemberRule>> = {
  ...conventionRules,
  does: {
    fits: (value) => effects.includes(String(value)),
    allowed: 'list, create, read, replace, update, delete, act or answer',
  },
  action: text('a verb'),
  sets: { fits: isObject, allowed: 'an object of members and values' },
  keyFrom: {
    fits: (value) => isObject(value) && places.includes(String(value.in)) && typeof value.name === 'string',
    allowed: '{in: path, query, body or literal, name}',
  },
  collection: text('a name'),
  key: text('the name of a property'),
  states: { fits: areStates, allowed: '{property, steps: [{after: <ISO 8601 duration>, value}]}' },
  sends: { fits: areTexts, allowed: 'a list of names' },
  seed: { fits: (value) => isSeed(value) || isSeedData(value), allowed: 'a list of records, or how many to generate' },
  webhookPolicy: { fits: isObject, allowed: 'an object' },
};

function areStates(value: unknown): boolean {
  if (!isObject(value) || typeof value.property !== 'string' || !Array.isArray(value.steps)) return false;
  return value.steps.every((step) => isObject(step) && /^P(?!$)/.test(String(step.after)) && 'value' in step);
}

/**
 * Reads `x-understudy`.
 *
 * @param where location for the error
 * @param names the known members
 * @throws ContractError for an unknown member or an invalid value
 */
export function readUnderstudyExtension(
  value: unknown,
  where: string,
  names: readonly string[] = Object.keys(members),
): UnderstudyExtension {
  if (value === undefined) return {};
  const refuse = (problem: string) => {
    const message = `x-understudy of ${where}: ${problem}`;
    return new ContractError([{ ruleId: 'description/x-understudy', severity: 'error', message, pointer: '' }]);
  };
  if (!isObject(value)) throw refuse('it must be an object');
  for (const [name, given] of Object.entries(value)) {
    const member = names.includes(name) ? members[name as keyof UnderstudyExtension] : undefined;
    if (member === undefined)
      throw refuse(`unknown member "${name}"; available: ${names.join(', ')}.${suggestName(name, names)}`);
    const why = name === 'webhookPolicy' ? describeInvalidPolicy(given) : undefined;
    if (why !== undefined) throw refuse(why);
    if (!member.fits(given)) throw refuse(`${name} must be ${member.allowed}, but is ${stringifyJson(given)}`);
  }
  return value;
}
