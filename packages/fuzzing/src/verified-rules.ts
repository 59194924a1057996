import type { Operation } from '@understudy/contract';
import type { Rejection } from './check-response.js';
import type { FuzzFinding, Judged } from './judge-request.js';

/**
 * Rules about members and headers that a server can overlook by mistake. Servers convert types, formats are
 * annotations, and texts are often stored whatever their length: that is a mistake if another length is verified, or if
 * the response shows a text that its own schema forbids.
 */
const kinds: readonly { readonly rule: RegExp; readonly isOptional?: true }[] = [
  { rule: /^request\/(?:body-(?:required|enum|minimum|maximum|pattern)|required-header)$/ },
  { rule: /^request\/body-min-length$/, isOptional: true },
  { rule: /^request\/body-max-length$/, isOptional: true },
];

/** The rules that a server verifies before one that it overlooks counts as a mistake, and one that its response breaks too. */
const leastVerified = 10;
const leastShown = 5;

/** Rules of a description with which a server validates requests, and the members whose rules it overlooks. */
export class VerifiedRules {
  readonly #all = new Set<string>();
  readonly #kinds = kinds.map((kind) => ({ ...kind, verified: new Set<string>(), overlooked: new Set<string>() }));

  /** Notes how a server handles an invalid request. */
  note({ operationId }: Pick<Operation, 'operationId'>, { refusal, isRefused, answer }: Judged): void {
    const kind = this.#kindOf(refusal);
    if (kind === undefined || answer === undefined || answer.status === 409 || answer.status === 404) return;
    const { pointer = '', ruleId } = refusal ?? {};
    if (isRefused !== true) kind.overlooked.add(pointer);
    else for (const verified of [this.#all, kind.verified]) verified.add(`${operationId} ${pointer} ${ruleId}`);
  }

  /** True if a server that verifies the rules of all other members overlooks one, so that it cannot be intended. */
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

  /** Values deep inside are often stored as they are, except for the members of items. */
  #kindOf({ ruleId = '', pointer = '' }: Partial<Rejection> = {}) {
    const isOfItem = /\/\d+\/[^/]+$/.test(pointer);
    return pointer.split('/').length > (isOfItem ? 5 : 3)
      ? undefined
      : this.#kinds.find(({ rule }) => rule.test(ruleId));
  }
}
