import { isStreamingMediaType, joinPointer } from '@understudy/contract';
import { normalizeName, type OperationPlan, type SchemaReader, toSingular } from '@understudy/model';
import { placeOfOperation } from '../refusals.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { listEventNames } from './event-names.js';

export const eventStreams: InferenceRule = {
  id: 'event-streams',
  says: 'A GET that streams what lists the names of events stays open and sends them. A parameter with the name of a member selects by it.',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    const types = known.model.events?.types ?? {};
    const names = new Set([...Object.keys(types), ...listEventNames(known)]);
    if (Object.keys(types).length === 0) return;
    const { schemas, operations } = known.plan;
    for (const plan of operations.values()) {
      const schema = streamedBy(plan);
      if (plan.operation.method !== 'GET' || plan.does !== 'answer' || schema === undefined) continue;
      const kinds = [schema, ...schemas.flat(schema).alternatives];
      if (!kinds.some((kind) => listsEvents(schemas, kind, names))) continue;
      const { operationId, parameters } = plan.operation;
      const at = joinPointer('/operations', operationId);
      const reason = { from: placeOfOperation(plan.operation), says: operationId };
      yield { at: joinPointer(at, 'stream'), value: 'events', reason };
      const members = [...schemas.chosen(schema).properties.keys()];
      for (const { name, in: place, schema: own } of parameters) {
        if (place !== 'query') continue;
        const plain = normalizeName(toSingular(name));
        const member = members.find((each) => [plain, plain.replace(/^event/, '')].includes(normalizeName(each)));
        if (member === undefined || !/^[A-Za-z_]\w*$/.test(member)) continue;
        const isList = schemas.chosen(own).types.includes('array');
        const value = isList ? `self.${member} in value` : `self.${member} == value`;
        yield { at: joinPointer(at, 'where', name), value, reason };
      }
    }
  },
};

function streamedBy({ responses }: OperationPlan): unknown {
  const success = responses.find(({ key }) => key.startsWith('2'));
  return [...(success?.content ?? [])].find(([type]) => isStreamingMediaType(type))?.[1].schema;
}

function listsEvents(schemas: SchemaReader, schema: unknown, names: ReadonlySet<string>): boolean {
  return [...schemas.chosen(schema).properties.values()].some((property) => {
    const { keywords } = schemas.chosen(property);
    const listed: unknown[] = Array.isArray(keywords['enum'])
      ? keywords['enum']
      : 'const' in keywords
        ? [keywords['const']]
        : [];
    return listed.some((each) => names.has(String(each)));
  });
}
