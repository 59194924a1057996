import { numberHelps } from '../limits.js';

/**
 * The earlier words of the command line and today's. A key with an option applies if the option is given, and removes it.
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
  'data check': 'state check',
};

/** Limits, which had an option each. */
const limits = Object.keys(numberHelps).map((name) => [toOption(name), `--limit ${name}=*`] as const);

const chance = { '--seed': '--random-seed' };

/** Earlier options by the words of their command of today; `*` stands for the value. */
const oldOptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  start: {
    ...Object.fromEntries(limits),
    '--sandbox-ttl': '--sandbox-time-to-live',
    '--allow-host': '--allowed-hosts',
    '--allow-origin': '--allowed-origins',
    '--allow-webhook-host': '--allowed-webhook-hosts',
    '--overlay': '--overlays',
  },
  proxy: { '--overlay': '--overlays' },
  explain: { '--overlay': '--overlays' },
  check: { '--overlay': '--overlays' },
  'check drift': { '--overlay': '--overlays' },
  compare: { '--overlay': '--overlays' },
  test: chance,
  fuzz: chance,
  'fuzz mutate': chance,
  'test run': { ...chance, '--overlay': '--overlays', '--junit': '--report junit=*' },
  'state trigger': { '--data': '--with' },
};

/** Today's form of arguments, and a notice for each earlier word or option in them. */
export interface ForwardedArguments {
  readonly args: readonly string[];
  readonly notices: readonly string[];
}

/** Replaces earlier words and options by those of today. */
export function forwardOldWords(given: readonly string[]): ForwardedArguments {
  const { args, words } = forwardWords(given);
  const notices = words === undefined ? [] : [`this command is now: understudy ${words} (see understudy --help)`];
  const renamed = oldOptions[args.slice(0, 2).join(' ')] ?? oldOptions[args[0] ?? ''] ?? {};
  const now: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const [name = '', value] = (args[index] ?? '').split(/=(.*)/s);
    const form = Object.hasOwn(renamed, name) ? renamed[name] : undefined;
    if (form === undefined) {
      now.push(args[index] ?? '');
      continue;
    }
    notices.push(`${name} is now ${form.replace('*', '<value>')}`);
    const [option = '', template] = form.split(' ');
    if (template === undefined) now.push(value === undefined ? option : `${option}=${value}`);
    else {
      if (value === undefined) index += 1;
      now.push(option, template.replace('*', value ?? args[index] ?? ''));
    }
  }
  return { args: now, notices };
}

function forwardWords(args: readonly string[]): { args: readonly string[]; words?: string } {
  const [first = '', second = ''] = args;
  const flagged = args.slice(1).find((arg) => arg.startsWith('--') && Object.hasOwn(oldWords, `${first} ${arg}`));
  const old = [`${first} ${second}`, `${first} ${flagged}`, first].find((words) => Object.hasOwn(oldWords, words));
  if (old === undefined) return { args };
  const rest = args.slice(old === `${first} ${second}` ? 2 : 1).filter((arg) => arg !== flagged);
  const words = oldWords[old] ?? '';
  return { words, args: [...words.split(' '), ...rest] };
}

function toOption(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
