import { isObject } from '@understudy/contract';
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

/** The session of a request, which searches records of users. */
interface Session {
  readonly work: {
    readonly served: { readonly plan: ApiPlan; readonly resourcesByName: ReadonlyMap<string, Resource> };
    readonly context: StoreContext;
    readonly caller?: Caller | undefined;
  };
  find(resource: string, key: unknown): unknown;
  all(resource: string): readonly unknown[];
  behaviorOf(resource: Resource): CompiledResource | undefined;
  keyOfRecord(record: unknown): string | undefined;
  evaluate(value: CompiledTemplate, given: Fields): unknown;
}

/** The values that expressions can read by name: the request, and the caller. */
export class WorkValues {
  [name: string]: unknown;
  callerOf: { readonly value: unknown } | undefined = undefined;

  get caller(): unknown {
    return this.callerOf?.value;
  }
}

/** Claims that identify the signed-in user, the most specific first. */
const names = ['sub', 'preferred_username', 'username', 'email'];

/** The caller as expressions read it, with the record of the signed-in user. Most requests do not read it. */
export class SessionCaller {
  readonly #session: Session;
  #areUsersStored = false;
  #value: unknown;

  constructor(session: Session) {
    this.#session = session;
  }

  /** The resource of the users who can sign in. */
  get users(): string | undefined {
    const { caller, served } = this.#session.work;
    return caller?.claims?.['resource'] ?? served.plan.model.login?.as;
  }

  /**
   * Allows the caller to be looked up in the stored users. The first request after a sign-in stores its time in the
   * record of the user.
   */
  useUsers(): void {
    this.#areUsersStored = true;
    const time = this.#session.work.caller?.claims?.['auth_time'];
    const user = time === undefined ? undefined : this.#findUser();
    if (user !== undefined) this.#value = this.#describe(this.#stampUser(user, new Date(Number(time) * 1000)));
  }

  get value(): unknown {
    if (this.#value !== undefined) return this.#value;
    // Computed members of a user can depend on the caller.
    this.#value = this.#describe();
    if (this.#areUsersStored) this.#value = this.#describe(this.#findUser());
    return this.#value;
  }

  #describe(user?: Fields): unknown {
    const { caller } = this.#session.work;
    return caller === undefined ? null : { ...caller.claims, ...caller, ...user };
  }

  /**
   * The record of the signed-in user, by the `login` of the model: its key or user name matches a claim of the token. A
   * token that matches nobody, such as an arbitrary string, belongs to the first user.
   */
  #findUser(): Fields | undefined {
    const { caller, served } = this.#session.work;
    const as = this.users;
    if (caller === undefined || as === undefined) return undefined;
    const member = served.plan.model.login?.member;
    const claimed = [...names.map((name) => caller.claims?.[name]), caller.clientId];
    const all = this.#session.all(as);
    for (const name of claimed.filter((each) => each !== undefined)) {
      const isCalled = (each: unknown) => {
        const own = member === undefined ? undefined : getMember(each, member);
        return own !== undefined && (own === name || String(own).startsWith(`${name}@`));
      };
      const found = this.#session.find(as, name) ?? all.find(isCalled);
      if (isObject(found)) return found;
    }
    const [first] = all;
    return isObject(first) ? first : undefined;
  }

  #stampUser(user: Fields, at: Date): Fields {
    const session = this.#session;
    const { served, context } = session.work;
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
    store.put(key, record, there);
    return { ...user, ...record };
  }
}
