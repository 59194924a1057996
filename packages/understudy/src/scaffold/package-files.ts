import { stringifyJson, writeYaml } from '@understudy/contract';
import { createScenarioDocument } from '../try-drafts.js';
import type { FilesByPath, ScaffoldInput } from './scaffold.js';
import { toPlainLine } from './scaffold.js';

const tools = { '@types/node': '20.19.43', typescript: '5.9.3' };

/** Creates the files of a package other than its source files. */
export async function createPackageFiles(scaffold: ScaffoldInput): Promise<FilesByPath> {
  const { name, title, drafts, version } = scaffold;
  const manifest = {
    name: `${name}-api`,
    version: '0.1.0',
    private: true,
    description: `${title}, simulated`,
    type: 'module',
    engines: { node: '>=20.19' },
    exports: { './api': './dist/api.js' },
    files: ['dist', 'contract', 'scenarios'],
    scripts: {
      build: 'tsc',
      types: 'understudy generate types contract/openapi.yaml --out src/generated/types.ts',
      test: `tsc && node --test dist/${name}.test.js && understudy check lint && understudy test run --api ${name}`,
      start: `tsc && understudy start ${name}`,
    },
    dependencies: { 'api-understudy': version },
    devDependencies: tools,
  };
  const claims = { claims: drafts.map(({ claim }) => claim) };
  const scenarios = createScenarioDocument(drafts, { api: name, url: '../contract/openapi.yaml' });
  return {
    'package.json': `${stringifyJson(manifest, 2)}\n`,
    'tsconfig.json': tsconfig,
    '.gitignore': 'dist/\nnode_modules/\n',
    'understudy.config.yaml': '# Additional APIs for "understudy test run", "start" and other commands.\napis: [.]\n',
    'contract/claims.yaml': `# Documented facts about ${toPlainLine(title)}. Each scenario lists the claims it proves under x-claims.\n${await writeYaml(claims)}`,
    'contract/gaps.yaml': gaps(name),
    [`scenarios/${name}.arazzo.yaml`]: await writeYaml(scenarios),
    'README.md': readme(scaffold),
  };
}

const tsconfig = `{
  "compilerOptions": {
    "target": "ES2022",
    "module": "NodeNext",
    "moduleResolution": "NodeNext",
    "types": ["node"],
    "rootDir": "src",
    "outDir": "dist",
    "strict": true,
    "declaration": true,
    "skipLibCheck": true
  },
  "include": ["src"]
}
`;

function gaps(name: string): string {
  return `# Undocumented points of this API, with the assumptions made.
gaps:
  - id: ${name}.gap.webhook-retries
    gap: Number and delays of retries of failed callbacks and webhooks.
    assume: Up to four attempts, with delays of 10, 60 and 600 seconds (src/policies.ts).
    basis: invented
    confidence: low
    why: The description does not mention retries, and most services retry a few times.
    risk: A client can depend on retries that the real service does not send.
    verify: Ask the provider, or let a receiver fail and observe the next attempts.
`;
}

function readme({ name, title, chosen, drafts, explained }: ScaffoldInput): string {
  const own = chosen.map(
    ({ operationId, method, path }) =>
      `| \`${toPlainLine(operationId)}\` | ${method} ${toPlainLine(path)} | own handler |`,
  );
  const rest = explained
    .filter(({ operationId }) => !chosen.some((each) => each.operationId === operationId))
    .slice(0, 50)
    .map(
      ({ operationId, method, path, why }) =>
        `| \`${toPlainLine(operationId)}\` | ${method} ${toPlainLine(path)} | ${toPlainLine(why)} |`,
    );
  const more = explained.length - own.length - rest.length;
  return `# ${name}-api

${toPlainLine(title)}, simulated: an API for [Understudy](https://www.npmjs.com/package/api-understudy).

\`\`\`sh
npm install
npm test         # builds; runs the tests, lints the contract, runs the scenarios
npm start        # serves the API and the identity provider
npx api-understudy fuzz mutate --api ${name} --only policy   # check that the scenarios catch deliberate faults
npx api-understudy fuzz .                               # generated requests
\`\`\`

| file | content |
|---|---|
| \`contract/openapi.yaml\` | the description; validates every request and response |
| \`contract/claims.yaml\` | documented facts, initially ${drafts.length} |
| \`contract/gaps.yaml\` | undocumented points, with assumptions |
| \`scenarios/${name}.arazzo.yaml\` | accepted and rejected requests for each claim |
| \`src/handlers/\` | operations with behavior beyond the description |
| \`src/errors.ts\`, \`src/policies.ts\` | error messages and policies |
| \`src/deviations.ts\` | deliberate faults |

When the description changes, regenerate \`src/generated/types.ts\` with \`npm run types\`.

| operation | | does |
|---|---|---|
${[...own, ...rest].join('\n')}
${more > 0 ? `\n${more} more: \`npx api-understudy explain contract/openapi.yaml\`.\n` : ''}`;
}
