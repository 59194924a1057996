import { joinPointer } from '@understudy/contract';
import { namesOf, type OperationPlan, type Resource, splitWords, type TransitionStatement } from '@understudy/model';
import { isOwnState } from '../../prose/allowed-states.js';
import { listErrorCodes, onlyCodeIn } from '../../prose/error-codes.js';
import { negate } from '../../prose/need-phrases.js';
import { NeedReader } from '../../prose/need-reader.js';
import { otherNamesIn } from '../../prose/other-names.js';
import { ProseReader } from '../../prose/prose-reader.js';
import { rangeOf } from '../../prose/ranges.js';
import { plainText, type RefusalReason, reasonsOf } from '../../prose/reasons.js';
import { liveOf } from '../../prose/refusal-forms.js';
import { joinSentences } from '../../prose/sentences.js';
import { readStatements } from '../../prose/statements.js';
import { dot, vocabularyOf } from '../../prose/vocabulary.js';
import { isUnknownCode, saysUnknown } from '../../words/unknown-things.js';
import { rootOf } from '../../words/verb-forms.js';
import { isAboutSteps, listPartialChanges, sectionsOf } from '../lifecycle/described-steps.js';
import { actionOf, operationPointerOf, readResponseTexts } from '../lifecycle/lifecycles.js';
import { namesChoice } from '../lifecycle/requested-choices.js';
import { scopeOfAction } from '../relations/sent-references.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { sentSchema } from '../sent-members.js';
import { tagTextsOf } from '../tag-texts.js';
import { lastOfKind, listRefusedValues } from './refused-values.js';
import { requestDefaults, withDefaults } from './request-defaults.js';

const changing: ReadonlySet<string> = new Set(['create', 'update', 'replace', 'act', 'delete']);
const refusing: ReadonlySet<number> = new Set([400, 402, 403, 409, 412, 422]);

/** Infers the conditions of an operation from the descriptions of its refusals. */
export const describedNeeds: InferenceRule = {
  id: 'described-need',
  says: 'An operation is refused under the conditions that the descriptions of the operation and of its refusals say',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const statuses = new Map<string, number>();
    for (const plan of known.plan.operations.values())
      for (const { kind, code, status, conditions, reason, message: says = '', said } of needsOf(known, plan)) {
        const evidence = { ...reason, says: joinSentences(said) };
        const own = code !== undefined && (statuses.get(kind) ?? status) !== status ? `${kind}${status}` : kind;
        statuses.set(own, status);
        const { resource, does, operation } = plan;
        const isOfRecord =
          (does === 'update' || does === 'replace') &&
          !said.some((each) => /\balready\b/i.test(each)) &&
          conditions.every(
            (each) => !/\b(?:find|all|of|others|now|body)\b|^!\(self\.\w+ (?:!= null|== true)\)$/.test(each),
          );
        const value = conditions.map((each) => (conditions.length > 1 ? `(${each})` : each)).join(' && ');
        const kept = keptRange(known, plan, value);
        if (isOfRecord || kept !== undefined)
          yield {
            at: joinPointer('/resources', resource?.name ?? '', 'holds', own),
            value: { that: kept ?? value, otherwise: own },
            reason: evidence,
          };
        else yield { at: joinPointer('/operations', operation.operationId, 'needs', own), value, reason: evidence };
        if (code === undefined && !own.startsWith('refused')) continue;
        yield { at: joinPointer('/errors', own, 'status'), value: status, reason };
        if (code === undefined) continue;
        yield { at: joinPointer('/errors', own, 'code'), value: code, reason };
        if (!/[{}]/.test(says))
          yield {
            at: joinPointer('/errors', own, 'message'),
            value: `${says.slice(0, 1).toUpperCase()}${says.slice(1)}`,
            reason,
          };
      }
  },
};

