import { isObject, stringifyJson } from '@understudy/contract';
import {
  type ApiPlan,
  entitySchema,
  getMember,
  normalizeName,
  type OperationPlan,
  type Resource,
} from '@understudy/model';
import { draftRequest, varyBody } from './draft-request.js';
import { findItem } from './find-item.js';
import { hasParents, namesInvented } from './named-records.js';
import { encodePlanned, PlanClient, type PlannedRequest, sendsBody } from './plan-client.js';
import { selectListed } from './select-listed.js';

/** A response of a scratch sandbox. */
export interface ScratchAnswer {
  readonly status: number;
  readonly body: unknown;
  /** The `Location` header. */
  readonly location?: string | undefined;
}

/** Sends a request to a scratch sandbox of the API without security. The body is JSON if its media type is. */
export type ScratchSender = (request: {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}) => Promise<ScratchAnswer>;

/** The steps of testing a resource, in order. */
export const trialSteps = ['create', 'key', 'read', 'list', 'change', 'act', 'delete', 'gone'] as const;

/** The first step that fails for a resource. */
export interface PlanProblem {
  readonly step: (typeof trialSteps)[number];
  readonly resource: Resource;
  readonly plan: OperationPlan;
  readonly message: string;
  /** The response, and the request body. */
  readonly answer: ScratchAnswer;
  readonly sent: unknown;
  /** The key of the test record, if known. */
  readonly key?: unknown;
}

/** Maximum length of a response quoted in a problem. */
const longestReason = 300;

interface Exchange extends ScratchAnswer {
  readonly request: PlannedRequest;
}

type ToProblem = (step: PlanProblem['step'], plan: OperationPlan, answer: Exchange, message: string) => PlanProblem;

/** Statuses that indicate an invalid request. */
const invalid = new Set([400, 406, 413, 415, 422]);

/** True if a rejected request does not match the description, so that another request could be accepted. */
function isInvalid({ status, request: { plan, path, query, headers, ...request } }: Exchange): boolean {
  if (!invalid.has(status)) return false;
  const body = sendsBody(plan) ? request.body : undefined;
  const { findings } = plan.operation.validateRequest({
    path: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, String(value)])),
    query: new URLSearchParams(query),
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': body.type }) },
    mediaType: body?.type,
    body: body?.value,
  });
  return findings.length > 0;
}

/** Tests the resources of a plan on one sandbox. */
export class PlanTrial {
  readonly #plan: ApiPlan;
  readonly #client: PlanClient<Exchange>;

  constructor(plan: ApiPlan, send: ScratchSender) {
    this.#plan = plan;
    this.#client = new PlanClient(plan, async (request) => ({ ...(await send(encodePlanned(request))), request }));
  }

