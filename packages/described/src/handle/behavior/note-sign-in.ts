import type { Caller } from '@understudy/kernel';
import {
  type ApiPlan,
  type CompiledResource,
  type CompiledTemplate,
  getMember,
  type Resource,
} from '@understudy/model';
import { EntityStore, type StoreContext } from '../entity-store.js';
import { setAt } from './computed-members.js';

type Fields = Readonly<Record<string, unknown>>;

/** What works on the request of the user. */
interface Session {
  readonly work: {
    readonly served: { readonly plan: ApiPlan; readonly resourcesByName: ReadonlyMap<string, Resource> };
    readonly context: StoreContext;
    readonly caller?: Caller | undefined;
  };
  behaviorOf(resource: Resource): CompiledResource | undefined;
  keyOfRecord(record: unknown): string | undefined;
  evaluate(value: CompiledTemplate, given: Fields): unknown;
}

/** Stores the time of a sign-in with the user, when the first request after it arrives. */
export async function noteSignIn(session: Session, user: Fields): Promise<Fields> {
  const { caller, served, context } = session.work;
  const at = new Date(Number(caller?.claims?.['auth_time']) * 1000);
  const resource = served.resourcesByName.get(served.plan.model.login?.as ?? '');
  if (resource === undefined || Number.isNaN(at.getTime())) return user;
  const stamps = session.behaviorOf(resource)?.stamped.get('login') ?? [];
  const isOlder = stamps.some(
    ({ path }) => !(Date.parse(String(getMember(user, path.names.join('.')))) >= at.getTime()),
  );
  const key = session.keyOfRecord(user) ?? '';
  const store = new EntityStore(context, resource, []);
  const there = isOlder ? store.findSync(key) : undefined;
  if (there?.fields === undefined) return user;
  const record: Record<string, unknown> = { ...there.fields };
  for (const { path: location, expression: value } of stamps)
    setAt({ work: session.work, evaluate: () => at }, { resource, record, location, value });
  await store.put(key, record, there);
  return { ...user, ...record };
}
