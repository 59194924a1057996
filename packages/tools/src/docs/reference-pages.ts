import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createContract, readPointer } from '@understudy/contract';
import { inferenceRules, inferPlan, loadOpenApi } from '@understudy/inference';
import { startSimulators } from 'api-understudy';
import { parse } from 'yaml';
import { cli, inParallel } from '../gate.ts';
import { root } from '../steps.mjs';
import { findMemberExamples } from './member-examples.ts';
import { createModelPage, type ModelSchema } from './model-page.ts';
import { createRulesPage } from './rules-page.ts';

const folder = join(root, 'packages/described/src/testing');
/** Maximum number of characters of a value or a sentence. */
const longest = 160;

interface Shown {
  readonly at: string;
  readonly value: unknown;
  readonly says: string | undefined;
  readonly from: string | undefined;
}

/**
 * Returns the page of inference rules: the sentence in each rule file, and a statement that the rule infers from a test
 * description.
 */
async function createInferenceRulesPage(): Promise<string> {
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

/** Finds the first statement that each rule infers from the test descriptions. */
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

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly description?: string;
  readonly title?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

interface DescribedOperation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly description?: string }[];
  readonly responses?: Readonly<Record<string, { readonly description?: string }>>;
}

interface Description {
  readonly info: { readonly title: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** Returns the generated pages by address. */
export async function referencePages(): Promise<Map<string, string>> {
  const [control, ...apis] = await readDescriptions();
  const report = join(root, 'packages/tools/src/generate/api-report.ts');
  const declarations = await print('--import', 'tsx', report, '--comments');
  return new Map([
    ['reference/cli', await commandPage()],
    ['reference/files', await filesPage()],
    ['reference/behavior-model', createModelPage(await modelSchema(), await memberExamples())],
    ['reference/rules', createRulesPage()],
    ['reference/inference-rules', await createInferenceRulesPage()],
    ['reference/control-plane', control === undefined ? '' : operationsPage(control, control.info.description)],
    ['reference/typescript', declarations.replace(/^# .*\n[\s\S]*?(?=^## )/m, '# TypeScript API\n\n')],
    ['apis/operations', `# Operations of the APIs\n\n${apis.map((each) => operationsPage(each)).join('\n')}`],
  ]);
}

async function print(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64e6, cwd: root });
  return stdout;
}

/** Returns the page of commands: each command with its help, followed by its subcommands. */
async function commandPage(): Promise<string> {
  const help = await print(cli, '--help');
  const parts = await inParallel(namesIn(help), 2, (name) => commandParts([name]));
  return `# Command line\n\n${asText(help)}\n${parts.flat().join('\n')}`;
}

async function commandParts(path: readonly string[]): Promise<string[]> {
  const help = await print(cli, ...path, '--help');
  const heading = `${'#'.repeat(path.length + 1)} ${path.join(' ')}`;
  const below: string[] = [];
  for (const name of namesIn(/^Commands:\n(?: .*\n)+/m.exec(help)?.[0] ?? ''))
    below.push(...(await commandParts([...path, name])));
  return [`${heading}\n\n${asText(help)}`, ...below];
}

function namesIn(help: string): string[] {
  return [...help.matchAll(/^ {2}([a-z][a-z-]*) (?!.*display help)/gm)].map(([, name = '']) => name);
}

function asText(help: string): string {
  return `\`\`\`\`text\n${help.trimEnd()}\n\`\`\`\`\n`;
}

/** Schemas that the page of files omits: one is a standard, the other has its own page. */
const ownPages = new Set(['arazzo', 'model']);

async function modelSchema(): Promise<ModelSchema> {
  return JSON.parse(await print(cli, 'generate', 'schema', 'model'));
}

/** Returns an example of each member of the model schema. The tests load the examples. */
async function memberExamples(): Promise<ReadonlyMap<string, string>> {
  const models = parse(await readFile(join(root, 'packages/model/schemas/model.examples.yaml'), 'utf8'));
  return findMemberExamples(await modelSchema(), models);
}

/** Returns the page with the members of each file that Understudy reads or writes. */
async function filesPage(): Promise<string> {
  const list = await print(cli, 'generate', 'schema');
  const names = [...list.matchAll(/^([a-z-]+) /gm)].map(([, name = '']) => name).filter((name) => !ownPages.has(name));
  const parts = await inParallel(names, 2, async (name) => {
    const schema: Schema = JSON.parse(await print(cli, 'generate', 'schema', name));
    const rows = memberRows(schema, schema.$defs ?? {}, []);
    return `## ${name}\n\n${toText(schema.description ?? schema.title ?? '')}\n\n| member | type | meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `# Configuration and files\n\n\`understudy generate schema <name>\` prints each schema.\n\n${parts.join('\n')}`;
}

function memberRows(given: Schema, defs: Readonly<Record<string, Schema>>, path: readonly string[]): string[] {
  const name = /^#\/\$defs\/(.+)$/.exec(given.$ref ?? '')?.[1];
  const schema = name === undefined ? given : { ...defs[name], ...given };
  if (path.length > 4 || (name !== undefined && path.filter((part) => part === name).length > 0)) return [];
  const { properties = {}, additionalProperties: others, items } = schema;
  const all = [
    ...Object.entries(properties).map(([key, value]) => [`.${key}`, value] as const),
    ...(typeof others === 'object' ? [['.<name>', others] as const] : []),
    ...(items === undefined ? [] : [['[]', items] as const]),
  ];
  return all.flatMap(([key, value]) => {
    const here = [...path, key];
    const known = defs[value.$ref?.replace('#/$defs/', '') ?? ''];
    const { type = '', enum: values, description = '', default: initial } = { ...known, ...value };
    const kind =
      values === undefined ? [type].flat().join(' or ') : values.map((each) => JSON.stringify(each)).join(', ');
    const meaning = `${description}${initial === undefined ? '' : ` Default: ${JSON.stringify(initial)}.`}`;
    const row = `| \`${here.join('').replace(/^\./, '')}\` | ${toText(kind)} | ${toText(meaning)} |`;
    return [...(meaning === '' && kind === '' ? [] : [row]), ...memberRows(value, defs, here)];
  });
}

/** Reads the descriptions that a server publishes: the control plane's, then those of the APIs. */
async function readDescriptions(): Promise<Description[]> {
  const simulators = await startSimulators();
  const { url } = simulators;
  const names = simulators.description.apis;
  const paths = ['openapi.json', ...Object.keys(names).map((name) => `apis/${name}/openapi.json`)];
  const read = async (path: string): Promise<Description> =>
    JSON.parse(await (await simulators.fetch(`${url}/_sim/${path}`)).text());
  const descriptions = await Promise.all(paths.map(read));
  await simulators.close();
  return descriptions;
}

function operationsPage({ info, paths }: Description, introduction?: string): string {
  const isPage = introduction !== undefined;
  const parts = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const { summary = '', description = '', operationId = '', parameters = [], responses = {} } = operation;
      const rows = [
        ...parameters
          .filter(({ name }) => name !== undefined)
          .map(({ name, in: where, description: meaning = '' }) => `| \`${name}\` | ${where} | ${toText(meaning)} |`),
        ...Object.entries(responses).map(
          ([status, { description: meaning = '' }]) => `| \`${status}\` | response | ${toText(meaning)} |`,
        ),
      ];
      return [
        `${isPage ? '##' : '###'} ${operationId}\n\n\`${method.toUpperCase()} ${path}\`\n\n${toText(summary)}\n\n${toText(description)}\n\n| name | in | meaning |\n|---|---|---|\n${rows.join('\n')}\n`,
      ];
    }),
  );
  return `${isPage ? '#' : '##'} ${info.title}\n\n${toText(introduction ?? '', '\n')}\n\n${parts.join('\n')}`;
}

/** Escapes markup in a string. Line breaks become spaces, because a table row has one line. */
function toText(text: string, lineBreak = ' '): string {
  return text
    .replaceAll(/^#+ (.*)$/gm, '**$1**')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('{{', '&#123;&#123;')
    .replaceAll('|', '\\|')
    .replaceAll(/\n/g, lineBreak);
}
