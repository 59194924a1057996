// A process of the corpus trial: counts the statements of each inference rule for each description in its arguments,
// and tries the description without the rule. Prints a line of JSON for each.
import { parsePointer } from '@understudy/contract';
import { type DescribedApi, describeApi } from '@understudy/described';
import { openScratch } from '@understudy/server';
import { checkFiles, tellProgress } from './work-off.ts';

/** The statements of inference rules for one description. */
export interface RulesResult {
  readonly file: string;
  readonly error?: string;
  readonly rules?: Readonly<Record<string, RuleResult>>;
}

/** The statements of one rule, and their effect. */
export interface RuleResult {
  readonly statements: number;
  /** Number of collections that pass the self-check only with the rule. `lost`: only without it. */
  readonly gained: number;
  readonly lost: number;
}

await checkFiles(tryRules);

async function tryRules(file: string): Promise<RulesResult> {
  const described = await describeApi(file, { name: 'described' });
  const { because = {} } = described.writeModel().full;
  const places = new Map<string, string[]>();
  for (const [at, { rule = '' }] of Object.entries(because)) places.set(rule, [...(places.get(rule) ?? []), at]);
  if (places.size === 0) return { file, rules: {} };
  const all = await problemsOf(described);
  const rules: Record<string, RuleResult> = {};
  for (const [rule, statements] of places) {
    const without = await problemsOf(described.withRepairs(withoutStatements(statements)));
    const gained = [...without].filter((problem) => !all.has(problem)).length;
    const lost = [...all].filter((problem) => !without.has(problem)).length;
    rules[rule] = { statements: statements.length, gained, lost };
  }
  return { file, rules };
}

/** Returns changed lines that remove statements from a model. */
function withoutStatements(places: readonly string[]): object {
  const model = {};
  for (const at of places) {
    const path = parsePointer(at);
    let node: Record<string, unknown> = model;
    for (const name of path.slice(0, -1)) {
      node[name] ??= {};
      node = node[name] as Record<string, unknown>;
    }
    node[path.at(-1) ?? ''] = null;
  }
  return model;
}

/** Returns the collections that fail the self-check. */
async function problemsOf({ api, tryPlan }: DescribedApi): Promise<Set<string>> {
  const { send, close } = openScratch(await api.simulator(), {});
  try {
    const findings = await tryPlan((request) => {
      tellProgress();
      return send(request);
    });
    return new Set(findings.map(({ message }) => message));
  } finally {
    await close();
  }
}
