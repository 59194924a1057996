import { splitWords } from '@understudy/model';
import type { Action } from '../../prose/action.js';
import { allowedStates } from '../../prose/allowed-states.js';
import { listErrorCodes, onlyCodeIn } from '../../prose/error-codes.js';
import type { Need } from '../../prose/need.js';
import { NeedReader } from '../../prose/need-reader.js';
import { otherNamesIn } from '../../prose/other-names.js';
import { mentions } from '../../prose/phrase.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { reachedState } from '../../prose/reached-states.js';
import { plainText, reasonsOf } from '../../prose/reasons.js';
import { sentencesOf } from '../../prose/sentences.js';
import { readResult, readStateChange } from '../../prose/state-changes.js';
import { namesOther } from '../../prose/state-mentions.js';
import { readStatements } from '../../prose/statements.js';
import { hedges } from '../../words/hedges.js';
import { denies, repeats } from '../../words/modality.js';
import type { Knowledge } from '../rule.js';
import { isAboutSteps } from './described-steps.js';
import { type LifecycleOperation, operationPointerOf, readResponseTexts } from './lifecycles.js';

/** The states that a sentence names. */
interface StateClaim {
  /** The states in which an operation is possible. */
  readonly allowed?: readonly string[];
  /** The state that it leads to. */
  readonly to?: string;
  /** True if the claim needs other evidence. */
  readonly isWeak?: boolean;
  /** True if only words of it were read. Other sentences come first. */
  readonly isLoose?: boolean;
  /** True if the sentence has further content. */
  readonly isPart?: boolean;
  /** True if these states are allowed too. */
  readonly isWider?: boolean;
  /** True if the operation is possible only once. */
  readonly isOnce?: boolean;
}

/** A sentence about states, with its place. */
export interface Evidence {
  readonly claim: StateClaim;
  readonly from: string;
  readonly says: string;
  readonly status?: number;
  readonly code?: string;
}

/** Statuses of errors about states, by frequency. */
export const refusals: readonly number[] = [409, 422, 400, 403, 412];

/** Reads the states before and after an operation from its sentences. */
export function readEvidence(known: Knowledge, { plan, isOnPart }: LifecycleOperation, action: Action): Evidence[] {
  const isAction = plan.does === 'act' && !isOnPart;
  const { kind } = action.scope;
  const isOther = otherNamesIn(known.document);
  const prose = new ProseReader();
  const reader = new NeedReader(prose, action);
  const claimOf = (need: Need | undefined): StateClaim | undefined => {
    const wider = need?.widens === undefined ? undefined : allowedStates(need.widens, kind);
    if (wider !== undefined) return { allowed: wider, isWider: true };
    const allowed = need && allowedStates(need.condition, kind);
    return allowed && { allowed, isWeak: need.isWeak === true, isLoose: need.isLoose === true };
  };
  const onceIn = (text: string): StateClaim | undefined =>
    repeats.test(text) && (denies.test(text) || /\bonce\b/.test(text)) ? { isOnce: true } : undefined;
  // "If it is approved, it can still be withdrawn": more than the sentences before say.
  const widened = (all: Evidence[]) =>
    all
      .filter(({ claim }) => claim.isWider !== true)
      .map((each) => {
        const more = all.flatMap(({ claim }) => (claim.isWider === true ? (claim.allowed ?? []) : []));
        return each.claim.allowed === undefined || more.length === 0
          ? each
          : { ...each, claim: { ...each.claim, allowed: [...each.claim.allowed, ...more] } };
      });
  const own = ['description', 'summary'].flatMap((name) =>
    widened(
      readStatements(plan.node[name], otherNamesIn(known.document)).flatMap(
        ({ text, said, sentence, code: own }, at, all): Evidence[] => {
          if (isAboutSteps(said, { plan, kind, schemas: known.plan.schemas })) return [];
          const need = claimOf(reader.need(text, said, all[at - 1]?.text));
          // What a number decides is no effect of each call.
          const isReached = reachedState(prose, text, action.scope) !== undefined;
          const change =
            isAction && need?.isLoose !== false && !isReached ? readStateChange(text, said, action.scope) : undefined;
          const ofChange: StateClaim | undefined = change && {
            to: change.to,
            isPart: change.isPart === true,
            isLoose: change.from === undefined && need !== undefined,
            ...((change.from ?? need?.allowed) ? { allowed: change.from ?? need?.allowed ?? [] } : {}),
          };
          const claim = ofChange ?? need ?? onceIn(text);
          const code =
            claim?.allowed === undefined && claim?.isOnce !== true ? undefined : (own ?? onlyCodeIn(said, isOther));
          const place = { from: operationPointerOf(plan.operation, name), says: sentence };
          return claim === undefined ? [] : [{ claim, ...place, ...(code === undefined ? {} : { code }) }];
        },
      ),
    ),
  );
  const responses = readResponseTexts(known, plan).flatMap(({ status, text: whole, from }) => {
    if (status >= 300)
      return refusals.includes(status) ? refusedIn(whole).map((each) => ({ ...each, from, status })) : [];
    return readStatements(whole, otherNamesIn(known.document)).flatMap(({ text, said }): Evidence[] => {
      // "Success." is about the request.
      const to =
        isAction && !/^(?:success|ok|accepted|created|updated|deleted)$/.test(text)
          ? readResult(text, said, action.scope)
          : undefined;
      return to === undefined ? [] : [{ claim: { to }, from, says: said }];
    });
  });
  const found = [...responses, ...own];
  const said = new Set(found.flatMap(({ claim, code }) => (claim.allowed === undefined ? [] : (code ?? []))));
  return [...found, ...ofCodes().filter(({ code = '' }) => !said.has(code))];

  /** A code of a sentence about other things, such as `unfinished` for its lines, is none about the state. */
  function ofCode(code: string, says: string): StateClaim | undefined {
    const named = splitWords(code).join(' ');
    const isOwn = kind.nouns.some((noun) => mentions(named, noun));
    return !isOwn && namesOther(plainText(says), kind, action.scope.vocabulary)
      ? undefined
      : claimOf(reader.code(code));
  }

  /** The names of error codes mean states, in all wordings of the sentences around them. */
  function ofCodes(): Evidence[] {
    const texts = [
      ...readResponseTexts(known, plan).filter(({ status }) => refusals.includes(status)),
      { text: plan.node['description'], from: operationPointerOf(plan.operation, 'description') },
    ];
    return texts.flatMap(({ text, ...at }) =>
      sentencesOf(text).flatMap((says) =>
        listErrorCodes(says, isOther).flatMap(({ code }) => {
          const claim = ofCode(code, says);
          return claim === undefined ? [] : [{ claim, ...at, says, code }];
        }),
      ),
    );
  }

  function refusedIn(whole: string): { claim: StateClaim; says: string; code?: string }[] {
    let before: string | undefined;
    return reasonsOf(whole).flatMap(({ text, said, code }) => {
      const claim =
        (hedges.test(text) ? undefined : claimOf(reader.reason(text, said, before))) ??
        (code === undefined ? undefined : ofCode(code, said)) ??
        onceIn(text);
      before = / (?:is|are|was|has been|have been) /.test(text) ? text : before;
      return claim === undefined ? [] : [{ claim, says: said, ...(code === undefined ? {} : { code }) }];
    });
  }
}
