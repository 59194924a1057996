import { joinPointer } from '@understudy/contract';
import { type FlatSchema, isRelatedSchema, normalizeName, type SchemaReader, toSingular } from '@understudy/model';
import {
  actorMembers,
  idMembers,
  nameMembers,
  recordMembers,
  stateAfter,
  stateBefore,
  subjectWords,
  timeMembers,
} from '../../words/event-members.js';
import { schemaPointerOf } from '../member-list.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { type EventSchema, listEventSchemas, speaksOf } from './event-schemas.js';

export const eventBodies: InferenceRule = {
  id: 'event-bodies',
  says: 'The members of what is told about an event follow from their names: its id, name and time, the record and its key.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const types = Object.entries(known.model.events?.types ?? {});
    if (types.length === 0) return;
    const schemas = [...listEventSchemas(known)];
    const reader = new BodyReader(known);
    const named = new Set(types.map(([name]) => normalizeName(name)));
    for (const [name] of types) {
      const webhooks = schemas.filter(({ isWebhook }) => isWebhook);
      const own =
        webhooks.find((each) => each.name === name) ??
        webhooks.find((each) => normalizeName(each.name) === normalizeName(name));
      const listing = webhooks.find(
        (each) => !named.has(normalizeName(each.name)) && speaksOf(known.plan.schemas, each.schema, name) === 'yes',
      );
      const [only] =
        webhooks.length === 1
          ? webhooks.filter((each) => speaksOf(known.plan.schemas, each.schema, name) === 'perhaps')
          : [];
      const webhook = own ?? listing ?? only;
      if (webhook === undefined) continue;
      yield { at: joinPointer('/events/types', name, 'webhook'), value: webhook.name, reason: { from: webhook.from } };
    }
    for (const { name, schema, kept, single } of known.plan.resources.values()) {
      const isLog = !kept && !single && types.some(([type]) => speaksOf(known.plan.schemas, schema, type) === 'yes');
      if (!isLog) continue;
      const from = schemaPointerOf(known.plan.schemas, { schema }, '') ?? '';
      schemas.push({ name, schema, from, isWebhook: false });
      yield { at: joinPointer('/events/channels', name, 'store'), value: name, reason: { from, says: name } };
    }
    for (const each of schemas) {
      const value = reader.read(each);
      if (value !== undefined)
        yield { at: joinPointer('/events/bodies', each.name), value, reason: { from: each.from } };
    }
  },
};

/** Writes the template of what is told about an event. */
class BodyReader {
  readonly #schemas: SchemaReader;
  readonly #resources: ReadonlyMap<string, unknown>;

  constructor({ plan, model }: Knowledge) {
    this.#schemas = plan.schemas;
    const names = new Set(Object.values(model.events?.types ?? {}).map(({ of }) => of));
    const about = [...plan.resources.values()].filter(({ name }) => names.has(name));
    this.#resources = new Map(
      about.map(({ name, schema }) => [normalizeName(toSingular(name.split(/[.:]/).at(-1) ?? '')), schema]),
    );
  }

  read({ schema, name: by }: EventSchema): unknown {
    const flat = this.#schemas.chosen(schema);
    if (flat.properties.size === 0) return undefined;
    const isEvent = [...flat.properties.keys()].some(
      (name) => nameMembers.test(normalizeName(name)) && !this.#isOfRecord(name),
    );
    const isRecord = [...this.#resources.values()].some((each) => isRelatedSchema(this.#schemas, schema, each));
    // A kind of record can be called an event.
    if (isRecord && !isEvent) return by === '*' ? undefined : '=event.record';
    return Object.fromEntries([...flat.properties].map(([name, property]) => [name, this.#member(name, property)]));
  }

  #isOfRecord(name: string): boolean {
    return [...this.#resources.values()].some((each) => this.#schemas.chosen(each).properties.has(name));
  }

  #member(name: string, property: unknown): unknown {
    const plain = normalizeName(name);
    const chosen = this.#schemas.chosen(property);
    const isText = chosen.types.length === 0 || chosen.types.includes('string');
    if (nameMembers.test(plain) && isText && chosen.properties.size === 0) return '=event.type';
    if (recordMembers.test(plain) || this.#resources.has(plain)) {
      const held = this.#record(property, chosen);
      if (held !== undefined) return held;
    }
    if (stateBefore.test(plain)) return '=event.before';
    if (stateAfter.test(plain)) return '=event.after';
    if (timeMembers.test(plain))
      return chosen.types.some((type) => type === 'integer' || type === 'number') ? '=event.seconds' : '=event.at';
    if (idMembers.test(plain)) return '=event.id';
    const [, subject = '', part] = /^(.+?)(id|key|type|kind)$/.exec(plain) ?? [];
    if (subjectWords.includes(subject)) return part === 'id' || part === 'key' ? '=event.key' : '=event.subject';
    if (actorMembers.test(plain)) return '=event.caller';
    const own = /^[A-Za-z_]\w*$/.test(name) ? `event.record.${name}` : 'null';
    const isKey = this.#resources.has(subject) && (part === 'id' || part === 'key');
    return isKey ? `=event.is == ${JSON.stringify(subject)} ? event.key : ${own}` : `=${own}`;
  }

  /** The record, or an object with it. */
  #record(property: unknown, { types, properties }: FlatSchema): unknown {
    const isObjectLike =
      types.length === 0 || types.includes('object') || this.#schemas.flat(property).alternatives.length > 0;
    if (!isObjectLike) return undefined;
    const [inner, more] = [...properties.keys()];
    const isNested = inner !== undefined && more === undefined && recordMembers.test(inner);
    return isNested ? { [inner]: '=event.record' } : '=event.record';
  }
}
