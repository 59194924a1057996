import { isObject, joinPointer } from '@understudy/contract';
import { type ApiPlan, findResponse, type ResourceStatement } from '@understudy/model';
import { type RecordUse, recordsIn } from './record-use.js';
import { isDone, type RecordedOperation } from './recorded-exchange.js';

/** States a resource that the description omits, with the schema of its records. */
export function stateResource(
  use: RecordUse,
  uses: ReadonlyMap<string, RecordUse>,
  operations: readonly RecordedOperation[],
  { operations: plans, schemas }: ApiPlan,
): ResourceStatement {
  const rank = ({ does }: RecordUse) => ['read', 'create', 'list'].indexOf(does) >>> 0;
  const [best] = operations
    .flatMap((operation) => {
      const own = uses.get(operation.id);
      if (own?.resource !== use.resource) return [];
      const shown = operation.exchanges.filter(isDone).flatMap((each) => recordsIn(own, each));
      return [{ operation, own, members: new Set(shown.flatMap((record) => Object.keys(record))).size }];
    })
    .sort((one, other) => other.members - one.members || rank(one.own) - rank(other.own));
  if (best === undefined) return { key: { member: use.key } };
  const { id, path, method, exchanges } = best.operation;
  const shown = exchanges.find((each) => isDone(each) && isObject(each.answer));
  const [status, type] = [shown?.entry.status ?? 0, shown?.answerType ?? 'application/json'];
  const response = findResponse(plans.get(id)?.responses ?? [], status);
  const names = best.own.in === '' ? [] : best.own.in.split('.');
  const whole = names.reduce((schema, name) => schemas.member(schema, name), response?.content.get(type)?.schema);
  const record = schemas.chosen(best.own.does === 'list' ? schemas.chosen(whole).items : whole);
  const isDescribed = record.open || record.properties.has(use.key);
  // An Overlay adds the responses that the description omits.
  if (response !== undefined && !isDescribed) return { key: { member: use.key } };
  const place = [
    ...['paths', path, method.toLowerCase(), 'responses', response?.key ?? String(status), 'content', type, 'schema'],
    ...names.flatMap((name) => ['properties', name]),
    ...(best.own.does === 'list' ? ['items'] : []),
  ];
  return { key: { member: use.key }, schema: joinPointer('#', ...place) };
}
