import type { Operation } from '@understudy/contract';
import { getMember, type Resource } from '@understudy/model';
import type { GeneratedRequest } from '../generated-request.js';
import { namesKey, toScript } from './state-scenario.js';
import type { StateSession } from './state-session.js';
import type { StateStep } from './state-step.js';

/** The records of a sequence, for use in later requests. */
export class KnownRecords {
  readonly #session: StateSession;

  constructor(session: StateSession) {
    this.#session = session;
  }

  /**
   * Returns keys of records by the names of the operation's parameters, and of members with their parents, that refer
   * to them.
   */
  keysFor({ operationId }: Operation): Readonly<Record<string, readonly unknown[]>> {
    const { plan } = this.#session.context;
    const { key, through = [], resource, sent = [] } = plan.operations.get(operationId) ?? {};
    const { references = [] } = plan.behavior.resources.get(resource?.name ?? '') ?? {};
    const named = [
      ...(key?.in === 'path' && resource !== undefined ? [{ name: key.name, of: resource }] : []),
      ...through.flatMap(({ sources, resource: of }) => sources.slice(-1).map(({ name }) => ({ name, of }))),
      ...references.flatMap(({ member, resource: wanted }) => {
        const of = [...plan.resources.values()].find(({ name }) => name === wanted);
        const path = [...sent, ...(member.list ?? []), ...member.names];
        return of === undefined ? [] : [{ name: path.slice(-2).join('/'), of }];
      }),
    ];
    return Object.fromEntries(
      named.flatMap(({ name, of }) => {
        const keys = this.#keys(of);
        return keys.length === 0 ? [] : [[name, keys] as const];
      }),
    );
  }

  /**
   * Creates a record for an operation with a body, so that the operation is not rejected for its state or location.
   *
   * @returns the keys in the path, by parameter
   */
  async create(operation: Operation): Promise<Readonly<Record<string, readonly unknown[]>>> {
    const session = this.#session;
    const { key, resource, through = [] } = session.context.plan.operations.get(operation.operationId) ?? {};
    const isOwn = key?.in === 'path';
    const wanted = isOwn ? resource : through.at(-1)?.resource;
    if (operation.requestBody === undefined || wanted === undefined) return {};
    const created = await session.create({ resource: wanted }).catch(() => undefined);
    if (created === undefined) return {};
    const { path } = created.step.planned;
    const above = created.creates.through;
    const own = isOwn ? key : through.at(-1)?.sources.at(-1);
    const named = through.flatMap(({ sources }, index) =>
      sources.flatMap(({ in: place, name }, at) => {
        const value = path[above[index]?.sources[at]?.name ?? ''];
        return place !== 'path' || value === undefined ? [] : [[name, [value]] as const];
      }),
    );
    return Object.fromEntries([...named, ...(own === undefined ? [] : [[own.name, [created.key]] as const])]);
  }

  /** Writes a request as a shell script that first creates the records it uses. */
  script(operation: Operation, request: GeneratedRequest): string | undefined {
    const { context } = this.#session;
    const plan = context.plan.operations.get(operation.operationId);
    if (plan === undefined) return undefined;
    const parts = { access: 'own', status: 0, headers: {}, body: undefined, isConcurrent: false } as const;
    const last: StateStep = { planned: { plan, path: {}, query: {}, headers: {} }, request, ...parts };
    const steps = [last];
    const creations = this.#session.steps.filter(
      ({ planned, status }) => planned.plan.does === 'create' && status < 300,
    );
    for (const step of creations.toReversed()) {
      const { resource, wrapped } = step.planned.plan;
      const key = resource?.key === undefined ? undefined : getMember(step.body, [...wrapped, resource.key].join('.'));
      const isNamed = key !== undefined && steps.some((each) => namesKey(each, String(key), context.options));
      if (isNamed) steps.unshift(step);
    }
    return steps.length === 1 ? undefined : toScript(steps, context.options);
  }

  /** Deletes the records, as far as the API allows it. */
  async remove(): Promise<void> {
    await this.#session.removeCreated();
  }

  #keys({ name, key = '' }: Resource): readonly unknown[] {
    const records = [...this.#session.context.plan.resources.values()]
      .filter((each) => each.name === name)
      .flatMap((each) => this.#session.shown.known(each));
    return records
      .slice(-mostKeys)
      .map((record) => getMember(record, key))
      .filter((value) => typeof value === 'string' || typeof value === 'number');
  }
}

const mostKeys = 5;
