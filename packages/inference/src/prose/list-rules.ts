import { isObject, joinPointer } from '@understudy/contract';
import { type ApiPlan, type BehaviorModel, namesOf, type OperationPlan } from '@understudy/model';
import { plainWords } from './check-sentences.js';
import { reasonsOf } from './reasons.js';
import { sentencesOf } from './sentences.js';

/** A sentence in a description that looks like a rule but is not simulated, with a proposal for the model. */
export interface UnreadRule {
  /** Its location in the description, as a JSON Pointer. */
  readonly from: string;
  readonly says: string;
  /** Proposed statements, with placeholders in angle brackets. */
  readonly proposal: Readonly<Record<string, unknown>>;
}

/** The rules that a description states in prose. */
export interface DescribedRules {
  /** Number of rules that are statements in the model. */
  readonly simulated: number;
  readonly unread: readonly UnreadRule[];
}

/** Words of a sentence that imposes a rule on the server. */
const binds =
  /\b(?:cannot|can't|can no longer|can only|may only|only (?:if|when|while|once|after|for)|must not|not (?:possible|allowed|permitted)|(?:is|are) (?:refused|rejected)|becomes?|turns? into|(?:is|are) set to|at (?:most|least) one|no two|already|as soon as|so long as|as long as|(?:is|are) (?:cancelled|closed|released|refunded|charged|issued|created) )/i;

/** Words of a member whose value is computed from others. */
const computes =
  /^(?:the )?(?:number|count|sum|total|length|average) of\b|^how many\b|\b(?:plus|minus|times|multiplied by|divided by|less)\b|\bdays after\b|\bnull (?:until|unless|before|as long as|if)\b|\bset (?:when|once|on)\b/i;

/** Words of a sentence about what is usual or what a client should do. */
const isLoose =
  /\b(?:you|your|usually|typically|should|may want|for example|e\.g\.|please|note that|we recommend|deprecated)\b/i;

/** Matches statements about the content of an error instead of its condition. */
const isOfErrors = /^(?:\/operations\/[^/]+)?\/errors\//;

const mostListed = 200;

/** Lists the sentences in a description that look like rules, except those from which statements were inferred. */
export function listRules(plan: Pick<ApiPlan, 'operations' | 'resources' | 'schemas' | 'model'>): DescribedRules {
  const said = new Set<string>();
  const decided = Object.entries(plan.model.sentences ?? {}).map(
    ([says, one]) => [` ${plainWords(says)} `, one] as const,
  );
  /** Returns the decision about a sentence or a part of it. */
  const decisionOn = (key: string) => decided.find(([part]) => ` ${key} `.includes(part))?.[1];
  for (const [at, { says = '' }] of Object.entries(plan.model.because ?? {}))
    for (const part of isOfErrors.test(at)
      ? []
      : [says, ...sentencesOf(says), ...reasonsOf(says).map((each) => each.said)])
      said.add(plainWords(part));
  const found = new Map<string, UnreadRule>();
  let simulated = 0;
  for (const rule of [...rulesOfOperations(plan.operations), ...rulesOfMembers(plan)]) {
    const key = plainWords(rule.says);
    const decision = decisionOn(key);
    if (decision === 'refused' || found.has(`${rule.from} ${key}`)) continue;
    if (decision === 'accepted' || said.has(key) || isStated(plan.model, rule)) {
      simulated += 1;
      continue;
    }
    if (found.size < mostListed) found.set(`${rule.from} ${key}`, rule);
  }
  return { simulated, unread: [...found.values()] };
}

/** True if the model has a value for the proposed member, or a condition with the proposed code. */
function isStated({ operations = {}, resources = {} }: BehaviorModel, { proposal }: UnreadRule): boolean {
  const proposed = proposal as Pick<BehaviorModel, 'operations' | 'resources'>;
  const values = Object.entries(proposed.resources ?? {}).flatMap(([name, { members = {} }]) =>
    Object.keys(members).map((member) => resources[name]?.members?.[member]?.value),
  );
  const conditions = Object.entries(proposed.operations ?? {}).flatMap(([id, { needs = {} }]) => {
    const transitions = Object.values(resources).flatMap(({ lifecycle }) =>
      Object.values(lifecycle?.transitions ?? {}),
    );
    const own = transitions.filter(({ on }) => namesOf(on).includes(id));
    // The kind `state` stands for an error without a code, which fits any state.
    const kinds = Object.keys(needs).filter((kind) => kind !== 'state');
    return kinds.flatMap((kind) => [operations[id], ...own].map((each) => each?.needs?.[kind]));
  });
  return [...values, ...conditions].some((each) => each !== undefined);
}

function isRule(sentence: string): boolean {
  return sentence.length < 300 && binds.test(sentence) && !isLoose.test(sentence);
}

function* rulesOfOperations(operations: ApiPlan['operations']): Iterable<UnreadRule> {
  for (const plan of operations.values()) {
    const { operationId, path, method } = plan.operation;
    const at = joinPointer('/paths', path, method.toLowerCase());
    for (const says of sentencesOf(plan.node['description']).filter(isRule)) {
      const statement =
        /\b(?:becomes?|turns?|set to|cancelled|closed|released|refunded|charged|issued|created)\b/i.test(says)
          ? // biome-ignore lint/suspicious/noThenProperty: the form has this member.
            { then: { change: { update: '<resource>', key: '<key>', set: { '<member>': '<value>' } } } }
          : { needs: { state: '<condition>' } };
      yield { from: `${at}/description`, says, proposal: { operations: { [operationId]: statement } } };
    }
    yield* rulesOfRefusals(plan, at);
  }
}

function* rulesOfRefusals({ node, operation }: OperationPlan, at: string): Iterable<UnreadRule> {
  const responses = isObject(node['responses']) ? node['responses'] : {};
  for (const status of ['402', '403', '409', '412', '422']) {
    const response = responses[status];
    // A shared response says nothing about a single operation.
    if (!isObject(response) || typeof response['$ref'] === 'string') continue;
    for (const { said, code, text } of reasonsOf(response['description'])) {
      const isReason = code !== undefined || binds.test(said);
      if (
        !isReason ||
        !/ (?:is|are|has|have|was|were|does|do|cannot|exceeds?|already) /.test(` ${text} `) ||
        isLoose.test(said)
      )
        continue;
      const statement = { needs: { [code ?? 'state']: '<condition>' } };
      const proposal = { operations: { [operation.operationId]: statement } };
      yield { from: joinPointer(at, 'responses', status), says: said, proposal };
    }
  }
}

function* rulesOfMembers({ resources, schemas }: Pick<ApiPlan, 'resources' | 'schemas'>): Iterable<UnreadRule> {
  for (const { name, schema, writable } of resources.values())
    for (const [member, property] of schemas.chosen(schema).properties) {
      const [says = ''] = sentencesOf(schemas.chosen(property).keywords['description']);
      if (writable.has(member) || says.length > 300 || !computes.test(says) || isLoose.test(says)) continue;
      const from = joinPointer(schemas.chosen(schema).names[0]?.replace(/^#/, '') ?? '', 'properties', member);
      yield { from, says, proposal: { resources: { [name]: { members: { [member]: { value: '<expression>' } } } } } };
    }
}
