import { permissionVerbs } from '../words/access-words.js';
import { rootOf } from '../words/verb-forms.js';
import { isVerb } from '../words/verbs.js';

/** The users who have a permission. */
export interface Permission {
  readonly roles: readonly string[];
  /** True for the user above the owner of the record, such as the owner's manager. */
  readonly isAbove: boolean;
  readonly isOwner: boolean;
}

/** The words that sentences about permissions can use. */
export interface PermissionWords {
  readonly roles: readonly string[];
  /** The name of the user member that refers to a superior, such as `manager`. */
  readonly above: string | undefined;
  /** The roles of the API keys in the description. */
  readonly keys?: ReadonlyMap<string, string>;
  /** Words for the user who created a record, such as `organizer`. */
  readonly owners?: readonly string[];
}

/** The modality of a clause: only, allowed, denied or also allowed. */
export interface PermissionClause {
  readonly who: Permission;
  readonly is: 'only' | 'may' | 'not' | 'too';
  /** The phrase for the action. Empty if the action is the subject of the text. */
  readonly what: string;
  /** True if the clause has an auxiliary verb: "may read", not "reads". */
  readonly isModal: boolean;
  /** True if the list is complete: "anything else is refused". */
  readonly isAll?: boolean;
}

/** Clauses with the action before the subject. The groups contain the phrases for action and subject. */
const passive: readonly (readonly [RegExp, PermissionClause['is']])[] = [
  [/^(.*?)\b(?:is |are )?(?:reserved|only) for (?:the )?(.+?)(?:$|,? and only |,? who )/i, 'only'],
  [/^(.*?)\b(?:is |are )?(?:restricted|limited|reserved|up) to (?:the )?(.+)$/i, 'only'],
  [/^()for (.+?)(?: only)?$/i, 'only'],
  [/^(.+) (?:is|are) (?:for|available to|open to) (.+?) only$/i, 'only'],
  [/^(.+) (?:is|are) only (?:available|open|accessible) (?:to|for) (.+)$/i, 'only'],
  [
    /^(.*)\b(?:can|may|must) (?:only )?be (?:used|set|sent|given|called|made|done|read|seen) (?:only )?by (.+?)(?: only)?(?:$|,)/i,
    'only',
  ],
  [/^()(.+?) only(?:, (?:on|for|in|at) .+)?$/i, 'only'],
  // Matches "Requesters and approvers.".
  [/^()([a-z]+s(?:(?:, | and | or )[a-z]+s)*)$/i, 'only'],
  [/^()(?:.*\b)?caller (?:has to|must|needs to) (?:be|have) (?:an? |the )?(?:role )?(.+)$/i, 'only'],
  [/^()(?:.*\b)?(?:requires|needs) (?:the )?(?:role )?(.+?)(?: role| rights| permissions?)?$/i, 'only'],
  [/^()(?:\w+ ){1,4}(?:is|are) (?:made|done|decided|approved|granted|managed) (?:only )?by (?:the )?(.+)$/i, 'only'],
  [/^(.+) (?:is|are) (?:closed|off[- ]limits|forbidden|not (?:open|available|accessible)) (?:to|for) (.+)$/i, 'not'],
  [/^(.+) (?:is|are) (?:also )?(?:open|available|accessible) (?:to|for) (.+?) (?:too|also|as well)$/i, 'too'],
];

const modal =
  /^(?:may|can|is allowed to|are allowed to|is able to|are able to|(?:has|have) (?:access|the (?:right|permission)) to) /i;

