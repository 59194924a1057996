// npm run verify: the examples in other languages, as a user of pytest, Go or JUnit runs them, against the built command line.
// Outside CI, a language whose tools are missing is reported and not tried.
import { join } from 'node:path';
import { cli, mustRun, notTried, runGate, runNode } from '../gate.ts';
import { root } from '../steps.mjs';

interface Recipe {
  readonly folder: string;
  /** Exits with 0 if the tools are installed. */
  readonly probe: readonly [string, ...string[]];
  readonly command: readonly [string, ...string[]];
}

const recipes: readonly Recipe[] = [
  {
    folder: 'python',
    probe: ['python3', '-m', 'pytest', '--version'],
    command: ['python3', '-m', 'pytest', '-q', '-p', 'no:cacheprovider'],
  },
  { folder: 'go', probe: ['go', 'version'], command: ['go', 'test', '-count=1', './...'] },
  { folder: 'java', probe: ['mvn', '--version'], command: ['mvn', '-q', '-B', 'test'] },
];

await runGate('recipes', 600, async () => {
  const env = { UNDERSTUDY: `${process.execPath} ${cli}`, PYTHONDONTWRITEBYTECODE: '1' };
  const ran: string[] = [];
  const absent: string[] = [];
  for (const { folder, probe, command } of recipes) {
    const cwd = join(root, 'packages', 'examples', folder);
    if (!(await works(probe))) {
      absent.push(folder);
      continue;
    }
    const [program, ...args] = command;
    await mustRun(args, { command: program, cwd, env });
    ran.push(folder);
  }
  return `${ran.join(', ')} passed${absent.length === 0 ? '' : `; ${notTried(absent.join(', '))}`}`;
});

async function works([program, ...args]: Recipe['probe']): Promise<boolean> {
  try {
    return (await runNode(args, { command: program })).code === 0;
  } catch {
    return false;
  }
}
