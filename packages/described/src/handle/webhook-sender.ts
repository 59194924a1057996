import { isObject, membersOf, resolveReference } from '@understudy/contract';
import type { UnitContext, WebhookMethod, WebhookPolicy } from '@understudy/kernel';
import { isRelatedSchema, normalizeName, type Resource } from '@understudy/model';
import { shapeValue, showStored } from '../answer/show-stored.js';
import { generateMeaningfulValue } from '../meaning/generate-meaningful-value.js';
import { type ApiRuntime, type ResourceCall, readObjectBody } from './api-runtime.js';
import { findSubscribers, findSubscriptionCallback } from './find-subscribers.js';
import { webhookUrlSetting } from './settings.js';

type Fields = Readonly<Record<string, unknown>>;

const sendable: Readonly<Record<string, WebhookMethod>> = {
  post: 'POST',
  put: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  get: 'GET',
  head: 'HEAD',
  options: 'OPTIONS',
};

/** Methods that have a body only if the description states one. */
const bodyless: ReadonlySet<WebhookMethod> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS']);

/** The record that webhooks are about, and the delivery settings. */
interface Subject {
  readonly resource: Resource | undefined;
  readonly fields: Fields;
  readonly facts: ResourceCall['facts'];
  /** Deviations from the API's webhook policy. */
  readonly policy?: Partial<WebhookPolicy>;
  /** Creates the body that the model states, if any. */
  readonly payload?: (by: string, schema: unknown) => unknown;
}

export class WebhookSender {
  readonly #served: ApiRuntime;
  readonly #context: UnitContext;
  readonly #subject: Subject & Required<Pick<Subject, 'policy'>>;
  readonly #webhooks: Fields;

  constructor(served: ApiRuntime, context: UnitContext, subject: Subject) {
    this.#served = served;
    this.#context = context;
    this.#subject = { ...subject, policy: { ...served.plan.model.webhooks, ...subject.policy } };
    const { webhooks }: { webhooks?: unknown } = membersOf(served.plan.schemas.document);
    this.#webhooks = isObject(webhooks) ? webhooks : {};
  }

