import type { Operation } from '@understudy/contract';
import type { Rejection } from './check-response.js';
import type { FuzzFinding, Judged } from './judge-request.js';

/**
 * Rules of a description that a server can overlook by mistake. Servers convert types, formats are annotations, and
 * lists and texts are often stored whatever their length: those are mistakes if others of the kind are verified.
 */
const kinds: readonly { readonly rule: RegExp; readonly isOptional: boolean }[] = [
  { rule: /^request\/(?:body-(?:required|enum|minimum|maximum|pattern)|required-header)$/, isOptional: false },
  { rule: /^request\/body-(?:min|max)-length$/, isOptional: true },
  { rule: /^request\/body-(?:min|max)-items$/, isOptional: true },
];

/** The rules that a server verifies before one that it overlooks counts as a mistake. */
const leastVerified = 10;

/** Rules of a description with which a server validates requests, and the members whose rules it overlooks. */
export class VerifiedRules {
  readonly #all = new Set<string>();
  readonly #kinds = kinds.map((kind) => ({ ...kind, verified: new Set<string>(), overlooked: new Set<string>() }));

  /** Notes how a server handles an invalid request. */
  note({ operationId }: Pick<Operation, 'operationId'>, { refusal, isRefused, answer }: Judged): void {
    const kind = this.#kindOf(refusal);
    if (kind === undefined || answer === undefined || answer.status === 409) return;
    const member = String(refusal?.pointer).replaceAll(/\/\d+/g, '/*');
    if (isRefused !== true) kind.overlooked.add(member);
    else for (const verified of [this.#all, kind.verified]) verified.add(`${operationId} ${member} ${refusal?.ruleId}`);
  }

  /** True if a server that verifies the rules of all other members overlooks one, so that it cannot be intended. */
  isMistake({ violates }: Pick<FuzzFinding, 'violates'>): boolean {
    const kind = this.#kindOf(violates);
    if (kind === undefined || kind.overlooked.size !== 1) return false;
    return this.#all.size >= leastVerified && (!kind.isOptional || kind.verified.size > 0);
  }

  #kindOf({ ruleId = '' }: Partial<Rejection> = {}) {
    return this.#kinds.find(({ rule }) => rule.test(ruleId));
  }
}
