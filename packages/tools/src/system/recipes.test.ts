// npm run verify: the examples in other languages, as a user of pytest, Go or JUnit runs them, against the built command line.
// Outside CI, a language whose tools are missing is reported and not tried.
import { join } from 'node:path';
import { cli, mustRun, notTried, runNode } from '../gate.ts';
import { root } from '../steps.mjs';
import { prove } from '../testing/prove.ts';

/** A folder with its tests, a command that exits with 0 if the tools are installed, and the command of the tests. */
const recipes = [
  ['python', ['python3', '-m', 'pytest', '--version'], ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider']],
  ['go', ['go', 'version'], ['go', 'test', '-count=1', './...']],
  ['java', ['mvn', '--version'], ['mvn', '-q', '-B', 'test']],
] as const;

prove('passes the examples in other languages', { seconds: 600 }, async () => {
  const env = { UNDERSTUDY: `${process.execPath} ${cli}`, PYTHONDONTWRITEBYTECODE: '1' };
  const ran: string[] = [];
  const absent: string[] = [];
  for (const [folder, probe, [command, ...args]] of recipes) {
    const isThere = await works(probe);
    (isThere ? ran : absent).push(folder);
    if (isThere) await mustRun(args, { command, env, cwd: join(root, 'packages', 'examples', folder) });
  }
  return `${ran.join(', ')} passed${absent.length === 0 ? '' : `; ${notTried(absent.join(', '))}`}`;
});

function works([command, ...args]: readonly [string, ...string[]]): Promise<boolean> {
  return runNode(args, { command }).then(
    ({ code }) => code === 0,
    () => false,
  );
}