  /** Sends webhooks to the configured URL and events to the subscribers. @returns the number of deliveries */
  async notify(names: readonly string[], parents: readonly unknown[]): Promise<number> {
    let sent = names.filter((name) => this.sendWebhook(name)).length;
    const [first = ''] = names;
    const item = names.map((name) => this.#itemOf(name)).find((each) => each !== undefined);
    for (const { url, policy } of await findSubscribers(this.#served, this.#context, { names, parents })) {
      this.deliver(first, url, policy, item);
      sent += 1;
    }
    return sent;
  }

  /** Sends a described webhook to the configured URL. @returns false if either is missing */
  sendWebhook(name: string): boolean {
    const target = this.#context.settings.of(webhookUrlSetting);
    const item = this.#itemOf(name);
    if (target === null || item === undefined) return false;
    this.post(name, item, target);
    return true;
  }

  /** Sends an event to a receiver: as its described request, or else in the form of the event schema. */
  deliver(name: string, url: string, policy: Partial<WebhookPolicy>, item = this.#itemOf(name)): void {
    if (item !== undefined) this.post(name, item, url, policy);
    else this.#postEvent(name, url, policy);
  }

  /**
   * The described request of an event: the webhook or callback that the model names, or else the webhook with the
   * event's name.
   */
  #itemOf(name: string): unknown {
    const { webhook = name } = this.#served.plan.model.events?.types?.[name] ?? {};
    return this.#webhooks[webhook] ?? findSubscriptionCallback(this.#served, webhook);
  }

  /** Sends the first request that is described in a callback or webhook. */
  post(...[name, item, url, policy = {}]: readonly [string, unknown, string, Partial<WebhookPolicy>?]): void {
    const { document } = this.#served.plan.schemas;
    const [method, operation] =
      Object.entries(resolveReference(document, item) ?? {})
        .map(([each, node]) => [sendable[each], node] as const)
        .find(([each, node]) => each !== undefined && isObject(node) && isObject(node['responses'])) ?? [];
    if (method === undefined || !URL.canParse(url)) return;
    const body = resolveReference(document, membersOf(operation)['requestBody']);
    const [type = 'application/json', entry] =
      Object.entries(isObject(body?.['content']) ? body['content'] : {})[0] ?? [];
    const isEmpty = body === undefined && bodyless.has(method);
    this.#send(name, policy, {
      url,
      ...(method === 'POST' ? {} : { method }),
      headers: isEmpty ? {} : { 'content-type': type.includes('json') ? type : 'application/json' },
      body: isEmpty ? undefined : this.#payload(isObject(entry) ? entry['schema'] : {}, name),
    });
  }

  /** Sends an event that has no described webhook, in the form of the event schema. */
  #postEvent(name: string, url: string, policy: Partial<WebhookPolicy>): void {
    const { schemas } = this.#served.plan;
    const { fields, facts } = this.#subject;
    if (!URL.canParse(url)) return;
    const { components }: { components?: unknown } = membersOf(schemas.document);
    const named = Object.entries(membersOf(membersOf(components)['schemas'])).find(([each]) =>
      /^(webhook)?event(payload)?$/.test(normalizeName(each)),
    );
    const timestamp = facts.now.toISOString();
    const [, schema] = named ?? [];
    const told = this.#subject.payload?.('*', schema);
    const isHeld = schemas.chosen(schemas.member(schema, 'data')).properties.has('object');
    const data = isHeld ? { object: fields } : fields;
    const created = Math.floor(facts.now.getTime() / 1000);
    const id = told === undefined ? this.#context.ids.next('event') : '';
    const said = { id, type: name, event: name, created, created_at: timestamp, timestamp, data };
    const own = schema === undefined ? { type: name, timestamp, data } : shapeValue(schemas, said, schema, facts);
    this.#send(name, policy, { url, headers: { 'content-type': 'application/json' }, body: told ?? own });
  }

  #send(
    reference: string,
    policy: Partial<WebhookPolicy>,
    request: Omit<Parameters<UnitContext['webhooks']['send']>[0]['request'], 'policy'>,
  ): void {
    const { header } = this.#served.plan.model.events ?? {};
    const headers = header === undefined ? request.headers : { ...request.headers, [header.toLowerCase()]: reference };
    const whole = { ...this.#served.webhookPolicy, ...this.#subject.policy, ...policy };
    this.#context.webhooks.send({ tenantId: '', reference, request: { ...request, headers, policy: whole } });
  }

  /** Returns the payload of a webhook: the entity itself, or an envelope that contains the entity and the event. */
  #payload(schema: unknown, name: string): unknown {
    const { schemas } = this.#served.plan;
    const { resource, fields, facts, payload } = this.#subject;
    const { webhook = name } = this.#served.plan.model.events?.types?.[name] ?? {};
    const told = payload?.(webhook, schema);
    if (told !== undefined) return told;
    const flat = schemas.chosen(schema);
    const members = [...flat.properties].map(([member, property]) => {
      const { properties } = schemas.chosen(property);
      return { member, property, names: [...properties.keys()] };
    });
    const holder =
      members.find(
        ({ property, names }) =>
          resource !== undefined && names.length > 1 && isRelatedSchema(schemas, property, resource.schema),
      ) ?? members.find(({ names }) => names.length > 0 && names.every((each) => Object.hasOwn(fields, each)));
    const isThing =
      resource !== undefined &&
      (flat.names.some((each) => schemas.chosen(resource.schema).names.includes(each)) ||
        (holder === undefined && isRelatedSchema(schemas, schema, resource.schema)));
    const shape = (value: unknown) =>
      resource === undefined
        ? shapeValue(schemas, value, schema, facts)
        : showStored(schemas, value, { schema, facts });
    if (isThing || flat.properties.size === 0) return shape(fields);
    const generate = () => generateMeaningfulValue(schemas, schema, { ...facts, seed: name });
    const said: Record<string, unknown> = {
      ...(resource === undefined ? readObjectBody(generate()) : {}),
      ...fields,
      ...(holder === undefined ? {} : { [holder.member]: fields }),
    };
    for (const { member, property } of members) {
      const { types, keywords } = schemas.chosen(property);
      const isEvent = schemas.names.get(member)?.tellsEvent === true && types.includes('string');
      const allowed: unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : [name];
      const isTold = resource === undefined && fields[member] !== undefined;
      if (isEvent && !isTold && keywords['const'] === undefined)
        said[member] = allowed.find((each) => normalizeName(name).includes(normalizeName(String(each)))) ?? allowed[0];
      if (keywords['format'] === 'date-time') said[member] = fields[member] ?? facts.now.toISOString();
    }
    return shape(said) ?? generate();
  }
}
