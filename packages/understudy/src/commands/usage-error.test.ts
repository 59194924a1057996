import { expect, it } from 'vitest';
import { refused, runCli } from '../testing/run-cli.js';

const known = 'analysis.presign.operation';

it.each([
  [
    'an API that does not exist',
    ['run', '--api', 'inventary'],
    'No workflow has the API "inventary". Did you mean "inventory"?',
  ],
  [
    'an unknown claim beside a known one',
    ['run', '--claim', known, '--claim', 'no.such'],
    'No workflow has the claim "no.such".',
  ],
  ['a claim of another API', ['run', '--claim', `${known}@rostering`], 'No workflow has the claim'],
  ['a tag that no workflow has', ['plan', '--tag', 'nowhere'], 'No workflow has the tag "nowhere".'],
  ['filters that nothing matches together', ['run', '--api', 'rostering', '--claim', known], 'None of the'],
  ['an API for comparing', ['compare', 'in-process', 'in-process', '--api', 'x'], 'No workflow has the API "x".'],
  ['an API for a baseline', ['baseline', 'check', 'in-process', '--api', 'x'], 'No workflow has the API "x".'],
  ['an API to list', ['list', 'operations', '--api', 'inventary'], 'Did you mean "inventory"?'],
  ['an API for deviations', ['mutate', '--api', 'inventary'], 'Unknown API "inventary". Did you mean "inventory"?'],
  ['an unknown claim for deviations', ['mutate', '--claim', known, '--claim', 'no.such'], 'Unknown claim "no.such".'],
  ['an API for traffic', ['drift', 'x.har', '--api', 'inventary'], 'Unknown API "inventary"'],
  ['a file that is not there', ['run', 'nope.arazzo.yaml'], 'nope.arazzo.yaml'],
  ['a file to check that is not there', ['lint', 'nope.yaml'], 'nope.yaml'],
  ['an archive that is not there', ['drift', 'nope.har'], 'nope.har'],
  ['a target that is not there', ['run', '--target', 'nope'], 'Target "nope"'],
  ['a target that is not there, for coverage', ['coverage', '--target', 'nope'], 'Target "nope"'],
  ['an API to serve', ['start', 'inventary'], 'inventary'],
  ['an API to tell the variables of', ['env', 'inventary'], 'inventary'],
  ['a kind to list', ['list', 'everything'], 'everything'],
  ['work without a database', ['work'], "Set the URL of the servers' database with --data postgres://"],
  ['work in a folder', ['work', '--data', './state'], 'A worker needs a shared database'],
  ['work for nobody at once', ['work', '--data', 'postgres://x', '--concurrency', '0'], '--concurrency'],
  ['nobody to compute', ['start', '--port', '0', '--compute', 'elsewhere'], 'compute elsewhere requires a database'],
  ['no workflows at a time', ['run', '--jobs', '0'], '--jobs'],
  ['a report of an unknown kind', ['run', '--report', 'pdf=x'], '--report'],
  ['a recording that is not there', ['run', '--target', 'recording:nope'], 'Unknown recording "nope"'],
  ['a configuration that is not there', ['config', 'check', 'nope.yaml'], 'nope.yaml'],
  ['a watch of no file', ['start', '--port', '0', '--watch'], '--watch needs a file to watch'],
  ['a snapshot that is not there', ['snapshot', 'load', 'nope.json'], 'nope.json'],
  ['an option that is not there', ['run', '--apis', 'inventory'], "unknown option '--apis'"],
  ...['record-scenario', 'snapshot save x.json', 'inspect forecast x'].map((command): [string, string[], string] => [
    `a second name for the target of ${command}`,
    [...command.split(' '), '--url', 'http://127.0.0.1:9'],
    "unknown option '--url'",
  ]),
  ['an invalid recording name', ['run', '--api', 'identity', '--record', '../../x'], 'Invalid recording name'],
  ['a command that is not there', ['rum'], "unknown command 'rum'"],
])('refuses %s with exit code 2', async (_, args, says) => {
  expect(await runCli(...args)).toMatchObject(refused(says));
});
