import { isObject, joinPointer, resolveReference } from '@understudy/contract';
import { type OperationPlan, splitWords } from '@understudy/model';
import { listErrorCodes, type NamedCode } from '../../prose/error-codes.js';
import { otherNamesIn } from '../../prose/other-names.js';
import { sentencesOf } from '../../prose/sentences.js';
import { type ErrorKindWords, errorKinds } from '../../words/error-kinds.js';
import { placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';

interface Found {
  readonly operationId: string;
  readonly resource?: string | undefined;
  readonly kind: string;
  readonly status: number;
  readonly code: string;
  readonly says: string;
  readonly at: string;
  /** True if it speaks of any request: operations share it, or its code names the kind. */
  readonly isGeneral: boolean;
}

/** A description that is only a code. */
const saysOnlyCode = /^\s*`[\w.-]+`\.?\s*$/;

export const errorCodes: InferenceRule = {
  id: 'error-codes',
  says: 'Errors of one kind have the code that the descriptions of the refusals name, in an operation or in the whole API.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const found = [...known.plan.operations.values()].flatMap((each) => {
      const codes = [...codesOf(known, each)];
      // One that speaks of any request hides what is special.
      return codes.filter(
        ({ kind, isGeneral }) => isGeneral || !codes.some((one) => one.kind === kind && one.isGeneral),
      );
    });
    const ofInfo = [...codesOfInfo(known)];
    const usual = new Map<string, Found>();
    for (const { kind } of errorKinds) {
      const ofKind = found.filter((each) => each.kind === kind);
      const isOfOne = kind === 'state' && new Set(ofKind.map(({ resource }) => resource)).size === 1;
      const best = ofInfo.find((each) => each.kind === kind) ?? (isOfOne ? undefined : mostUsual(ofKind));
      // By default, unknown and missing keys have the same code.
      if (best === undefined || (kind === 'unknownKey' && usual.get('unauthenticated')?.code === best.code)) continue;
      usual.set(kind, best);
      yield* statementsOf(joinPointer('/errors', kind), best);
      const other = best.status === 400 ? '422' : '400';
      const isInvalid =
        kind === 'invalid' &&
        (!describesAny(known, other) || (saysSchema.test(best.says) && isBeside(known, best, other)));
      // The introduction applies to every operation, even without a described status.
      if (ofInfo.includes(best) && (isInvalid || best.status === 401 || best.status === 403))
        yield {
          at: joinPointer('/errors', kind, 'status'),
          value: best.status,
          reason: { from: best.at, says: best.says.trim() },
        };
    }
    for (const each of found) {
      const { operationId, kind, code, status } = each;
      const general = usual.get(kind) ?? (kind === 'unknownKey' ? usual.get('unauthenticated') : undefined);
      if (general?.code === code && general.status === status) continue;
      yield* statementsOf(joinPointer('/operations', operationId, 'errors', kind), each);
    }
  },
};

/** Words about the form of a request, which no other error is about. */
const saysSchema = /\b(?:schemas?|body|bodies|parameters?|input|malformed|well-formed|parsed?|syntax)\b/i;

/** True if each operation with one status of an invalid request has the other, too. */
function isBeside({ plan: { operations } }: Knowledge, { status }: Found, other: string): boolean {
  return [...operations.values()].every(
    ({ operation: { statuses } }) => !statuses.includes(other) || statuses.includes(String(status)),
  );
}

function describesAny({ plan: { operations } }: Knowledge, status: string): boolean {
  return [...operations.values()].some(({ operation }) => operation.statuses.includes(status));
}

function* statementsOf(place: string, { kind, status, code, at, says }: Found): Iterable<InferredStatement> {
  const reason = { from: at, says: says.trim() };
  yield { at: joinPointer(place, 'code'), value: code, reason };
  if (!isNaturalStatus(kind, status)) yield { at: joinPointer(place, 'status'), value: status, reason };
}

/** The code that most operations have, if it speaks of any request. */
function mostUsual(found: readonly Found[]): Found | undefined {
  const counts = new Map<string, number>();
  for (const { code } of found) counts.set(code, (counts.get(code) ?? 0) + 1);
  const general = found.filter(({ code, isGeneral }) => isGeneral || (counts.get(code) ?? 0) > 2);
  return general.reduce<Found | undefined>(
    (best, each) => (best === undefined || (counts.get(each.code) ?? 0) > (counts.get(best.code) ?? 0) ? each : best),
    undefined,
  );
}

