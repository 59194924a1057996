import { joinPointer } from '@understudy/contract';
import {
  findJsonBody,
  findResponse,
  lastSegment,
  normalizeName,
  type OperationPlan,
  parentPath,
  splitWords,
  toPathShape,
  toSingular,
} from '@understudy/model';
import { isNumeric } from '../../prose/amounts.js';
import { dot } from '../../prose/vocabulary.js';
import { bulkWords, codeMembers, failedResults } from '../../words/bulk-words.js';
import { operationPointerOf } from '../lifecycle/lifecycles.js';
import type { InferenceRule, InferredStatement, Knowledge } from '../rule.js';
import { sentMembers } from '../sent-members.js';

export const bulkRequests: InferenceRule = {
  id: 'bulk-requests',
  says: 'A request with a list of keys does for each of them what the request for one does, and answers with one result each',
  *infer(known: Knowledge): Iterable<InferredStatement> {
    for (const plan of known.plan.operations.values()) {
      const single = singleOf(known, plan);
      const answer = single && resultsOf(known, plan);
      if (single === undefined || answer === undefined) continue;
      const at = joinPointer('/operations', plan.operation.operationId);
      const reason = { from: operationPointerOf(plan.operation), says: plan.operation.path };
      yield { at: joinPointer(at, 'as'), value: single.operation.operationId, reason };
      yield { at: joinPointer(at, 'answer'), value: answer, reason };
    }
  },
};

/** The request for one: `approve` for `bulk-approve`, the path above for `/enrolments/bulk`. */
function singleOf({ plan: { operations, schemas } }: Knowledge, plan: OperationPlan): OperationPlan | undefined {
  const shape = toPathShape(plan.operation.path);
  const words = splitWords(lastSegment(shape));
  const rest = words.filter((word) => !bulkWords.has(word)).join('');
  const [list, another] = sentMembers(schemas, plan.operation).filter(([, schema]) =>
    schemas.chosen(schema).types.includes('array'),
  );
  if (rest.length === words.join('').length || list === undefined || another !== undefined) return undefined;
  const found = [...operations.values()].filter(({ operation, resource, does }) => {
    const own = toPathShape(operation.path);
    const isSame = resource === plan.resource && does === plan.does && operation !== plan.operation;
    const last = splitWords(lastSegment(own)).join('');
    return (
      isSame && (rest === '' ? own === parentPath(shape) : last === rest && operation.method === plan.operation.method)
    );
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The response with one result each: its key, whether it succeeded, and the code of its error. */
function resultsOf({ plan: { schemas } }: Knowledge, plan: OperationPlan): Record<string, unknown> | undefined {
  const body = findJsonBody(findResponse(plan.responses, plan.statuses[0] ?? 200));
  const answer: Record<string, unknown> = {};
  for (const [name, property] of schemas.chosen(body?.schema).properties) {
    const { types, items } = schemas.chosen(property);
    const { properties, required } = schemas.chosen(items);
    if (types.includes('array') && properties.size > 0) {
      const entries = [...properties].flatMap(([each, schema]) => {
        const value = resultIn(plan, each, schemas.chosen(schema));
        const isOptional = !required.has(each) && !schemas.chosen(schema).nullable;
        return value === undefined ? [] : [[isOptional ? `${each}?` : each, value] as const];
      });
      const isResult = entries.some(([, value]) => /\bitem\.(?:ok|code)\b/.test(String(value)));
      if (!isResult || [...required].some((each) => !entries.some(([own]) => own === each))) return undefined;
      answer[name] = { '=each': 'results', '=show': Object.fromEntries(entries) };
    } else if (isNumeric(types)) answer[name] = `=results.filter(r, ${failed(name)}).size()`;
    else return undefined;
  }
  return Object.values(answer).some((each) => typeof each === 'object') ? answer : undefined;
}

function failed(name: string): string {
  if (/fail|error|reject|refus|skip/i.test(name)) return '!r.ok';
  return /total|count$|requested/i.test(name) && !/succe|ok/i.test(name) ? 'true' : 'r.ok';
}

type Flat = ReturnType<Knowledge['plan']['schemas']['chosen']>;

function resultIn(
  { resource, operation }: OperationPlan,
  name: string,
  { types, keywords, properties }: Flat,
): string | undefined {
  const plain = normalizeName(name);
  const kind = normalizeName(toSingular(resource?.name.split('.').at(-1) ?? ''));
  const listed: readonly unknown[] = Array.isArray(keywords['enum']) ? keywords['enum'] : [];
  if (types[0] === 'boolean') return '=item.ok';
  const refused = listed.find((each) => typeof each === 'string' && failedResults.has(normalizeName(each)));
  if (refused !== undefined) {
    const succeeded = listed.filter((each) => each !== refused);
    const value = succeeded.length === 1 ? JSON.stringify(succeeded[0]) : dot('item.self', 'status');
    return `=item.ok ? ${value} : ${JSON.stringify(refused)}`;
  }
  if (codeMembers.has(plain)) return types.includes('object') ? undefined : '=item.code';
  if (/^(?:message|detail|errormessage)$/.test(plain)) return '=item.error';
  if (/^(?:status|httpstatus|statuscode)$/.test(plain) && isNumeric(types)) return '=item.status';
  if (properties.size > 0) return '=item.self';
  const isKey = plain === 'id' || plain === `${kind}id` || plain === normalizeName(resource?.key ?? 'id');
  const isSent = Object.keys(operation.requestBody?.content ?? {}).length > 0 && /(?:id|key|code|number)$/.test(plain);
  return isKey || isSent ? '=item.item' : undefined;
}
