import {
  type ApiContract,
  isIntegral,
  isJsonNumber,
  isObject,
  joinPointer,
  membersOf,
  toKebabCase,
} from '@understudy/contract';
import { type DraftBody, draftRequest, varyBody } from '@understudy/described';
import { inferPlan } from '@understudy/inference';
import { type ApiPlan, entitySchema, listPathParameters, type OperationPlan } from '@understudy/model';
import type { DraftCriterion, OperationDraft } from './draft.js';
import { WorkflowDraft } from './workflow-draft.js';

/**
 * Drafts the promises of each operation, and a workflow that tests them with valid and invalid requests. The
 * expectations come from the description; a run shows whether a server meets them.
 *
 * @param operationIds selected operations; all by default
 */
export function draftScenarios(contract: ApiContract, operationIds?: readonly string[]): OperationDraft[] {
  const plan = inferPlan(contract);
  const meant = [...plan.operations].filter(([id]) => operationIds === undefined || operationIds.includes(id));
  return meant.flatMap(([, operation]) => {
    const draft = draftOf(contract, plan, operation, (steps) => {
      const shown = showIt(steps, plan, operation);
      refuseIt(steps, plan, operation);
      return shown;
    });
    const callback = findCallback(operation);
    const show = (steps: WorkflowDraft) => showCallback(steps, plan, operation, callback ?? '');
    return callback === undefined ? [draft] : [draft, draftOf(contract, plan, operation, show, '-callback')];
  });
}

function draftOf(
  contract: ApiContract,
  ...[plan, one, show, suffix = '']: readonly [ApiPlan, OperationPlan, (steps: WorkflowDraft) => string, string?]
): OperationDraft {
  const { operation } = one;
  const name = `${toKebabCase(operation.operationId)}${suffix}`;
  const steps = new WorkflowDraft(contract.name, contract.document, plan);
  const shown = show(steps);
  const source = `$sourceDescriptions.${contract.name}.`;
  const made = steps.steps.map((step) => plan.operations.get(step.operationId.slice(source.length))?.operation.method);
  const rest = operation.method === 'PATCH' ? 'mutate' : 'read';
  const effect = made.includes('DELETE')
    ? 'destroy'
    : made.some((each) => /^(?:POST|PUT)$/.test(each ?? ''))
      ? 'create'
      : rest;
  const call = `${operation.method} ${operation.path}`;
  const id = `${contract.name}.${name}`;
  const inputs = Object.entries(steps.inputs).map(([input, value]) => [input, { type: 'string', default: value }]);
  return {
    operationId: operation.operationId,
    claim: {
      id,
      kind: 'operation',
      says: `${call} ${says[one.does]}.`,
      section: operation.tags[0] ?? call,
      check: shown,
      deviation: deviations[one.does] ?? 'what was stored stays',
    },
    workflow: {
      workflowId: `${contract.name}-${name}`,
      summary: operation.summary.trim() || `${call} ${says[one.does]}.`,
      'x-claims': [id],
      'x-effects': effect,
      ...(inputs.length === 0 ? {} : { inputs: { type: 'object', properties: Object.fromEntries(inputs) } }),
      steps: steps.steps,
    },
    refusals: steps.refusals,
  };
}

/** Maximum number of request members to test as missing or wrong. */
const maxFields = 8;
const says = {
  create: 'stores what is sent, and answers with it',
  read: 'answers with what was stored',
  list: 'lists what was stored',
  replace: 'puts what is sent in the place of what was stored',
  update: 'changes the members that are sent, and keeps the others',
  act: 'changes what was stored, and answers with it',
  delete: 'removes what was stored',
  answer: 'answers as described',
} as const;

const deviations: Partial<Record<OperationPlan['does'], string>> = {
  create: 'what is sent is not stored',
  read: 'another one is answered',
  list: 'the list lacks what was stored',
  answer: 'another status is answered',
};

