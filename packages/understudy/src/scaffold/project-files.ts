import { stringifyJson } from '@understudy/contract';
import type { FilesByPath } from './scaffold.js';

export interface ProjectChoice {
  readonly api: string;
  readonly tests: 'vitest' | 'jest' | 'none';
  readonly ci: 'github' | 'gitlab' | 'none';
  /** The command that starts the server to test in CI. */
  readonly server?: string;
  /** The server's base URL. */
  readonly target?: string;
}

export function testFile({ api, tests }: ProjectChoice): FilesByPath {
  if (tests === 'none') return {};
  const imports = tests === 'vitest' ? `import { expect, it } from 'vitest';\n` : '';
  return {
    'understudy.test.js': `import { useSimulators } from 'api-understudy/${tests}';
${imports}
const simulators = useSimulators({ apis: [${stringifyJson(api)}] }); // reset after each test

it('serves the API', async () => {
  const apis = await simulators.fetch(\`\${simulators.url}/_sim/apis\`);
  expect(apis.status).toBe(200);
  expect(simulators.defects).toEqual([]);
});
`,
  };
}

/** The start of a GitHub expression, which GitHub evaluates before the shell runs. */
const expression = `$${'{{'}`;

/** The simulator's URL, for a project without a server. */
const standInUrl = 'http://127.0.0.1:4010';

/** Returns the command that starts the server to test, and the server's URL. */
export function serverOf({ api, server, target }: ProjectChoice): { command: string; url: string } {
  return {
    command: server ?? `npx api-understudy start ${quoteWord(api)} --port 4010 --quiet`,
    url: target ?? (server === undefined ? standInUrl : 'http://127.0.0.1:3000'),
  };
}

/** Creates a CI job that runs the tests, starts the server and tests it against the description. */
export function ciFile(choice: ProjectChoice): FilesByPath {
  const { api, tests, ci, server } = choice;
  if (ci === 'none') return {};
  const { command, url } = serverOf(choice);
  const setUp = ['npm install', ...(tests === 'none' ? [] : ['npm test'])];
  const start = `${command} & for i in $(seq 60); do curl -s -o /dev/null "$SERVER_URL" && break; sleep 1; done`;
  const test = `npx api-understudy test ${quoteWord(api)} --target "$SERVER_URL" --report junit=api.junit.xml`;
  const note =
    server === undefined
      ? '# Until you replace it with the command and the address of your server, the simulator stands in for it.'
      : '# Starts your server, and tests it against the description.';
  if (ci === 'gitlab') {
    const script = [...setUp, start, test].map((each) => `    - ${quoteYaml(each)}`).join('\n');
    const variables = `  variables: { SERVER_URL: ${quoteYaml(url)} }`;
    return { '.gitlab-ci.yml': `${note}\napi:\n  image: node:22\n${variables}\n  script:\n${script}\n` };
  }
  const literal = (text: string) => quoteYaml(text.replaceAll(expression, `${expression} '${expression}' }}`));
  const steps = [...setUp, start, `${test} --report github`].map((each) => `      - run: ${literal(each)}`);
  steps.splice(setUp.length, 0, `      ${note}`);
  return {
    '.github/workflows/api.yml': `name: API
on: [push, pull_request]
env:
  SERVER_URL: ${literal(url)}
jobs:
  api:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
${steps.join('\n')}
`,
  };
}

/** Quotes a word for a shell if needed. Double quotes also work on Windows, where npm runs scripts with cmd. */
export function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `"${text.replace(/["\\$`]/g, '\\$&')}"`;
}

/** Quotes a string for YAML if it contains anything but words. */
function quoteYaml(text: string): string {
  return /^[\w@%+=:,./ -]+$/.test(text) ? text : stringifyJson(text);
}
