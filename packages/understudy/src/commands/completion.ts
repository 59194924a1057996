import { Argument, Command } from 'commander';

/** The options of one command and their choices. */
interface Completed {
  readonly name: string;
  readonly description: string;
  readonly words: readonly string[];
  readonly choices: ReadonlyMap<string, readonly string[]>;
}

const shells = { bash: toBash, zsh: toZsh, fish: toFish };

export function createCompletionCommand(program: () => Promise<Command>): Command {
  return new Command('completion')
    .description('Print a script that completes commands, options and their choices')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(shells)))
    .action(async (shell: keyof typeof shells) =>
      console.log(shells[shell]((await program()).commands.map(toCompleted))),
    );
}

function toCompleted(command: Command): Completed {
  const { options, registeredArguments, commands } = command;
  const choices = options.flatMap(({ long, argChoices }) => (long && argChoices ? [[long, argChoices] as const] : []));
  return {
    name: command.name(),
    description: command.description(),
    words: [
      ...commands.map((each) => each.name()),
      ...registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
      ...options.flatMap(({ long }) => long ?? []),
      '--help',
    ],
    choices: new Map(choices),
  };
}

function toBash(commands: readonly Completed[]): string {
  const word = (index: string) => `\${COMP_WORDS[${index}]}`;
  const quoted = (words: readonly string[]) => `words='${words.join(' ')}'`;
  return [
    '_understudy() {',
    '  local words=""',
    `  case "${word('1')} ${word('COMP_CWORD-1')}" in`,
    ...commands.flatMap(({ name, choices }) =>
      [...choices].map(([option, words]) => `    "${name} ${option}") ${quoted(words)} ;;`),
    ),
    ...commands.map(({ name, words }) => `    "${name} "*) ${quoted(words)} ;;`),
    '  esac',
    `  [ "$COMP_CWORD" = 1 ] && ${quoted(commands.map(({ name }) => name))}`,
    `  COMPREPLY=($(compgen -W "$words" -- "${word('COMP_CWORD')}"))`,
    '}',
    'complete -o default -F _understudy understudy api-understudy',
  ].join('\n');
}

/** Formats the completions for Zsh, which can run Bash completions. */
function toZsh(commands: readonly Completed[]): string {
  return `autoload -U +X compinit bashcompinit && compinit && bashcompinit\n${toBash(commands)}`;
}

function toFish(commands: readonly Completed[]): string {
  const quoted = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;
  return commands
    .flatMap(({ name, description, words, choices }) => [
      `complete -c understudy -n __fish_use_subcommand -f -a ${name} -d ${quoted(description)}`,
      ...words.map((word) => {
        const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${quoted(word)}`;
        const values = choices.get(word);
        const from = values === undefined ? '' : ` -x -a ${quoted(values.join(' '))}`;
        return `complete -c understudy -n ${quoted(`__fish_seen_subcommand_from ${name}`)} ${what}${from}`;
      }),
    ])
    .join('\n');
}
