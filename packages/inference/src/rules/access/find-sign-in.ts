import {
  isRelatedSchema,
  normalizeName,
  type OperationPlan,
  type Resource,
  remember,
  type SchemaReader,
  toSingular,
} from '@understudy/model';
import { passwordNames, tokenNames, userNames, userResources } from '../../words/access-words.js';
import type { Knowledge } from '../rule.js';

/** The operation with which the users of an API sign in. */
export interface FoundSignIn {
  readonly plan: OperationPlan;
  readonly users: Resource;
  /** The member of a user that identifies it, and that of the request. */
  readonly member: string;
  readonly sent: string;
  readonly password: string;
  /** The schema of the response. */
  readonly answers: unknown;
}

const known = new WeakMap<object, { readonly found: FoundSignIn | undefined }>();

/** Finds the operation that takes a user name and a password and answers with a token, if the users are records of the API. */
export function findSignIn({ plan }: Knowledge): FoundSignIn | undefined {
  return remember(known, plan, () => {
    for (const operation of plan.operations.values()) {
      const found = signInOf(plan, operation);
      if (found !== undefined) return { found };
    }
    return { found: undefined };
  }).found;
}

function signInOf({ schemas, resources }: Knowledge['plan'], plan: OperationPlan): FoundSignIn | undefined {
  if (plan.operation.method !== 'POST' || plan.does !== 'answer') return undefined;
  const body = Object.entries(plan.operation.requestBody?.content ?? {}).find(([type]) => /json|form/.test(type))?.[1]
    .schema;
  const sent = [...schemas.chosen(body).properties.keys()];
  const password = sent.find((name) => passwordNames.includes(normalizeName(name)));
  const user = sent.find((name) => userNames.includes(normalizeName(name)));
  if (password === undefined || user === undefined) return undefined;
  const success = plan.responses.find(({ key }) => key.startsWith('2'));
  const answers = [...(success?.content.values() ?? [])][0]?.schema;
  const members = [...schemas.chosen(answers).properties.keys()];
  if (!members.some((name) => tokenNames.test(normalizeName(name)))) return undefined;
  const candidates = [...resources.values()].flatMap((resource) => {
    const member = [...schemas.chosen(resource.schema).properties.keys()].find(
      (name) => normalizeName(name) === normalizeName(user),
    );
    if (member === undefined || resource.parents > 0 || resource.single) return [];
    return [{ resource, member, score: scoreOf(schemas, resource, members, answers) }];
  });
  const [best] = candidates.sort((one, other) => other.score - one.score);
  return best === undefined || best.score <= 0
    ? undefined
    : { plan, users: best.resource, member: best.member, sent: user, password, answers };
}

/** How much says that the records of a resource sign in. */
function scoreOf(
  schemas: SchemaReader,
  { name, schema, writable }: Resource,
  members: readonly string[],
  answers: unknown,
): number {
  const word = normalizeName(toSingular(name));
  const hasPassword = [...writable.keys()].some((each) => passwordNames.includes(normalizeName(each)));
  const isNamed = members.some((each) => normalizeName(each) === `${word}id`);
  const isShown = [...schemas.chosen(answers).properties.values()].some((each) =>
    isRelatedSchema(schemas, each, schema),
  );
  return (hasPassword ? 4 : 0) + (isNamed ? 3 : 0) + (isShown ? 2 : 0) + (userResources.test(word) ? 1 : 0);
}
