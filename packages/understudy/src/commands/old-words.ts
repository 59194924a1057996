/**
 * The earlier words of the command line and today's. `$` stands for the remaining arguments, which follow otherwise. A
 * key with an option applies if the option is given, and removes it.
 */
export const oldWords: Readonly<Record<string, string>> = {
  serve: 'start',
  work: 'start --worker',
  run: 'test run',
  plan: 'test plan',
  coverage: 'test coverage',
  merge: 'test merge',
  'baseline check': 'test baseline',
  'baseline update': 'test baseline --update',
  mutate: 'fuzz mutate',
  list: 'explain list',
  inspect: 'explain inspect',
  lint: 'check lint',
  diff: 'check diff',
  drift: 'check drift',
  'record-scenario': 'learn record-scenario',
  suggest: 'learn suggest',
  consumer: 'learn consumer',
  'types --client': 'generate client',
  types: 'generate types',
  new: 'generate package',
  schema: 'generate schema',
  completion: 'generate completion',
  import: 'convert import',
  export: 'convert export',
  config: 'doctor config',
  'config check': 'doctor config',
  changes: 'state diff',
  trigger: 'state trigger',
  env: 'state env',
  'seed write': 'state seed',
  'snapshot save': 'state save',
  'snapshot load': 'state load',
  'data list': 'state ls $ --data',
  'data export': 'state save $ --data',
  'data import': 'state load $ --data',
  'data delete': 'state rm $ --data',
  'data backup': 'state backup $ --data',
  'data restore': 'state restore $ --data',
  'data check': 'state check $ --data',
};

/** Earlier options of a command, by today's words of the command. */
const oldOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'state trigger': { '--data': '--with' },
};

/** Returns today's form of earlier arguments, or `undefined` if they are today's. */
export function forwardOldWords(args: readonly string[]): { args: string[]; words: string } | undefined {
  const [first = '', second = ''] = args;
  const flagged = args.slice(1).find((arg) => Object.hasOwn(oldWords, `${first} ${arg}`) && arg.startsWith('--'));
  const old = [`${first} ${second}`, `${first} ${flagged}`, first].find((words) => Object.hasOwn(oldWords, words));
  if (old === undefined) return undefined;
  const rest = args.slice(old === `${first} ${second}` ? 2 : 1).filter((arg) => arg !== flagged);
  const [before = '', after = ''] = (oldWords[old] ?? '').split(' $ ');
  const renamed = oldOptions[before] ?? {};
  const isLocated = rest.some((arg) => /^(--data|--target|-t)(=|$)/.test(arg));
  const added = after === '' || isLocated ? [] : [after];
  const words = before.split(' ');
  return { words: before, args: [...words, ...rest.map((arg) => renamed[arg] ?? arg), ...added] };
}
