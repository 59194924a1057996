import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shippedPackages } from './package/stage-libraries.ts';
import { root } from './steps.mjs';

/** The npm package of this name belongs to somebody else: npx would download and run it. Ours is api-understudy. */
const name = 'understudy';

const foreign = new RegExp(
  `\\bnpx\\b.{0,30}[^\\w/.-]${name}(?![\\w.-])|(?:from|import|import\\(|require\\()\\s*['"]${name}['"/]`,
);

it.each([
  `npx ${name} start`,
  `npx --yes ${name} mcp`,
  `{"command": "npx", "args": ["${name}", "mcp"]}`,
  `\`npx ${name}\``,
  `['npx', '${name}', 'run']`,
  `import { startSimulators } from '${name}';`,
  `const { test } = require("${name}/playwright");`,
])('detects the unprefixed name in %s', (line) => expect(line).toMatch(foreign));

it('no command or import in the repository uses the unprefixed name', () => {
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        foreign.test(line) ? [`${file}:${index + 1}: write api-${name}: ${line.trim()}`] : [],
      ),
  );
  expect(files.length).toBeGreaterThan(1000);
  expect(found).toEqual([]);
});

it('the package is shipped under its prefixed name', () => {
  expect([...shippedPackages().keys()]).toContain(`api-${name}`);
});