/** Adds the steps that show the effect of an operation. @returns the text of the claim */
function showIt(steps: WorkflowDraft, plan: ApiPlan, one: OperationPlan): string {
  const { does, resource } = one;
  const status = one.statuses[0] ?? 200;
  const reader = [...plan.operations.values()].find((each) => each.resource === resource && each.does === 'read');
  const plainly = `it answers ${status}`;
  if (resource === undefined || does === 'answer') {
    steps.good(one, does);
    return plainly;
  }
  const maker = steps.makerOf(resource);
  const drafted = draftRequest(plan.schemas, one).body;
  const isChange = does === 'update' || does === 'replace';
  const body = drafted !== undefined && isChange ? varyBody(one, drafted) : drafted;
  const sent = bodyCriteria(plan, one, one, body);
  if (does === 'create') {
    steps.good(one, 'create', { criteria: sent });
    if (reader === undefined || maker !== one) return `${plainly} with what was sent`;
    steps.good(reader, 'read', { criteria: bodyCriteria(plan, reader, one) });
    return `${plainly} with what was sent, and reading answers it again`;
  }
  if (does === 'list' && maker !== undefined) {
    steps.pathOf(maker);
    steps.good(maker, 'make');
  }
  // Creates the entities of the path.
  steps.pathOf(one);
  const key = steps.keyOf(resource);
  const pointer = steps.keyPointer(one);
  if (does === 'list') {
    const inList = key === undefined || resource.key === undefined ? undefined : listPointer(plan, one, resource.key);
    const criteria = [{ condition: `$response.body#${inList} == ${expressionOf(key)}` }];
    steps.good(one, 'list', inList === undefined ? {} : { criteria });
    addSecondPage(steps, one, maker, inList);
    return inList === undefined ? plainly : `${plainly}, and what was made is in it`;
  }
  if (does === 'read') {
    const sameKey = { condition: `$response.body#${pointer} == ${expressionOf(key)}` };
    const same = key === undefined || pointer === undefined ? [] : [sameKey];
    steps.good(one, 'read', { criteria: [...same, ...(maker === undefined ? [] : bodyCriteria(plan, one, maker))] });
    return `${plainly} with what was made`;
  }
  if (does === 'delete') {
    steps.good(one, 'delete');
    if (reader === undefined || key === undefined) return plainly;
    steps.refused(reader, 'gone', 'reading it afterwards is refused', {});
    return plainly;
  }
  steps.good(one, does, { criteria: sent, ...(body === undefined ? {} : { body }) });
  if (reader === undefined || key === undefined) return `${plainly} with what was sent`;
  steps.good(reader, 'read again', { criteria: bodyCriteria(plan, reader, one, body) });
  return `${plainly} with what was sent, and reading answers it again`;
}

