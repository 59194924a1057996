import type { components } from './generated/types.js';

type Schemas = components['schemas'];

/**
 * The behavior of a described API: a document that follows the schema printed by `understudy generate schema model`.
 */
export type BehaviorModel = Schemas['BehaviorModel'];
export type ResourceStatement = Schemas['Resource'];
export type MemberStatement = Schemas['Member'];
export type LifecycleStatement = Schemas['Lifecycle'];
export type TransitionStatement = Schemas['Transition'];
export type OperationStatement = Schemas['Operation'];
export type ResponseStatement = Schemas['Response'];
export type PageStatement = Schemas['Page'];
export type ErrorStatement = Schemas['Error'];
export type Reason = Schemas['Reason'];
export type EventsStatement = Schemas['Events'];
export type SeedStatement = Schemas['Seed'];
export type LoginStatement = Schemas['Login'];
export type HttpStatement = Schemas['Http'];

/** The effects. An operation has at most one of them. Without one, the response comes from the description. */
export const effectNames = [
  'list',
  'create',
  'read',
  'replace',
  'update',
  'delete',
  'act',
  'add',
  'remove',
  'restore',
  'file',
  'login',
] as const satisfies readonly (keyof OperationStatement)[];

export type EffectName = (typeof effectNames)[number];

/**
 * The effect of an operation, and the resource that it works on. `add` and `remove` also name a list, which is
 * separate.
 */
export function effectOf(
  operation: OperationStatement,
): { readonly does: EffectName; readonly resource: string; readonly part?: string } | undefined {
  for (const does of effectNames) {
    const target = operation[does];
    if (target === undefined) continue;
    const [, resource = target, part] = /^(.+?)\.([^.]+(?:\.[^.]+)*)\[\]$/.exec(target) ?? [];
    return part === undefined ? { does, resource } : { does, resource, part };
  }
  return undefined;
}

/** Returns the names in a statement, which is a single name or a list of names. */
export function namesOf(given: string | readonly string[] | undefined): readonly string[] {
  return given === undefined ? [] : typeof given === 'string' ? [given] : given;
}
