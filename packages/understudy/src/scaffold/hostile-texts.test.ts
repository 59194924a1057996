import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadYaml } from '@understudy/contract';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { runCli } from '../testing/run-cli.js';
import { useResources } from '../testing/use-resources.js';
import { ciFile } from './project-files.js';

const { fileWith } = useResources();

const report = readFile(new URL('../../api-report.md', import.meta.url), 'utf8');

/** Returns what a module of the package exports. */
async function readExports(module: string): Promise<string[]> {
  const [section = ''] = (await report).split(`\n## \`${module}\`\n`).at(1)?.split('\n## ') ?? [];
  return [...section.matchAll(/^\/\/ (\w+)$/gm)].map(([, name = '']) => name);
}

/** Texts that try to break out of comments, strings, lines and tags. */
const hostile = [
  '**//;pwned();/*',
  '*/;pwned();/*',
  "';pwned();'",
  '";pwned();"',
  '`;pwned();`',
  `\${pwned()}`,
  "\\';pwned();//",
  '\n};pwned();\n',
  '\u2028;pwned();\u2028',
  '<img src=x onerror=pwned()>',
  "$file('/etc/passwd')",
];

it.each(hostile)('generates no code from %j anywhere in a description', async (text) => {
  const schema = {
    type: 'object',
    title: text,
    description: text,
    required: [text, 'file'],
    properties: { [text]: { enum: [text] }, file: { type: 'string', examples: [text] } },
  };
  const content = {
    'application/json': { schema: { $ref: `#/components/schemas/${encodeURIComponent(text.replaceAll('/', '~1'))}` } },
  };
  const operation = (operationId: string) => ({
    operationId,
    summary: text,
    description: text,
    tags: [text],
    requestBody: { content: { ...content, 'text/plain': { schema: { type: 'string', examples: [text] } } } },
    responses: { '201': { description: text, content }, [text]: { description: text } },
  });
  const path = text.replace(/[{}?#]/g, '');
  const document = {
    openapi: '3.1.0',
    info: { title: text, version: text },
    paths: { [`/things/${path}`]: { post: operation(text) }, [`/others/${path}`]: { put: operation(`${text} again`) } },
    components: { schemas: { [text]: schema } },
  };
  const file = await fileWith('api.json', document);
  const made = join(dirname(file), 'made');
  await runCli('generate', 'package', file, '--folder', made, '--name', 'made');
  const files = await readdir(made, { recursive: true });
  for (const name of files) {
    const file = join(made, name);
    if (name.endsWith('.ts')) {
      const code = await readFile(file, 'utf8');
      expect([name, calledIn(code)]).toEqual([name, []]);
      for (const [, names = '', module = ''] of code.matchAll(/^import (?:type )?\{(.*)\} from '(api-.*)';$/gm))
        expect(await readExports(module)).toEqual(
          expect.arrayContaining(names.split(',').map((each) => each.replace('type ', '').trim())),
        );
      for (const [, from = ''] of code.matchAll(/ from '(\.[^']+)\.js'/g))
        expect(files).toContain(`${join(dirname(name), from)}.ts`);
    }
    if (name.endsWith('.yaml')) await loadYaml(file);
    if (name.endsWith('.md')) expect(await readFile(file, 'utf8')).not.toMatch(/<\w/);
    if (name.endsWith('arazzo.yaml'))
      expect(await readFile(file, 'utf8')).not.toMatch(/(payload|value|file): ["']?\$file/);
  }
});

/** Finds syntax errors, and calls injected by hostile texts. */
function calledIn(text: string): string[] {
  const file = ts.createSourceFile('made.ts', text, ts.ScriptTarget.Latest, true);
  const found =
    ts.transpileModule(text, { reportDiagnostics: true }).diagnostics?.map(({ messageText }) => String(messageText)) ??
    [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'pwned') found.push(node.parent.getText());
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

it.each(['github', 'gitlab'] as const)('passes any path of a description unchanged to the command in %s', (ci) => {
  for (const api of [
    './my api.yaml',
    './$(touch x)`id`";id;.yaml',
    "./it's: #1 \\.yaml",
    `./$${'{{'} secrets.KEY }}.yaml`,
  ]) {
    const [text = ''] = Object.values(ciFile({ api, tests: 'none', ci }));
    const { jobs, api: job } = parse(text);
    const commands: string[] = ci === 'gitlab' ? job.script : jobs.api.steps.flatMap(({ run = [] }) => run);
    // The expressions of GitHub.
    const command = (commands.at(-1) ?? '').replaceAll(/\$\{\{ '(\$\{\{)' \}\}/g, '$1');
    if (ci === 'github' && api.includes('secrets')) expect(command).not.toBe(commands.at(-1));
    const { stdout } = spawnSync('sh', ['-c', `npx() { printf '%s\n' "$@"; }; ${command}`], { encoding: 'utf8' });
    const reports = ci === 'github' ? '--report\ngithub\n' : '';
    expect(stdout).toBe(`api-understudy\ntest\n${api}\n--target\n\n--report\njunit=api.junit.xml\n${reports}`);
  }
});
