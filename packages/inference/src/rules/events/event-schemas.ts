import { isObject, joinPointer, resolveReference } from '@understudy/contract';
import { normalizeName, type SchemaReader } from '@understudy/model';
import { nameMembers } from '../../words/event-members.js';
import { placeOfOperation } from '../refusals.js';
import type { Knowledge } from '../rule.js';

/** The schema of an event in a webhook, a callback, a stream, or a subscription without any of them. */
export interface EventSchema {
  readonly name: string;
  readonly schema: unknown;
  readonly from: string;
  readonly isWebhook: boolean;
}

const otherwise = /^(?:webhook)?event(?:payload|message|body)?$|^webhook(?:message|payload|body)$/;

/** Lists what is told about events, the webhooks first. The one for all others is called `*`. */
export function listEventSchemas({ document, plan, model }: Knowledge): readonly EventSchema[] {
  const webhooks = Object.entries(isObject(document.webhooks) ? document.webhooks : {}).map(([name, item]) => ({
    ...{ name, schema: bodySchemaOf(document, item), from: joinPointer('/webhooks', name), isWebhook: true },
  }));
  const callbacks = [...plan.operations.values()].flatMap(({ node, operation, does }) => {
    const own = does === 'create' && isObject(node['callbacks']) ? Object.entries(node['callbacks']) : [];
    return own.flatMap(([name, callback]) => {
      const [item] = Object.values(resolveReference(document, callback) ?? {});
      const from = joinPointer(placeOfOperation(operation), 'callbacks', name);
      return [{ name, schema: bodySchemaOf(document, item), from, isWebhook: true }];
    });
  });
  const streams = [...plan.operations.values()].flatMap(({ operation, responses }) => {
    if (model.operations?.[operation.operationId]?.stream === undefined) return [];
    const success = responses.find(({ key }) => key.startsWith('2'));
    const [entry] = [...(success?.content ?? [])].filter(([type]) => !/\bjson$/.test(type)).map(([, each]) => each);
    return [
      { name: operation.operationId, schema: entry?.schema, from: placeOfOperation(operation), isWebhook: false },
    ];
  });
  const { schemas = {} } = isObject(document.components) ? document.components : {};
  const named = Object.entries(isObject(schemas) ? schemas : {}).find(([name]) => otherwise.test(normalizeName(name)));
  const others =
    named === undefined
      ? []
      : [{ name: '*', schema: named[1], from: joinPointer('/components/schemas', named[0]), isWebhook: false }];
  return [...webhooks, ...callbacks, ...streams, ...others].filter(({ schema }) => schema !== undefined);
}

/** True if a schema is that of an event with a name: it lists the name, or says nothing about it. */
export function speaksOf(schemas: SchemaReader, schema: unknown, name: string): 'yes' | 'perhaps' | 'no' {
  const kinds = [schema, ...schemas.flat(schema).alternatives].flatMap((each) => [...schemas.chosen(each).properties]);
  const members = kinds.filter(([member]) => nameMembers.test(normalizeName(member)));
  const listed = members.flatMap(([, property]) => {
    const { keywords } = schemas.chosen(property);
    return 'const' in keywords ? [keywords['const']] : Array.isArray(keywords['enum']) ? keywords['enum'] : [];
  });
  if (listed.includes(name)) return 'yes';
  return listed.length > 0 || members.length === 0 ? 'no' : 'perhaps';
}

/** The schema of the first request body of a webhook or callback. */
function bodySchemaOf(document: Knowledge['document'], item: unknown): unknown {
  const operations = Object.values(resolveReference(document, item) ?? {}).filter(isObject);
  const bodies = operations.map((each) => resolveReference(document, each['requestBody'])?.['content']);
  const content = bodies.find((each) => each !== undefined);
  const [entry] = Object.values(isObject(content) ? content : {});
  return isObject(entry) ? entry['schema'] : undefined;
}
