import type { OperationPlan } from '@understudy/model';
import {
  type PermissionClause,
  type PermissionWords,
  readPermissionClauses,
  readStepPermission,
  readWho,
} from '../../prose/permissions.js';
import { PermittedOperations } from '../../prose/permitted-operations.js';
import { sentencesOf } from '../../prose/sentences.js';
import { readTables } from '../../prose/tables.js';
import type { Knowledge } from '../rule.js';
import { readOnly } from './named-keys.js';

/** The roles for an operation, with the sentences about them. */
export interface AllowedRoles {
  readonly roles: readonly string[];
  readonly says: readonly string[];
}

interface Said extends PermissionClause {
  readonly says: string;
  readonly plans: ReadonlySet<OperationPlan>;
  readonly isWhole: boolean;
  /** The role with these rights: "what a clerk may read". */
  readonly as?: string | undefined;
}

/** The operations of each role. Operations for all roles are left out. */
export interface RolePolicy {
  readonly allowed: ReadonlyMap<OperationPlan, AllowedRoles>;
  /** The sentence about the status of a forbidden request, if the introduction has one. */
  readonly refusal: string | undefined;
}

/** Words of texts about forbidden requests. */
const saysForbidden = /\b403\b|\bforbidden\b/i;

/** Reads permissions in the introduction and in each operation. */
export function readRolePolicy(known: Knowledge, words: PermissionWords): RolePolicy {
  const plans = [...known.plan.operations.values()].filter(isProtected);
  const reader = new PermittedOperations(plans);
  const general = generalTexts(known);
  const isGeneral = general.some((text) => saysForbidden.test(text));
  const said = general.flatMap((text) => sentencesIn(text, words)).flatMap((says) => rulesIn(says, words, reader));
  const ofOperations = plans.flatMap((plan) =>
    !isGeneral && !plan.operation.statuses.includes('403')
      ? []
      : [plan.node['summary'], plan.node['description']]
          .flatMap(sentencesOf)
          .flatMap((says) => rulesIn(says, words, reader, plan)),
  );
  const all = [...(isGeneral ? said : said.filter(({ is }) => is === 'only')), ...ofOperations];
  if (words.roles.includes(readOnly) && grantsOf(readOnly, said, words.roles).length === 0)
    all.push(...rulesIn(`${readOnly} keys may not write everything`, words, reader));
  const allowed = new Map(
    plans.flatMap((plan) => {
      const found = allowedFor(plan, all, said, words.roles);
      return found.roles.length === words.roles.length ? [] : [[plan, found] as const];
    }),
  );
  return { allowed, refusal: general.flatMap(sentencesOf).find((says) => /\b403\b/.test(says)) };
}

/** Every user can sign out. */
function isProtected({ operation, does }: OperationPlan): boolean {
  return (
    operation.security.length > 0 &&
    !(does === 'answer' && /\b(?:me|logout|sessions?|sign-?out)\b/i.test(operation.path))
  );
}

/** The introduction and the texts about tags. */
function generalTexts({ document }: Knowledge): readonly string[] {
  const { info, tags } = document as { info: { description?: unknown }; tags?: readonly { description?: unknown }[] };
  return [info.description, ...(tags ?? []).map(({ description }) => description)].filter(
    (each): each is string => typeof each === 'string',
  );
}

/** The sentences of a text, and those of its tables: "| clerk | read orders |" is "clerk may read orders". */
function sentencesIn(text: string, { roles }: PermissionWords): string[] {
  const { tables, rest } = readTables(text);
  const rows = tables.flatMap(({ heads, rows }) => {
    const role = heads.findIndex((head) => /^\W*(?:role|who|user|desk|group)s?\W*$/i.test(head));
    const may = heads.findIndex((head) =>
      /^\W*(?:what (?:\w+ )?)?(?:may|can|rights|permissions?|allowed)\b/i.test(head),
    );
    return role < 0 || may < 0 ? [] : rows.map((row) => `${row[role]} may ${row[may]?.replace(/^(?:may|can) /i, '')}.`);
  });
  return [...sentencesOf(rest), ...rows].filter(
    (says) => !/\b(?:usually|should|might)\b/i.test(says) && roles.length > 0,
  );
}

