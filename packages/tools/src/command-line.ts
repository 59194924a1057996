import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The arguments of a script with a usage page. */
export class CommandLine {
  readonly #usage: string;

  constructor(usage: string) {
    this.#usage = usage;
  }

  /** Reads the arguments. `--help` prints the usage and exits with 0; an invalid argument exits with 2. */
  read<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
    try {
      const read = parseArgs(config);
      if ('help' in read.values && read.values.help === true) {
        console.log(this.#usage);
        process.exit(0);
      }
      return read;
    } catch (error) {
      return this.refuse(error instanceof Error ? error.message : String(error));
    }
  }

  /** Returns the integer value of an option. Exits with 2 for any other text. */
  wholeNumber(option: string, text: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
    return this.refuse(`--${option} ${text} is not a whole number from ${least}${upTo}.`);
  }

  /** Prints the reason and the usage and exits with 2. */
  refuse(why: string): never {
    console.error(`${why}\n\n${this.#usage}`);
    process.exit(2);
  }
}
