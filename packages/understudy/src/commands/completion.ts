import { Argument, Command } from 'commander';

/** The options of one command and their choices. */
interface Completed {
  /** The command's words, such as `test run`. */
  readonly path: string;
  readonly description: string;
  readonly words: readonly string[];
  readonly choices: ReadonlyMap<string, readonly string[]>;
}

const shells = { bash: toBash, zsh: toZsh, fish: toFish };

export function createCompletionCommand(program: () => Promise<Command>): Command {
  return new Command('completion')
    .description('Print a script that completes commands, options and their choices')
    .addArgument(new Argument('<shell>', 'your shell').choices(Object.keys(shells)))
    .action(async (shell: keyof typeof shells) => {
      const { commands } = await program();
      console.log(shells[shell](commands.flatMap((command) => toCompleted(command, ''))));
    });
}

/** Describes a command and its subcommands, which come first. */
function toCompleted(command: Command, above: string): Completed[] {
  const { options, registeredArguments, commands } = command;
  const choices = options.flatMap(({ long, argChoices }) => (long && argChoices ? [[long, argChoices] as const] : []));
  const path = `${above}${command.name()}`;
  return [
    ...commands.flatMap((each) => toCompleted(each, `${path} `)),
    {
      path,
      description: command.description(),
      words: [
        ...commands.map((each) => each.name()),
        ...registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
        ...options.flatMap(({ long }) => long ?? []),
        '--help',
      ],
      choices: new Map(choices),
    },
  ];
}

function toBash(commands: readonly Completed[]): string {
  const word = (index: string) => `\${COMP_WORDS[${index}]}`;
  const quoted = (words: readonly string[]) => `words='${words.join(' ')}'`;
  // `case` uses the first match. The patterns match the words of the line up to the previous one.
  return [
    '_understudy() {',
    '  local words=""',
    `  local line="\${COMP_WORDS[*]:1:COMP_CWORD-1} "`,
    '  case "$line" in',
    ...commands.flatMap(({ path, choices }) =>
      [...choices].map(([option, words]) => `    "${path} "*"${option} ") ${quoted(words)} ;;`),
    ),
    ...commands.map(({ path, words }) => `    "${path} "*) ${quoted(words)} ;;`),
    '  esac',
    `  [ "$COMP_CWORD" = 1 ] && ${quoted(commands.flatMap(({ path }) => (path.includes(' ') ? [] : [path])))}`,
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
    .flatMap(({ path, description, words, choices }) => [
      ...(path.includes(' ')
        ? []
        : [`complete -c understudy -n __fish_use_subcommand -f -a ${path} -d ${quoted(description)}`]),
      ...words.map((word) => {
        const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${quoted(word)}`;
        const values = choices.get(word);
        const from = values === undefined ? '' : ` -x -a ${quoted(values.join(' '))}`;
        const seen = path.split(' ').map((part) => `__fish_seen_subcommand_from ${part}`);
        return `complete -c understudy -n ${quoted(seen.join('; and '))} ${what}${from}`;
      }),
    ])
    .join('\n');
}
