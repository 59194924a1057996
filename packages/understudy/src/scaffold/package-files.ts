import { writeYaml } from '@understudy/contract';
import { scenarioDocument } from '../suggest/scenario-document.js';
import { prose } from './prose.js';
import type { Files, Scaffold } from './scaffold.js';

/** Versions of the build tools. */
const tools = { '@types/node': '20.19.43', typescript: '5.9.3' };

/** The other files of a package. */
export async function packageFiles(scaffold: Scaffold): Promise<Files> {
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
      types: 'understudy types contract/openapi.yaml --out src/generated/types.ts',
      test: `tsc && node --test dist/${name}.test.js && understudy lint && understudy run --api ${name}`,
      start: `tsc && understudy start ${name}`,
    },
    dependencies: { 'api-understudy': version },
    devDependencies: tools,
  };
  const claims = { claims: drafts.map(({ claim }) => claim) };
  const scenarios = scenarioDocument(drafts, { api: name, url: '../contract/openapi.yaml' });
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'tsconfig.json': tsconfig,
    '.gitignore': 'dist/\nnode_modules/\n',
    'understudy.config.yaml':
      '# What "understudy run", "start" and the others take besides the APIs that come along.\napis: [.]\n',
    'contract/claims.yaml': `# What ${prose(title)} promises: a claim each, proved by a scenario that lists it under x-claims.\n${await writeYaml(claims)}`,
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
  return `# What nobody has said of this API, and what is assumed until somebody does.
gaps:
  - id: ${name}.gap.webhook-retries
    gap: How often, and after how long, a callback or webhook is sent again that was not received.
    assume: Four attempts in all, 10, 60 and 600 seconds apart (src/policies.ts).
    basis: invented
    confidence: low
    why: The description has no word for it, and most services retry a few times.
    risk: A client that relies on a later attempt is tried on one that never comes.
    verify: Ask the provider, or let a receiver refuse and look at the next attempts.
`;
}

function readme({ name, title, chosen, drafts, explained }: Scaffold): string {
  const own = chosen.map(
    ({ operationId, method, path }) =>
      `| \`${prose(operationId)}\` | ${method} ${prose(path)} | a handler of its own |`,
  );
  const rest = explained
    .filter(({ operationId }) => !chosen.some((each) => each.operationId === operationId))
    .slice(0, 50)
    .map(
      ({ operationId, method, path, why }) =>
        `| \`${prose(operationId)}\` | ${method} ${prose(path)} | ${prose(why)} |`,
    );
  const more = explained.length - own.length - rest.length;
  return `# ${name}-api

${prose(title)}, simulated: an API for [Understudy](https://www.npmjs.com/package/api-understudy).

\`\`\`sh
npm install
npm test         # builds, and runs the tests, the lint of the contract and the scenarios
npm start        # serves it, beside the identity provider
npx api-understudy mutate --api ${name} --only policy   # do the scenarios notice a server that is wrong?
npx api-understudy fuzz .                               # made-up requests
\`\`\`

| file | says |
|---|---|
| \`contract/openapi.yaml\` | the description: every request and answer is held against it |
| \`contract/claims.yaml\` | what the API promises, ${drafts.length} to begin with |
| \`contract/gaps.yaml\` | what nobody has said, and what is assumed |
| \`scenarios/${name}.arazzo.yaml\` | what must be accepted and what refused, for each claim |
| \`src/handlers/\` | the operations that need more than their description says |
| \`src/errors.ts\`, \`src/policies.ts\` | words and choices |
| \`src/deviations.ts\` | planted faults |

When the description changes, \`npm run types\` makes \`src/generated/types.ts\` anew.

| operation | | does |
|---|---|---|
${[...own, ...rest].join('\n')}
${more > 0 ? `\n${more} more: \`npx api-understudy explain contract/openapi.yaml\`.\n` : ''}`;
}