  /**
   * Creates a record, reads, lists and changes it, applies actions and deletes it, with each operation that supports
   * the step.
   *
   * @returns the first step that fails. Undefined if all succeed, or if no valid creation request is found
   */
  async problemOf(resource: Resource): Promise<PlanProblem | undefined> {
    const client = this.#client;
    const creates = client.operation(resource, 'create');
    if (creates === undefined) return undefined;
    const made = await client.call(creates);
    let key: unknown;
    const problem: ToProblem = (step, plan, answer, message) => {
      const sent = answer.request.body?.value;
      return { step, resource, plan, answer, key, message: `${resource.name}: ${message}`, sent };
    };
    if (!isSuccess(made)) {
      const { request } = made;
      const used = (target: Resource) => client.used(target);
      const isInvented =
        !hasParents(request, used) || (invalid.has(made.status) && namesInvented(this.#plan, request, used));
      const isUnmeant = isInvalid(made) || made.status === 409 || isInvented;
      const reason = stringifyJson(made.body ?? '')?.slice(0, longestReason);
      const message = `storing one fails with ${made.status}: ${reason}`;
      return isUnmeant ? undefined : problem('create', creates, made, message);
    }
    key = await this.#keyOf(creates, made);
    if (key === undefined)
      return made.body === undefined || made.body === ''
        ? undefined
        : problem('key', creates, made, 'the response to a creation does not contain its key');
    client.use(resource, key);
    const record = { resource, key, made };
    for (const plan of this.#plan.operations.values()) {
      if (plan.resource?.shape !== resource.shape || plan.key?.in === 'literal') continue;
      const failed = await this.#failureOf(plan, record);
      if (failed !== undefined) return problem(failed.step, plan, failed.answer, failed.message);
    }
    return await this.#deletionOf(record, problem);
  }

  /** The key of a new record: from the response, its `Location`, the request, or the list. */
  async #keyOf(creates: OperationPlan, made: Exchange): Promise<unknown> {
    const { resource } = creates;
    const shown = this.#client.keyIn(creates, made.body);
    if (shown !== undefined && shown !== null) return shown;
    const located = made.location
      ?.replace(/[?#].*$/, '')
      .split('/')
      .at(-1);
    const reads = resource && this.#client.operation(resource, 'read');
    const path = reads?.operation.path.split('/').at(-1);
    if (
      located &&
      path?.startsWith('{') &&
      made.location?.split('/').at(-2) === reads?.operation.path.split('/').at(-2)
    )
      return decodeURIComponent(located);
    if (resource?.key === undefined) return undefined;
    const entity = getMember(made.request.body?.value, creates.sent.join('.'));
    const [one] = Array.isArray(entity) ? entity : [entity];
    const sent = getMember(one, resource.key);
    if ((typeof sent === 'string' && sent !== '') || (typeof sent === 'number' && sent !== 0)) return sent;
    const lists = this.#client.operation(resource, 'list');
    const listed = lists && (await this.#client.call(lists));
    const all = listed && lists && getMember(listed.body, lists.wrapped.join('.'));
    const last = Array.isArray(all) && listed?.status === 200 ? getMember(all.at(-1), resource.key) : undefined;
    return last ?? undefined;
  }

  async #failureOf(
    plan: OperationPlan,
    { resource, key, made }: { readonly resource: Resource; readonly key: unknown; readonly made: Exchange },
  ): Promise<(Pick<PlanProblem, 'step' | 'message'> & { readonly answer: Exchange }) | undefined> {
    const { does } = plan;
    if (does === 'read') {
      // The status of the response reports whether the action took place.
      if (plan.effects !== undefined) return undefined;
      const answer = await this.#client.call(plan, { key });
      if (isInvalid(answer) && !isKeyRefused(answer, plan)) return undefined;
      if (!isSuccess(answer))
        return { step: 'read', answer, message: `stores one, but reading it back fails with ${answer.status}` };
      return undefined;
    }
    if (does === 'list') {
      // The record can be in the list of another parent, or not be selected by a required text.
      if (plan.list?.refersTo !== undefined || plan.list?.refers !== undefined || (plan.scope?.length ?? 0) > 0)
        return undefined;
      const query = selectListed(plan, [made.body, made.request.body?.value]);
      const answer = await this.#client.call(plan, { key, query: query ?? {} });
      if (isInvalid(answer)) return undefined;
      if (!isSuccess(answer))
        return { step: 'list', answer, message: `stores one, but listing it fails with ${answer.status}` };
      const shown = getMember(answer.body, plan.wrapped.join('.'));
      const isListed =
        query === undefined ||
        !Array.isArray(shown) ||
        shown.some((one) => isOf(resource, one, key)) ||
        (shown.length > 0 && !this.#showsKeys(plan, resource));
      return isListed ? undefined : { step: 'list', answer, message: 'stores one, but its list does not contain it' };
    }
    if (does === 'update' || does === 'replace') {
      const drafted = draftRequest(this.#plan.schemas, plan).body;
      const body = drafted === undefined ? undefined : varyBody(plan, drafted).value;
      const answer = await this.#client.call(plan, { key, body });
      if (isInvalid(answer) || refusals.has(answer.status)) return undefined;
      const word = does === 'update' ? 'changing' : 'replacing';
      if (!isSuccess(answer))
        return { step: 'change', answer, message: `stores one, but ${word} it fails with ${answer.status}` };
      const lost = await this.#lostMember(plan, answer, { resource, key });
      return lost === undefined
        ? undefined
        : {
            step: 'change',
            answer,
            message: `${word} it with ${plan.operation.operationId} does not change its ${lost}`,
          };
    }
    if (does === 'act') {
      const path = await findItem(this.#client, plan, key);
      if (path === undefined) return undefined;
      const answer = await this.#client.call(plan, { key, path });
      const isHeld = isSuccess(answer) || (answer.status !== 404 && answer.status < 500);
      return isHeld
        ? undefined
        : { step: 'act', answer, message: `stores one, but ${plan.operation.operationId} fails with ${answer.status}` };
    }
    return undefined;
  }

  /** True if the items of a list contain their keys. */
  #showsKeys(plan: OperationPlan, { key }: Resource): boolean {
    const { schemas } = this.#plan;
    const { items } = schemas.chosen(entitySchema(schemas, plan));
    return key === undefined || schemas.chosen(items).open || schemas.member(items, key) !== undefined;
  }

  /** Finds a member that was changed but is not shown in the record. */
  async #lostMember(
    plan: OperationPlan,
    answer: Exchange,
    { resource, key }: { readonly resource: Resource; readonly key: unknown },
  ): Promise<string | undefined> {
    const reads = this.#client.operation(resource, 'read');
    const sent = getMember(answer.request.body?.value, plan.sent.join('.'));
    if (reads === undefined || !isObject(sent)) return undefined;
    const read = await this.#client.call(reads, { key });
    const entity = getMember(read.body, reads.wrapped.join('.'));
    if (!isSuccess(read) || !isObject(entity)) return undefined;
    const { schemas, behavior } = this.#plan;
    const { statement } = behavior.resources.get(resource.name) ?? {};
    const computed = new Set(
      Object.entries(statement?.members ?? {}).flatMap(([name, { value }]) => (value === undefined ? [] : [name])),
    );
    const lost = Object.entries(sent).find(([name, value]) => {
      const shown = entity[name];
      const { keywords } = schemas.flat(schemas.chosen(resource.schema).properties.get(name));
      const isOwn =
        computed.has(name) ||
        keywords['readOnly'] === true ||
        keywords['enum'] !== undefined ||
        normalizeName(name) === normalizeName(resource.key ?? '');
      return (
        !isOwn &&
        ['string', 'number', 'boolean'].includes(typeof value) &&
        typeof shown === typeof value &&
        shown !== value
      );
    });
    return lost?.[0];
  }

  /** True if a deleted record remains readable in another state. */
  #endsIn({ name }: Resource, { operation }: OperationPlan): boolean {
    const lifecycle = this.#plan.behavior.resources.get(name)?.lifecycle;
    return lifecycle?.byOperation.get(operation.operationId)?.some(({ to }) => to !== undefined) === true;
  }

  async #deletionOf(
    { resource, key }: { readonly resource: Resource; readonly key: unknown },
    problem: ToProblem,
  ): Promise<PlanProblem | undefined> {
    const client = this.#client;
    const deletes = client.operation(resource, 'delete');
    if (deletes === undefined) return undefined;
    const answer = await client.call(deletes, { key });
    if (isInvalid(answer) || refusals.has(answer.status)) return undefined;
    if (!isSuccess(answer))
      return problem('delete', deletes, answer, `stores one, but deleting it fails with ${answer.status}`);
    // The next tests below the resource need a new record.
    client.use(resource, undefined);
    const reads = client.operation(resource, 'read');
    if (reads === undefined || resource.marksDeleted === true || this.#endsIn(resource, deletes)) return undefined;
    const after = await client.call(reads, { key });
    return isSuccess(after) ? problem('gone', reads, after, 'a deleted one can still be read') : undefined;
  }
}

/** True if a request was rejected because of the key in its path. */
function isKeyRefused({ body }: ScratchAnswer, { key }: OperationPlan): boolean {
  return key?.in === 'path' && JSON.stringify(body)?.includes(`/path/${key.name}`) === true;
}

function isOf({ key }: Resource, entity: unknown, value: unknown): boolean {
  return key === undefined || String(getMember(entity, key)) === String(value);
}

/** Statuses of valid requests that were rejected. They do not show that a plan is wrong. */
const refusals: ReadonlySet<number> = new Set([401, 402, 403, 409, 412, 423, 428]);

/** Includes redirects, which can be the only success response of an operation. */
function isSuccess({ status }: { readonly status: number }): boolean {
  return status >= 200 && status < 400;
}
