import type { PlannedRequest } from '@understudy/described';
import type { OperationPlan } from '@understudy/model';
import type { GeneratedRequest } from '../generated-request.js';

/** The credentials of a request: those of the caller, none, changed ones, or those of another tenant. */
export type Access = 'own' | 'none' | 'changed' | 'other';

/** Returns headers or query parameters with credentials, or their replacements for this access. */
export function credentialPairs(access: Access, values: Readonly<Record<string, string>> = {}): [string, string][] {
  if (access === 'none') return [];
  const spoil = (value: string) => `${value.slice(0, -2)}${value.endsWith('A') ? 'BB' : 'AA'}`;
  return Object.entries(values).map(([name, value]) => [name, access === 'changed' ? spoil(value) : value]);
}

/** One request of a sequence with its response. */
export interface StateStep {
  readonly planned: PlannedRequest;
  readonly request: GeneratedRequest;
  readonly access: Access;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** True if it was sent concurrently with the adjacent steps. */
  readonly isConcurrent: boolean;
  /** The method that replaces the operation's method. */
  readonly method?: string | undefined;
}

export interface CreatedEntity {
  readonly creates: OperationPlan;
  readonly key: unknown;
  readonly step: StateStep;
  /** The sent body, and the entity in it. */
  readonly body: unknown;
  readonly entity: Readonly<Record<string, unknown>>;
}

/** A violated property, with the step that shows it. */
export interface Violation {
  readonly step: StateStep;
  readonly says: string;
  /** The condition that the step should satisfy. */
  readonly expected: Expectation;
  /** True if received events show it instead of a response. */
  readonly isReceived?: boolean;
}

/** A comparison that at least one of several parts of a response must satisfy. */
export interface Expectation {
  /** Arazzo expressions. */
  readonly parts: readonly string[];
  readonly operator: '==' | '!=' | '>=';
  readonly value: unknown;
}

/** Ends a sequence with the errors of a single response. */
export class WrongResponse extends Error {
  constructor(
    readonly step: StateStep,
    readonly wrong: readonly string[],
  ) {
    super(wrong[0]);
  }
}

/** Ends a sequence that needs an operation which the run must not call. */
export class ForbiddenOperation extends Error {}

/** Ends a sequence because the time has run out. */
export class OutOfTime extends Error {}