/** Reads clauses about permissions. Every part of the subject must be a known role or user. */
export function readPermissionClauses(sentence: string, words: PermissionWords): readonly PermissionClause[] {
  const [, key = '', may] =
    /^[^`]{0,60}`([^`]{1,80})`[^`]{0,200}?\b((?:may|can) [^`]{1,300}?)(?:,? (?:and|while|whereas)(?: the)?(?: key| token)? `|$)/i.exec(
      sentence,
    ) ?? [];
  const holder = words.keys?.get(key);
  if (may !== undefined && holder !== undefined) return readPermissionClauses(`${holder} ${may}`, words);
  const ofKey = /^[`"]\S*[-_]([a-z]+)[`"](?::| [-–—])? .*?\b((?:may|can) .+)$/i.exec(sentence);
  const clauses = (ofKey !== null && words.roles.includes(ofKey[1] ?? '') ? `${ofKey[1]} ${ofKey[2]}` : sentence)
    .replace(/^[\s*-]*[`"“][^`"“”]+[`"”] \((?:[a-z]+ )?[`"“]?([\w-]+)[`"”]?\)/i, '$1')
    .replace(
      /^[\s*-]*[`"“][^`"“”]+[`"”] (?:belongs to|is (?:that of|held by|used by|for|meant for)|is for|for) (?:an?|the|our) ([a-z]+(?: [a-z]+)?),? (?:who|which|that|and) (?=(?:may|can) )/i,
      '$1 ',
    )
    .replace(/ \((?:[^)]*\b4\d\d\b[^)]*|`[^`]+`)\)/g, '')
    .replace(/(?:[:,]| [–—-]) (?:(?:or )?else |otherwise )?(?:an? )?403(?: `[^`]+`)?\.?$/i, '')
    .replace(/[`*"“”]/g, '')
    .replace(/[.;:]$/, '')
    .split(
      /;|, but |,? while |,? whereas |, because |, since |, so |,? and (?=only |nobody |no one |(?:it|they) (?:may|can) )|, (?=(?:anything|everything) else|any other|all others?\b)/,
    );
  const isAll = /\b(?:anything|everything|nothing) (?:else|more|further)\b|\bany other\b|\b(?:may|can) only\b/i.test(
    sentence,
  );
  let last: Permission | undefined;
  return clauses.flatMap((clause) => {
    const plain = clause.trim().replace(/^(?:in addition|additionally|also|moreover|however),? /i, '');
    const found = readClause(plain, words, last);
    last = found?.who ?? last;
    return found === undefined ? [] : { ...found, isAll };
  });
}

function readClause(
  clause: string,
  words: PermissionWords,
  last: Permission | undefined,
): PermissionClause | undefined {
  const who = (phrase: string) => readWho(phrase, words) ?? (/^(?:them|they|it)$/i.test(phrase) ? last : undefined);
  const [, exclusive] =
    /^(?:only|either|(?:nobody|no one|none) (?:but|except|other than)) (?:an? |the )?(.+)$/i.exec(clause) ?? [];
  const active = readActive(exclusive ?? clause, who);
  if (active !== undefined) return exclusive === undefined ? active : { ...active, is: 'only' };
  for (const [form, is] of passive) {
    const [, what = '', phrase] = form.exec(clause) ?? [];
    const read = phrase === undefined ? undefined : who(phrase);
    if (read !== undefined)
      return {
        who: read,
        is,
        what: what.trim().replace(/^this(?: (?:operation|endpoint|call))?$/i, ''),
        isModal: true,
      };
  }
  return undefined;
}

/** Reads "Managers and clerks may read orders", "an auditor reads everything". */
function readActive(clause: string, who: (phrase: string) => Permission | undefined): PermissionClause | undefined {
  const tokens = clause.split(' ');
  for (let at = Math.min(tokens.length - 1, 12); at > 0; at -= 1) {
    const read = who(tokens.slice(0, at).join(' '));
    if (read === undefined) continue;
    const rest = tokens.slice(at).join(' ');
    if (/^(?:may not|can ?not|can't|must not|never|are not allowed to|is not allowed to) /i.test(rest)) {
      const what = rest.replace(/^(?:may not|can ?not|can't|must not|never|(?:are|is) not allowed to) /i, '');
      return { who: read, is: 'not', what, isModal: true };
    }
    if (modal.test(rest)) {
      const what = rest.replace(modal, (text) => (/access/i.test(text) ? 'use ' : '')).replace(/^only /i, '');
      return { who: read, is: 'may', what, isModal: true };
    }
    const verb = (tokens[at] ?? '').replace(/\W+$/, '');
    if (permissionVerbs.has(rootOf(verb)) || isVerb(verb)) return { who: read, is: 'may', what: rest, isModal: false };
  }
  return undefined;
}

/** Reads the value and who can set it: "It can become `closed`, and only a vet can do that". */
export function readStepPermission(
  sentence: string,
  words: PermissionWords,
): { readonly value: string; readonly roles: readonly string[] } | undefined {
  const [, value = '', who = ''] =
    /`([\w-]+)`,? (?:and |but |which )?(?:that is |this is )?(only [^`]+? (?:can|may) do (?:that|this|so|it))\.?$/i.exec(
      sentence,
    ) ?? [];
  const roles = readPermissionClauses(who, words)[0]?.who.roles ?? [];
  return roles.length === 0 ? undefined : { value, roles };
}

/** Reads the subject of a permission: "the manager or hr", "users with the role admin", "everybody". */
export function readWho(phrase: string, { roles, above, owners = [] }: PermissionWords): Permission | undefined {
  const found: { roles: string[]; isAbove: boolean; isOwner: boolean } = { roles: [], isAbove: false, isOwner: false };
  for (const part of phrase.split(/,? (?:or|and) |, /)) {
    const text = part
      .replace(
        /^(?:by |for |to |with )?(?:the |an? |its |their |(?:users?|callers?|accounts?|keys?|tokens?) with (?:the |an? )?(?:[a-z]+ )?)?(?:direct )?/i,
        '',
      )
      .trim();
    const [, first = text, rest = ''] = /^(\S+)(.*)$/.exec(text) ?? [];
    const isOf = /^ of (?:the|its) (?:owner|author|creator|\w+)$/.test(rest);
    const name = text.replace(/ (?:role|users?|staff|members?|accounts?|keys?|tokens?)$/i, '');
    // "The driver" is the role "van driver".
    const last = roles.filter((each) => isSpelt(name, each.split(' ').at(-1) ?? ''));
    const role =
      roles.find((each) => isSpelt(name, each) || isSpelt(text, each)) ?? (last.length === 1 ? last[0] : undefined);
    const isDirect = /\bdirect\b/i.test(part) || isOf;
    if (above !== undefined && isSpelt(first, above) && isDirect) found.isAbove = true;
    else if (role !== undefined) found.roles.push(role);
    else if (saysOwner.test(text) || owners.some((each) => isSpelt(text, each))) found.isOwner = true;
    else if (
      /^(?:everybody|everyone|anybody|anyone|(?:all|any|every|each) (?:roles?|users?|accounts?|keys?))$/i.test(text)
    )
      found.roles.push(...roles);
    else return undefined;
  }
  return found;
}

/** Matches "The owner of the request", "the teacher who created it". */
const saysOwner =
  /^(?:owner|author|creator)(?: of (?:it|the [a-z ]+|an? [a-z ]+))?$|^(?:[a-z]+ who|whoever|who) (?:has )?(?:created|made|opened|placed|submitted|wrote|booked) (?:it|them|that|the [a-z]+)$/i;

/** True if a text equals a name in singular or plural: `managers` for `manager`. */
function isSpelt(text: string, name: string): boolean {
  const [one, other] = [text, name].map((each) => each.toLowerCase().replace(/[^a-z0-9]/g, ''));
  return one === other || one === `${other}s` || one === `${other}es`;
}
