import type { Operation } from '@understudy/contract';
import type { Rejection } from './check-response.js';
import type { FuzzFinding, Judged } from './judge-request.js';

/**
 * Rules about members and headers that a server can overlook by mistake. Servers convert types, formats are
 * annotations, and strings are often stored regardless of length. That is a mistake only if another length is verified,
 * or if the response contains a string that its own schema forbids.
 */
const kinds: readonly { readonly rule: RegExp; readonly isOptional?: true }[] = [
  { rule: /^request\/(?:body-(?:required|enum|minimum|maximum|pattern)|required-header)$/ },
  { rule: /^request\/body-min-length$/, isOptional: true },
  { rule: /^request\/body-max-length$/, isOptional: true },
];

/**
 * Number of verified rules from which an overlooked rule counts as a mistake, and number if the response also violates
 * it.
 */
const leastVerified = 10;
const leastShown = 5;

/** Rules of a description with which a server validates requests, and the members whose rules it overlooks. */
export class VerifiedRules {
  readonly #all = new Set<string>();
  readonly #kinds = kinds.map((kind) => ({ ...kind, verified: new Set<string>(), overlooked: new Set<string>() }));

  /** Records how a server handles an invalid request. */
  note({ operationId }: Pick<Operation, 'operationId'>, { refusal, isRefused, answer }: Judged): void {
    const kind = this.#kindOf(refusal);
    if (kind === undefined || answer === undefined || answer.status === 409 || answer.status === 404) return;
    const { pointer = '', ruleId } = refusal ?? {};
    if (isRefused !== true) kind.overlooked.add(pointer);
    else for (const verified of [this.#all, kind.verified]) verified.add(`${operationId} ${pointer} ${ruleId}`);
  }

  /** True if a server verifies the rules of all other members, so that overlooking this one is not intended. */
  isMistake({ violates, wrong = [] }: Pick<FuzzFinding, 'violates'> & Partial<Pick<FuzzFinding, 'wrong'>>): boolean {
    const kind = this.#kindOf(violates);
    if (kind === undefined) return false;
    const isOnly = this.#kinds.every((each) => each === kind || each.overlooked.size === 0);
    const [, ...more] = wrong;
    const name = violates?.pointer?.split('/').at(-1) ?? '';
    if (kind.isOptional && more.some((each) => each.includes(`/${name} `)) && isOnly && this.#all.size >= leastShown)
      return true;
    if (kind.overlooked.size !== 1) return false;
    return this.#all.size >= leastVerified && (kind.isOptional !== true || kind.verified.size > 0);
  }

  /**
   * Returns the kind of a rule. Ignores deeply nested values, which are often stored unchanged, except members of
   * items.
   */
  #kindOf({ ruleId = '', pointer = '' }: Partial<Rejection> = {}) {
    const isOfItem = /\/\d+\/[^/]+$/.test(pointer);
    return pointer.split('/').length > (isOfItem ? 5 : 3)
      ? undefined
      : this.#kinds.find(({ rule }) => rule.test(ruleId));
  }
}
