import type { Operation } from '@understudy/contract';
import { getMember, type Resource } from '@understudy/model';
import type { GeneratedRequest } from '../generated-request.js';
import { namesKey, toScript } from './state-script.js';
import type { StateSession } from './state-session.js';
import type { StateStep } from './state-step.js';

/** The records of a sequence, for requests after it. */
export class KnownRecords {
  readonly #session: StateSession;
  readonly #creations: readonly StateStep[];

  constructor(session: StateSession) {
    this.#session = session;
    this.#creations = session.steps.filter(({ planned, status }) => planned.plan.does === 'create' && status < 300);
  }

  /** Keys of records, by the parameters of an operation that name them, and by members with what contains them. */
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

  /** Writes a request as a shell script that first creates the records that it names. */
  script(operation: Operation, request: GeneratedRequest): string | undefined {
    const { context } = this.#session;
    const plan = context.plan.operations.get(operation.operationId);
    if (plan === undefined) return undefined;
    const parts = { access: 'own', status: 0, headers: {}, body: undefined, isConcurrent: false } as const;
    const last: StateStep = { planned: { plan, path: {}, query: {}, headers: {} }, request, ...parts };
    const steps = [last];
    for (const step of this.#creations.toReversed()) {
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
