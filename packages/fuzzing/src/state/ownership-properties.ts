import { cloneJson, isObject, membersOf } from '@understudy/contract';
import { entitySchema, getMember, type OperationPlan, setMember } from '@understudy/model';
import { changeBody, wrongValue } from './compare-entities.js';
import { expectUnlisted } from './expect-state.js';
import type { StateProperty, StateSession } from './state-session.js';
import type { StateStep, Violation } from './state-step.js';

/** Properties about which members the server sets, and about the ownership of records, by id. */
export const ownershipProperties: Readonly<Record<string, StateProperty>> = {
  async 'owns-its-members'(session) {
    const [read, creates] = [session.operation('read'), session.operation('create')];
    if (creates === undefined) return undefined;
    const created = await session.create();
    if (created === undefined) return undefined;
    for (const [name, value] of foreignValues(session, read ?? creates, creates)) {
      const fresh = session.context.variants.body(creates);
      const step = await session.call(creates, { body: withMember(creates, fresh, { name, value }), isExact: true });
      if (step.status < 300) session.created(creates, step);
      const taken = step.status < 300 ? takenFrom(step, name, value) : undefined;
      if (taken !== undefined) return taken;
    }
    for (const does of ['update', 'replace'] as const) {
      const update = session.operation(does);
      if (read === undefined || update === undefined) continue;
      const change = changeBody(session, { plan: update, created, before: created.step, most: 1 });
      for (const [name, value] of foreignValues(session, read, update)) {
        if (name === session.resource.key) continue;
        const body = withMember(update, change?.body ?? created.body, { name, value });
        const step = await session.call(update, { key: created.key, body, isExact: true });
        if (step.status >= 300 || step.status === 202) continue;
        const taken = takenFrom(await session.call(read, { key: created.key }), name, value);
        if (taken !== undefined) return taken;
      }
    }
    return undefined;
  },

  async 'lists-its-own'(session) {
    const list = session.operation('list');
    const above = list?.through.at(-1)?.resource;
    if (list === undefined || above === undefined || above === session.resource) return undefined;
    const created = await session.create();
    if (created?.creates.through.at(-1)?.resource !== above) return undefined;
    const other = await session.create({ resource: above });
    if (created === undefined || other === undefined) return undefined;
    session.use(above, other.key);
    return await expectUnlisted(session, list, created, 'the list shows an entity that belongs to another one');
  },
};

const mostForeign = 8;

/** Returns values for members that responses contain, but that requests cannot set according to the description. */
function foreignValues(
  { context, resource }: StateSession,
  shows: OperationPlan,
  plan: OperationPlan,
): readonly (readonly [name: string, value: unknown])[] {
  const { schemas } = context.plan;
  const sent = plan.sent.reduce<unknown>(
    (schema, name) => schemas.chosen(schema).properties.get(name),
    Object.values(plan.operation.requestBody?.content ?? {})[0]?.schema,
  );
  const accepted = schemas.chosen(sent).properties;
  const values: (readonly [name: string, value: unknown])[] = [];
  // Servers can store additional members of an open schema.
  if (schemas.flat(sent).keywords['additionalProperties'] !== false) return values;
  for (const [name, schema] of schemas.chosen(entitySchema(schemas, shows)).properties) {
    const { types, keywords } = schemas.flat(schema);
    if (accepted.has(name)) continue;
    const [, ...states]: unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : [];
    if (keywords['format'] === 'date-time') values.push([name, '2001-02-03T04:05:06.789Z']);
    else if (keywords['enum'] !== undefined) values.push(...states.slice(-1).map((state) => [name, state] as const));
    else if (types.includes('integer')) values.push([name, 987_654]);
    else if (name === resource.key && types.includes('string')) values.push([name, context.variants.uuid()]);
  }
  return values.slice(0, mostForeign);
}

function withMember(
  { sent }: OperationPlan,
  body: unknown,
  { name, value }: { readonly name: string; readonly value: unknown },
): unknown {
  const copy = cloneJson(body);
  if (isObject(copy)) setMember(copy, [...sent, name].join('.'), value);
  return copy;
}

/** Creates the violation for a response that contains a value from the request. */
function takenFrom(step: StateStep, name: string, value: unknown): Violation | undefined {
  const shown = membersOf(getMember(step.body, step.planned.plan.wrapped.join('.')))[name];
  const isTaken = String(shown) === String(value) || Date.parse(String(shown)) === Date.parse(String(value));
  return isTaken ? wrongValue(step, `a request sets ${name}, which the server sets`, [name], shown, '!=') : undefined;
}