/** The member that the code of a refusal calls locked: `blood_type_locked`. */
function lockedBy(code: string | undefined, resource: Resource | undefined): string | undefined {
  const words = splitWords(code ?? '').join(' ');
  return [...(resource?.writable.keys() ?? [])].find((name) =>
    new RegExp(`^${splitWords(name).join(' ')} (?:is )?(?:locked|fixed|frozen|immutable|final|unchangeable)$`).test(
      words,
    ),
  );
}

/** The condition that ranges of records do not overlap, as one that holds after each change. */
function keptRange(known: Knowledge, { resource, does }: OperationPlan, condition: string): string | undefined {
  const kind = vocabularyOf(known).kinds.get(resource?.name ?? '');
  const [start] = (kind && rangeOf(kind)) ?? [];
  if (kind === undefined || start === undefined || does === 'act' || does === 'delete') return undefined;
  if (!/^!\(?others\(/.test(condition) || !condition.includes(`${dot('other', start)} <`)) return undefined;
  const live = liveOf(kind, 'self');
  return live === undefined ? condition : `${negate(live)} || ${condition}`;
}

/** The built-in kinds of errors by their status. */
const defaultKinds: Readonly<Record<number, string>> = {
  403: 'forbidden',
  409: 'state',
  422: 'invalid',
  400: 'invalid',
};

function transitionsOf({ model }: Knowledge, { resource, operation }: OperationPlan): readonly TransitionStatement[] {
  const all = Object.values(model.resources?.[resource?.name ?? '']?.lifecycle?.transitions ?? {});
  return all.filter(({ on }) => namesOf(on).includes(operation.operationId));
}

interface Need {
  readonly kind: string;
  readonly code?: string | undefined;
  readonly status: number;
  readonly conditions: string[];
  readonly reason: InferredStatement['reason'];
  readonly message: string | undefined;
  /** The sentences that say its conditions. */
  readonly said: string[];
}

function needsOf(known: Knowledge, plan: OperationPlan): readonly Need[] {
  const { resource, does } = plan;
  const vocabulary = vocabularyOf(known);
  const kind = resource === undefined ? undefined : vocabulary.kinds.get(resource.name);
  if (kind === undefined || !changing.has(does)) return [];
  const scope = scopeOfAction(known, plan, { vocabulary, variable: 'self', kind });
  const prose = new ProseReader();
  const reader = new NeedReader(prose, actionOf(known, plan, scope));
  const found = new Map<string, Need>();
  const defaults = does === 'act' ? requestDefaults(known, plan, scope) : new Map<string, string>();
  const { required } = known.plan.schemas.chosen(sentSchema(plan.operation));
  const optional =
    does === 'create'
      ? kind.references.filter(({ member }) => resource?.writable.has(member) === true && !required.has(member))
      : [];
  const add = (
    status: number,
    code: string | undefined,
    stated: string,
    reason: Need['reason'],
    message = reason.says,
  ) => {
    // What is about a record that the request need not name holds without it.
    const unnamed = optional.filter(
      ({ member }) => stated.includes(`== ${dot('self', member)}`) || stated.includes(`, ${dot('self', member)})`),
    );
    const condition =
      unnamed.length === 0
        ? stated
        : `${unnamed.map(({ member }) => `${dot('self', member)} == null`).join(' || ')} || ${stated}`;
    // A new record has none of what only the server sets.
    const [, unset = ''] = /^!\(self\.(\w+) != null\)$/.exec(condition) ?? [];
    const isOfServer = does === 'create' && unset !== '' && resource?.writable.has(unset) !== true;
    if (isOfServer || isOwnState(condition, kind)) return;
    // What refers to a record says what its deletion does.
    if (does === 'delete' && code === undefined && /^of\("[^"]+"\)\.size\(\) == 0$/.test(condition)) return;
    const name = code ?? defaultKinds[status] ?? `refused${status}`;
    const need = found.get(name) ?? { kind: name, code, status, conditions: [], reason, message, said: [] };
    found.set(name, need);
    const lenient = withDefaults(withoutValue(condition), defaults);
    const same = [...found.values()].find(({ conditions }) => conditions.includes(lenient));
    (same ?? need).said.push(reason.says ?? '');
    if (same === undefined) need.conditions.push(lenient);
  };
  const read = new Set<string>();
  const about = { plan, kind, schemas: known.plan.schemas };
  const sections = sectionsOf(about);
  const refusals = readResponseTexts(known, plan).filter(({ status }) => refusing.has(status));
  for (const { status, text, from } of refusals) {
    let before: string | undefined;
    for (const { text: reason, said, code } of reasonsOf(text)) {
      const last = lastOfKind(reason, { scope, does });
      const need = reader.reason(reason, said, before);
      const isSure = need !== undefined && need.isLoose !== true;
      const meant = code === undefined ? undefined : reader.code(code)?.condition;
      // A sentence about some of them is more exact than its code.
      const [, others = ''] = /^of\("([^"]+)"\)\.size\(\) == 0$/.exec(meant ?? '') ?? [];
      const isOfSome = vocabulary.kinds.get(others)?.states.some(({ words }) => reason.includes(words)) === true;
      // The codes of an operation with several targets are for one of them each.
      const byCode = isOfSome || sections.size > 0 ? undefined : meant;
      const condition = isSure ? need.condition : last === undefined ? byCode : negate(last);
      before = / (?:is|are|was|has|have) /.test(reason) ? reason : before;
      if (condition !== undefined) read.add(reason);
      const locked = does === 'update' || does === 'replace' ? lockedBy(code, resource) : undefined;
      const whole =
        locked === undefined || condition === undefined
          ? condition
          : `!has(${dot('body', locked)}) || ${dot('body', locked)} == ${dot('self', locked)} || ${condition}`;
      if (whole !== undefined) add(status, code, whole, { from, says: said });
    }
    // "`room_busy`, `vet_busy`: one of them is occupied"
    const codesOf = listErrorCodes(text, otherNamesIn(known.document));
    for (const { code } of codesOf.length > 1 || /^`[\w.-]+`\.?$/.test(text) ? codesOf : []) {
      const condition = found.has(code) || sections.size > 0 ? undefined : reader.code(code)?.condition;
      if (condition !== undefined) add(status, code, condition, { from, says: code });
    }
  }
  for (const { status, code, condition, from, says } of [
    ...listRefusedValues(known, plan, refusals),
    ...listPartialChanges(plan, {
      kind,
      reader,
      refusals,
      schemas: known.plan.schemas,
      tags: tagTextsOf(known, kind.resource ?? { name: '' }),
    }),
  ])
    add(status, code, condition, { from, says });
  const isAboutUnknown = ({ text, code }: RefusalReason) =>
    saysUnknown.test(text) || isUnknownCode.test(splitWords(code ?? '').join(' '));
  const [first] = refusals.filter(
    ({ status, text }) => (status === 409 || status === 422) && !reasonsOf(text).every(isAboutUnknown),
  );
  if (first === undefined) return [...found.values()];
  const coded = reasonsOf(first.text).filter((each) => each.code !== undefined && !isAboutUnknown(each));
  const unread = coded.filter(({ text }) => coded.length === 1 || !read.has(text));
  const stated = new Set(transitionsOf(known, plan).map(({ otherwise }) => otherwise));
  const isOther = otherNamesIn(known.document);
  const listed = listErrorCodes(first.text, isOther).filter(({ code }) => coded.every((each) => each.code !== code));
  const codes = new Set([...unread, ...listed].flatMap(({ code = '' }) => (stated.has(code) ? [] : [code])));
  const nouns = new Set([...vocabulary.kinds.values()].flatMap((each) => each.nouns.map(rootOf)));
  const own = ['description', 'summary'].map((name) => ({
    text: plan.node[name],
    from: operationPointerOf(plan.operation, name),
    isOwn: true,
  }));
  const tags = does === 'create' ? tagTextsOf(known, kind.resource ?? { name: '' }) : [];
  for (const { text: whole, from, isOwn } of [...own, ...tags.map((each) => ({ ...each, isOwn: false }))]) {
    let before = '';
    for (const sentence of readStatements(whole, isOther)) {
      const section = sections.get(sentence.sentence);
      for (const text of section === undefined ? [sentence.text] : conditionsOf(sentence.text)) {
        const isCause = sentence.code !== undefined && bareCause.test(text);
        const need = isCause ? reader.reason(text, sentence.said, before) : reader.need(text, sentence.said, before);
        before = text;
        const condition = need?.isLoose === true ? undefined : need?.condition;
        // What is wrong with the request alone is invalid, whatever the state of things is.
        const isOfRequest = does === 'create' && /^!?\(?self\.\w+ [<>]=? (?:date\(now\)|now)\)?$/.test(condition ?? '');
        // A text about all operations can limit new records among the others.
        if (condition === undefined || isOfRequest || (!isOwn && !condition.includes('others('))) continue;
        // The steps of the state have conditions of their own.
        const isOfState = kind.stateMember !== undefined && condition.includes(dot('self', kind.stateMember));
        if (isOfState && isAboutSteps(sentence.said, about)) continue;
        const unused = new Set([...codes].filter((code) => !found.has(code)));
        const own =
          codes.size === 1 ? [...codes][0] : (fittingCode(unused, text, nouns) ?? fittingCode(codes, text, nouns));
        const code = sentence.code ?? onlyCodeIn(sentence.said, isOther) ?? own;
        const status = refusals.find((each) => each.status === sentence.status)?.status ?? first.status;
        const reason = { from, says: sentence.sentence };
        add(
          status,
          code,
          section === undefined ? condition : `${namesChoice(section, '!=')} || (${condition})`,
          reason,
          sentence.said,
        );
      }
    }
  }
  return [...found.values()];
}

/** "If the trip is full", before a code. */
const bareCause =
  /^(?:if|when|once|while|as long as|in case|as soon as|because|unless) (?!.*, (?:then |the |it |this |they |an? ))/;

/** The one code with most words of a sentence: `aboveLimit` for "The amount cannot be above the limit". */
function fittingCode(codes: ReadonlySet<string>, text: string, nouns: ReadonlySet<string>): string | undefined {
  const said = new Set(text.split(/[^a-z]+/).map(rootOf));
  const fits = (code: string, isNoun: boolean) =>
    splitWords(code).filter((word) => said.has(rootOf(word)) && nouns.has(rootOf(word)) === isNoun).length;
  for (const isNoun of [false, true]) {
    const [best, next] = [...codes].sort((one, other) => fits(other, isNoun) - fits(one, isNoun));
    if (best !== undefined && fits(best, isNoun) > (next === undefined ? 0 : fits(next, isNoun))) return best;
  }
  return undefined;
}

/** "`paid` – from `open`, if A and the B is C": each condition of a step, as a sentence. */
function conditionsOf(text: string): string[] {
  const [whole, first = ''] =
    /^\W{0,4}[\w ]{1,40} (?:[-–—:(] ?)?(?:only )?from (?:[a-z_]+(?:, (?:or )?| or ))*[a-z_]+,? (?:again |also |but |and )?(?:only )?(if|while|when|once|with) /.exec(
      text,
    ) ?? [];
  if (whole === undefined) return [text];
  return text
    .slice(whole.length)
    .split(/,? and (?=(?:the|its|it|there) )/)
    .map((part) => `only possible ${first} ${part}`)
    .map(plainText);
}

const opposites: Readonly<Record<string, string>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

/** A comparison that holds also if one side has no value. */
function withoutValue(condition: string): string {
  const [, left, operator = '', right] =
    /^([^!&|()<>=]+(?:\([^&|<>]*\)[^!&|()<>=]*)*) (<=?|>=?) ([^&|<>=]+)$/.exec(condition) ?? [];
  return left === undefined ? condition : `!(${left} ${opposites[operator]} ${right})`;
}
