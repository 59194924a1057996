import type { Operation } from '@understudy/contract';
import type { FuzzFinding, Judged } from './judge-request.js';

/** Rules of a description with which a server validates bodies, and the members whose rules it overlooks. */
export class VerifiedRules {
  readonly #verified = new Set<string>();
  readonly #overlooked = new Set<string>();

  /** Notes how a server handles an invalid request. */
  note({ operationId }: Pick<Operation, 'operationId'>, { refusal = '', isRefused, answer }: Judged): void {
    const found = ruleIn(refusal);
    if (found === undefined || answer === undefined || answer.status === 409) return;
    const { member, rule } = found;
    if (isRefused === true) this.#verified.add(`${operationId} ${member} ${rule}`);
    else this.#overlooked.add(member);
  }

  /** True if a server that verifies the rules of all other members overlooks one, so that it cannot be intended. */
  isMistake({ wrong: [first = ''] }: FuzzFinding): boolean {
    return ruleIn(first) !== undefined && this.#overlooked.size === 1 && this.#verified.size >= leastVerified;
  }
}

/** The rules that a server verifies before one that it overlooks counts as a mistake. */
const leastVerified = 10;

/**
 * The rule about a body or one of its members that a message is about. Servers convert types, formats are annotations,
 * and texts are often stored whatever their length.
 */
function ruleIn(message: string): { member: string; rule: string } | undefined {
  const [, member, rule] =
    /\/body((?:\/[^/ ]+)?) (is required|must (?:be (?:one of|at |[<>])|match ).*?)(?:, but .*)?\)?$/.exec(message) ??
    [];
  return member === undefined || rule === undefined ? undefined : { member, rule };
}