/** Returns the member of the request body that contains the URL of a callback. */
function findCallback({ node, does }: OperationPlan): string | undefined {
  const expressions = Object.values(membersOf(node['callbacks'])).flatMap((each) => Object.keys(membersOf(each)));
  const members = expressions.flatMap((each) => /^\{\$request\.body#\/([\w-]+)\}$/.exec(each)?.[1] ?? []);
  return does === 'create' ? members[0] : undefined;
}

const inbox = 'drafts';

/** Adds steps that show that an operation calls back exactly once, with the entity it created. */
function showCallback(steps: WorkflowDraft, plan: ApiPlan, one: OperationPlan, member: string): string {
  const { properties } = plan.schemas.chosen(entitySchema(plan.schemas, one));
  const drafted = draftRequest(plan.schemas, one).body;
  const body = {
    type: drafted?.type ?? 'application/json',
    value: { ...membersOf(drafted?.value), [member]: `{$steps.server.outputs.url}/_sim/inbox/${inbox}` },
  };
  const url = { outputs: { url: '$response.body#/url' } };
  steps.control('server', 'getInfo', url);
  steps.control('empty-inbox', 'clearInbox', { parameters: [inboxName], status: 204 });
  const shown = [...properties].flatMap(([name, property]) =>
    plan.schemas.flat(property).keywords['writeOnly'] === true ? [] : [name],
  );
  const pointerOf = (name: string) => joinPointer('', ...one.wrapped, name);
  const outputs = Object.fromEntries(shown.map((name) => [name, `$response.body#${pointerOf(name)}`]));
  const stepId = steps.good(one, 'create', { body, outputs });
  const same = shown.map((name) => ({
    condition: `$response.body#/messages/0/body/${name} == $steps.${stepId}.outputs.${name}`,
  }));
  const parameters = [inboxName, { name: 'count', in: 'query', value: 1 }];
  for (const other of plan.operations.values())
    if (other.resource === one.resource && ['read', 'list', 'update', 'replace'].includes(other.does)) {
      const sent = other.does === 'replace' ? { body } : {};
      steps.good(other, `${other.does} with the URL`, sent);
    }
  const once = { condition: '$response.body#/count == 1' };
  steps.control('called-back', 'listMessages', { parameters, criteria: [once, ...same] });
  return 'it calls back once, with what it answered';
}

const inboxName = { name: 'name', in: 'path', value: inbox };

/** Adds steps that show that the second page of a list starts with a different entity. */
function addSecondPage(
  steps: WorkflowDraft,
  one: OperationPlan,
  maker: OperationPlan | undefined,
  first: string | undefined,
): void {
  const named = (pattern: RegExp) =>
    one.operation.parameters.find((each) => each.in === 'query' && pattern.test(each.name))?.name;
  const [page, size] = [named(/^page(_?num(ber)?)?$/i), named(/^(per_?page|page_?size|limit|size)$/i)];
  if (maker === undefined || first === undefined || page === undefined || size === undefined) return;
  steps.good(maker, 'make another');
  const outputs = { first: `$response.body#${first}` };
  const stepId = steps.good(one, 'first page', { query: { [size]: 1, [page]: 1 }, outputs });
  const criteria = [{ condition: `$response.body#${first} != $steps.${stepId}.outputs.first` }];
  steps.good(one, 'second page', { query: { [size]: 1, [page]: 2 }, criteria });
}

/** Adds the steps that show the errors of an operation. */
function refuseIt(steps: WorkflowDraft, plan: ApiPlan, one: OperationPlan): void {
  const { operation, resource } = one;
  const last = listPathParameters(operation.path).at(-1);
  const isKeyed = resource !== undefined && last !== undefined && one.missing !== 'create';
  const isBelow = ['list', 'create'].includes(one.does);
  if (isKeyed && (isBelow ? one.through.length > 0 : steps.makerOf(resource) !== undefined)) {
    const schema = operation.parameters.find((each) => each.in === 'path' && each.name === last)?.schema;
    steps.refused(one, 'nothing there', 'where nothing is there it is refused', {
      path: { [last]: steps.unknownKey(schema) },
    });
  }
  const { body } = draftRequest(plan.schemas, one);
  const type = body?.type;
  const schema = type === undefined ? undefined : operation.requestBody?.content[type]?.schema;
  const { required, types } = plan.schemas.chosen(schema);
  const given = membersOf(body?.value);
  const needed = [...required].filter((name) => name in given).slice(0, maxFields);
  if (type?.includes('json') === true && needed.length > 0) {
    for (const name of needed) {
      const { [name]: _left, ...value } = given;
      steps.refused(one, `without ${name}`, `without ${name} it is refused`, { body: { type, value } });
    }
    for (const name of Object.keys(given).slice(0, maxFields)) {
      const value = { ...given, [name]: typeof given[name] === 'object' ? 'wrong' : { no: 'such value' } };
      steps.refused(one, `wrong ${name}`, `with a wrong ${name} it is refused`, { body: { type, value } });
    }
  } else if (body !== undefined && type?.includes('json') === true && types.length > 0) {
    steps.refused(one, 'of another kind', 'a body of another kind is refused', {
      body: { type, value: types.includes('array') ? { no: 'list' } : ['no object'] },
    });
  } else if (operation.requestBody?.required === true) {
    steps.refused(one, 'without body', 'without a body it is refused', { without: 'body' });
  }
  if (operation.security.length > 0 && operation.security.every((each) => Object.keys(each).length > 0)) {
    steps.refused(one, 'let nobody in', 'without credentials it is refused', { without: 'credentials' });
  }
}

/** Returns criteria that a response contains the strings, numbers and booleans of the request. */
function bodyCriteria(
  plan: ApiPlan,
  ...[answering, sending = answering, body = draftRequest(plan.schemas, sending).body]: readonly [
    OperationPlan,
    OperationPlan?,
    DraftBody?,
  ]
): DraftCriterion[] {
  const { properties } = plan.schemas.chosen(entitySchema(plan.schemas, answering));
  const whole = Object.entries(membersOf(body?.value));
  const [name, inner] = whole[0] ?? [];
  const isWrapped = whole.length === 1 && name === sending.wrapped[0] && isObject(inner);
  return (isWrapped ? Object.entries(inner) : whole)
    .filter(([name, value]) => {
      const property = properties.get(name);
      const { keywords } = plan.schemas.flat(property);
      const isHeld = property !== undefined && keywords['readOnly'] !== true && keywords['writeOnly'] !== true;
      return isHeld && name !== sending.resource?.key && isPlain(value);
    })
    .slice(0, 3)
    .map(([name, value]) => ({
      condition: `$response.body#${joinPointer('', ...answering.wrapped, name)} == ${literal(value)}`,
    }));
}

function listPointer(plan: ApiPlan, one: OperationPlan, key: string): string | undefined {
  const { items } = plan.schemas.chosen(entitySchema(plan.schemas, one));
  if (!plan.schemas.chosen(items).properties.has(key)) return undefined;
  return joinPointer('', ...one.wrapped, 0, key);
}

function isPlain(value: unknown): boolean {
  return (
    typeof value === 'boolean' ||
    (isJsonNumber(value) && isIntegral(value)) ||
    (typeof value === 'string' && /^[\w .,@:-]{1,60}$/.test(value))
  );
}

/** Formats a key for a condition: as a literal, unless it is an expression. */
function expressionOf(key: unknown): string {
  return typeof key === 'string' && key.startsWith('$steps.') ? key : literal(key);
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : String(value);
}
