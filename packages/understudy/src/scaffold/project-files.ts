import { stringifyJson } from '@understudy/contract';
import type { FilesByPath } from './scaffold.js';

export interface ProjectChoice {
  readonly api: string;
  readonly tests: 'vitest' | 'jest' | 'none';
  readonly ci: 'github' | 'gitlab' | 'none';
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

/** Begins an expression of GitHub, which it evaluates before the shell. */
const expression = `$${'{{'}`;

/** Creates a CI job that sends generated requests to the API and runs the tests. */
export function ciFile({ api, tests, ci }: ProjectChoice): FilesByPath {
  const commands = [
    'npm ci',
    ...(tests === 'none' ? [] : ['npm test']),
    `npx api-understudy fuzz ${quoteWord(api)} --requests 20`,
  ];
  if (ci === 'gitlab') {
    const script = commands.map((each) => `    - ${quoteYaml(each)}`).join('\n');
    return { '.gitlab-ci.yml': `api:\n  image: node:22\n  script:\n${script}\n` };
  }
  if (ci === 'none') return {};
  const steps = commands
    .map((each) => `      - run: ${quoteYaml(each.replaceAll(expression, `${expression} '${expression}' }}`))}`)
    .join('\n');
  return {
    '.github/workflows/api.yml': `name: API
on: [push]
jobs:
  api:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
${steps}
`,
  };
}

/** Quotes a word for a shell, if it needs quotes. Double quotes also work on Windows, where npm runs scripts with cmd. */
export function quoteWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `"${text.replace(/["\\$`]/g, '\\$&')}"`;
}

/** Quotes a text for YAML, if it contains more than words. */
function quoteYaml(text: string): string {
  return /^[\w@%+=:,./ -]+$/.test(text) ? text : stringifyJson(text);
}