/** "Do all that a clerk may", with its context. */
const saysLike =
  /^(.{0,300}?)\b((?:[a-z]{1,30} )?(?:what|all|everything|anything)(?: that| which)? (.{1,80}?) (?:may|can)(?: do| read| see| use)?)\b(?:,? and )?(.*)$/i;

function rulesIn(says: string, words: PermissionWords, reader: PermittedOperations, own?: OperationPlan): Said[] {
  if (readStepPermission(says, words) !== undefined) return [];
  return readPermissionClauses(says, words).flatMap((rule): Said[] => {
    const { isAbove, isOwner, roles } = rule.who;
    if (isAbove || isOwner || roles.length === 0 || / for (?:another|other|somebody|someone|anybody)/.test(rule.what))
      return [];
    const [, verb] = /\b(?!(?:do|and|or|but)\b)([a-z]+) nothing\b/i.exec(rule.what) ?? [];
    const denied: Said[] =
      verb === undefined ? [] : [{ ...rule, says, is: 'not', ...reader.read(`${verb} everything`) }];
    const what = rule.what
      .replace(/,? (?:and|or|but) (?:[a-z]+ )?nothing(?: else| more| further)?$/i, '')
      .replace(/^read$/i, 'read everything');
    const [, before = '', like = '', who = '', after = ''] = saysLike.exec(what) ?? [];
    const as = readWho(who, words)?.roles[0];
    const found = as === undefined ? reader.read(what) : reader.read(`${before}${after}`);
    if (as !== undefined) {
      const other = before + after === '' ? [] : [{ ...rule, says, ...found }];
      return [...denied, { ...rule, says, as, ...reader.read(like) }, ...other];
    }
    const isHere = own !== undefined && (rule.what === '' || !found.plans.has(own));
    if (isHere && rule.is !== 'only') return denied;
    return [...denied, { ...rule, says, ...(isHere ? { plans: new Set([own]), isWhole: true } : found) }];
  });
}

function allowedFor(
  plan: OperationPlan,
  all: readonly Said[],
  said: readonly Said[],
  roles: readonly string[],
): AllowedRoles {
  const about = all.filter(({ plans }) => plans.has(plan));
  const only = about.filter(({ is }) => is === 'only');
  const because = new Set<string>();
  const isRefused = (role: string, asked: readonly string[] = []): boolean => {
    const has = ({ who }: Said) => who.roles.includes(role);
    const isNamed = only.some(has);
    const closed = grantsOf(role, said, roles);
    const isGranted = closed.some(
      ({ plans, as }) =>
        plans.has(plan) && (as === undefined || asked.includes(as) || !isRefused(as, [...asked, role])),
    );
    const isAdded = isNamed || about.some((each) => each.is === 'too' && has(each));
    const against = isAdded
      ? []
      : [...about.filter((each) => each.is === 'not' && has(each)), ...(isGranted ? [] : closed)];
    const found = [...(isNamed ? [] : only), ...against];
    for (const { says } of found) because.add(says);
    return found.length > 0;
  };
  return { roles: roles.filter((role) => !isRefused(role)), says: [...because] };
}

/** The rights of a role, if the list is complete: another role has a list, too, and each part is understood. */
function grantsOf(role: string, said: readonly Said[], roles: readonly string[]): readonly Said[] {
  const grants = said.filter(({ is, isModal }) => is === 'may' && isModal);
  const isUnderstood = ({ isWhole, plans }: Said) => isWhole && plans.size > 0;
  const special = grants.filter(({ who }) => who.roles.length < roles.length);
  const [own, others] = [true, false].map((is) => special.filter(({ who }) => who.roles.includes(role) === is));
  const isAll = own?.some((each) => each.isAll) === true || others?.some(isUnderstood) === true;
  const isClosed = own?.every(isUnderstood) === true && own.length > 0 && isAll;
  return isClosed ? grants.filter(({ who }) => who.roles.includes(role)) : [];
}
