import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createContract, readPointer } from '@understudy/contract';
import { inferenceRules, inferPlan, loadOpenApi } from '@understudy/inference';
import { root } from '../steps.mjs';

const folder = join(root, 'packages/described/src/testing');
/** Characters of a value or a sentence. */
const longest = 160;

interface Shown {
  readonly at: string;
  readonly value: unknown;
  readonly says: string | undefined;
  readonly from: string | undefined;
}

/** Returns the page of the rules of inference: the sentence of each rule file, and what it infers from a description of the tests. */
export async function createInferenceRulesPage(): Promise<string> {
  const examples = await findExamples();
  const sections = inferenceRules.map(({ id, says }) => {
    const shown = examples.get(id);
    return `## ${id}\n\n${says}\n${shown === undefined ? '' : `\n${describe(shown)}\n`}`;
  });
  return `# Rules of inference

Understudy infers the [behavior model](/concepts/behavior-model) of a description by these rules, in this order. A statement of an earlier rule
stays as it is, and yours come before all of them. \`understudy explain --why\` names the rule and the evidence of each statement.

${sections.join('\n')}`;
}

function describe({ at, value, says, from }: Shown): string {
  const evidence = [from === undefined ? '' : `\`${from}\``, says === undefined ? '' : `“${shorten(says)}”`].filter(
    (each) => each !== '',
  );
  return `Example: \`${at}\` is \`${shorten(JSON.stringify(value))}\`${evidence.length === 0 ? '' : `, because of ${evidence.join(', ')}`}.`;
}

function shorten(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** The first statement of each rule in the descriptions of the tests. */
async function findExamples(): Promise<ReadonlyMap<string, Shown>> {
  const found = new Map<string, Shown>();
  for (const name of readdirSync(folder).filter((each) => /\.yaml$/.test(each) && !/-model\.yaml$/.test(each))) {
    const { document } = await loadOpenApi(join(folder, name));
    const { model } = inferPlan(createContract(name, document));
    for (const [at, { rule, says, from }] of Object.entries(model.because ?? {}))
      if (rule !== undefined && !found.has(rule)) found.set(rule, { at, value: readPointer(model, at), says, from });
  }
  return found;
}