/** A status that says the kind, or the usual ones of an invalid request. */
function isNaturalStatus(kind: string, status: number): boolean {
  return (
    kind === 'invalid' ||
    String(status) === kind ||
    errorKinds.some((each) => each.kind === kind && each.said === undefined)
  );
}

function* codesOf({ document, plan: { operations } }: Knowledge, plan: OperationPlan): Iterable<Found> {
  const responses = isObject(plan.node['responses']) ? plan.node['responses'] : {};
  const isOther = otherNamesIn(document);
  const isSignIn = plan.operation.security.length === 0 && [...operations.values()].some(needsKey);
  for (const [key, own] of Object.entries(responses)) {
    const status = Number(key);
    const response = resolveReference(document, own);
    if (!(status >= 400 && status < 500) || response === undefined) continue;
    const codes = listErrorCodes(response['description'], isOther);
    const isShared = isObject(own) && typeof own['$ref'] === 'string';
    const at = joinPointer(placeOfOperation(plan.operation), 'responses', key);
    const { operationId } = plan.operation;
    const resource = plan.resource?.name;
    const isOnlyInvalid = !('400' in responses && '422' in responses);
    for (const kind of errorKinds) {
      const isOnly = isOnlyInvalid && kind.kind === 'invalid' && saysOnlyCode.test(String(response['description']));
      const one = kind.statuses.includes(status)
        ? (codeOfKind(kind, codes) ?? (isOnly ? codes[0] : undefined))
        : undefined;
      if (one === undefined) continue;
      // A sign-in says by 401 that a password is wrong.
      const isGeneral = !(isSignIn && status === 401) && (isShared || kind.named.test(wordsOf(one.code)));
      yield { operationId, resource, kind: kind.kind, status, ...one, at, isGeneral };
    }
    const [only, more] = codes;
    if ((status === 409 || status === 402 || status === 423) && only !== undefined && more === undefined)
      yield { operationId, resource, kind: key, status, ...only, at, isGeneral: false };
  }
}

function needsKey({ operation }: OperationPlan): boolean {
  return operation.security.length > 0;
}

/** The codes that the introduction names: "401 with the reason `key_rejected`". A sentence names one status and one code. */
function* codesOfInfo({ document }: Knowledge): Iterable<Found> {
  for (const sentence of sentencesOf(document.info['description'])) {
    // "… existence of the record (404, code `not_found`), validity of the body (422, code `invalid`)"
    const bracketed = [...sentence.matchAll(/\(([^()]{0,120}\b4\d\d\b[^()]{0,120})\)/g)].flatMap(
      ([, part]) => part ?? [],
    );
    for (const part of [...sentence.split(/; |, and (?=[a-z]+ )|(?<=`), /), ...bracketed]) {
      const [status, more] = [...part.matchAll(/\b4\d\d\b/g)].map(([each]) => Number(each));
      const codes = listErrorCodes(part, otherNamesIn(document));
      if (status === undefined || more !== undefined) continue;
      for (const kind of errorKinds) {
        const one = kind.statuses.includes(status) ? codeOfKind(kind, codes) : undefined;
        const isPlain = kind.said === undefined || (kind.kind === 'invalid' && codes.length === 1);
        const code = one ?? (isPlain && kind.statuses.includes(status) && codes.length === 1 ? codes[0] : undefined);
        if (code !== undefined)
          yield {
            ...{ operationId: '', kind: kind.kind, status, ...code },
            ...{ says: part, at: '/info/description', isGeneral: true },
          };
      }
    }
  }
}

/** The words of a code, or of the end of a URI. */
function wordsOf(code: string): string {
  return splitWords(code.split(/[/:#]/).at(-1) ?? code).join(' ');
}

function codeOfKind({ named, said }: ErrorKindWords, codes: readonly NamedCode[]): NamedCode | undefined {
  const [byName, another] = codes.filter(({ code }) => named.test(wordsOf(code)));
  // Two that name the kind have to be told apart by what they say.
  if (another !== undefined && another.code !== byName?.code && said === undefined) return undefined;
  if (said === undefined) return byName ?? codes[0];
  // The last part of a list is about the code behind it.
  return (
    byName ??
    codes.find(({ says }) => said.test(says.split(/,\s| or /).findLast((part) => part.trim().length > 3) ?? says))
  );
}
