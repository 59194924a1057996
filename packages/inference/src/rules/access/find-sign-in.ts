import {
  isRelatedSchema,
  normalizeName,
  type OperationPlan,
  type Resource,
  remember,
  type SchemaReader,
  toSingular,
} from '@understudy/model';
import { passwordNames, plainNames, tokenNames, userNames, userResources } from '../../words/access-words.js';
import type { Knowledge } from '../rule.js';

/** The operation with which the users of an API sign in. */
export interface FoundSignIn {
  readonly plan: OperationPlan;
  readonly users: Resource;
  /** The member of a user that identifies it, and that of the request. */
  readonly member: string;
  readonly sent: string;
  /** Undefined if a name is enough to sign in. */
  readonly password?: string;
  /** The schema of the response. */
  readonly answers: unknown;
}

/** The place of the users that a description names, if no path of the API has its users. */
export const accountsShape = '/accounts:named';

const known = new WeakMap<object, { readonly found: FoundSignIn | undefined }>();

/** Finds the operation that accepts a user name, usually with a password, and returns a token of a user of the API. */
export function findSignIn({ plan }: Knowledge): FoundSignIn | undefined {
  return remember(known, plan, () => {
    for (const operation of plan.operations.values()) {
      const found = signInOf(plan, operation);
      if (found !== undefined) return { found };
    }
    return { found: undefined };
  }).found;
}

/** The users that a description names, if no path of the API has them. */
export function accountsOf({ resources }: Pick<Knowledge['plan'], 'resources'>): Resource | undefined {
  return [...resources.values()].find(({ shape }) => shape === accountsShape);
}

function signInOf(known: Knowledge['plan'], plan: OperationPlan): FoundSignIn | undefined {
  const request = readSignIn(known, plan);
  const best = request === undefined ? undefined : findSignedIn(known, request);
  return request === undefined || best === undefined ? undefined : { ...request, ...best };
}

/** The request and the response of an operation that accepts a user name and returns a token. */
export function readSignIn(
  { schemas }: Pick<Knowledge['plan'], 'schemas'>,
  plan: OperationPlan,
): Omit<FoundSignIn, 'users' | 'member'> | undefined {
  if (plan.operation.method !== 'POST' || plan.does !== 'answer') return undefined;
  // What sets up the first user signs nobody in.
  if (/\b(?:setup|onboarding|register|signup)\b/i.test(plan.operation.path)) return undefined;
  const body = Object.entries(plan.operation.requestBody?.content ?? {}).find(([type]) => /json|form/.test(type))?.[1]
    .schema;
  const names = [...schemas.chosen(body).properties.keys()];
  const password = names.find((name) => passwordNames.includes(normalizeName(name)));
  const isOpen = plan.operation.security.length === 0 && names.length < 4;
  const sent =
    names.find((name) => userNames.includes(normalizeName(name))) ??
    (isOpen && password === undefined ? names.find((name) => plainNames.includes(normalizeName(name))) : undefined);
  if (sent === undefined || (password === undefined && !isOpen)) return undefined;
  const success = plan.responses.find(({ key }) => key.startsWith('2'));
  const answers = [...(success?.content.values() ?? [])][0]?.schema;
  const hasToken = membersOf(schemas, answers).some(([name]) => tokenNames.test(normalizeName(name)));
  return hasToken ? { plan, sent, answers, ...(password === undefined ? {} : { password }) } : undefined;
}

/** The members of a response, and those of the objects in it. */
export function membersOf(schemas: SchemaReader, answers: unknown, depth = 3): (readonly [string, unknown])[] {
  const own = [...schemas.chosen(answers).properties];
  return depth <= 1 ? own : [...own, ...own.flatMap(([, property]) => membersOf(schemas, property, depth - 1))];
}

/** The resource whose records sign in, and the member that identifies them. */
export function findSignedIn(
  { schemas, resources }: Pick<Knowledge['plan'], 'schemas' | 'resources'>,
  { sent, answers }: Pick<FoundSignIn, 'sent' | 'answers'>,
): (Pick<FoundSignIn, 'users' | 'member'> & { readonly score: number }) | undefined {
  const candidates = [...resources.values()].flatMap((users) => {
    const names = [...schemas.chosen(users.schema).properties.keys()];
    const isKey = normalizeName(sent) === `${normalizeName(toSingular(users.name.split('.').at(-1) ?? ''))}id`;
    const member = names.find((name) => normalizeName(name) === normalizeName(sent)) ?? (isKey ? users.key : undefined);
    if (member === undefined || users.parents > 0 || users.single) return [];
    return [{ users, member, score: scoreOf(schemas, users, answers) }];
  });
  const [best] = candidates.sort((one, other) => other.score - one.score);
  return best === undefined || best.score <= 0 ? undefined : best;
}

/** How much says that the records of a resource sign in. */
function scoreOf(schemas: SchemaReader, { name, schema, shape, writable }: Resource, answers: unknown): number {
  if (shape === accountsShape) return 8;
  const members = membersOf(schemas, answers);
  const word = normalizeName(toSingular(name.split('.').at(-1) ?? name));
  const hasPassword = [...writable.keys()].some((each) => passwordNames.includes(normalizeName(each)));
  const isNamed = members.some(([each]) => normalizeName(each) === `${word}id`);
  const isShown = members.some(
    ([, each]) => schemas.chosen(each).properties.size > 0 && isRelatedSchema(schemas, each, schema),
  );
  return (hasPassword ? 4 : 0) + (isNamed ? 3 : 0) + (isShown ? 2 : 0) + (userResources.test(word) ? 1 : 0);
}
