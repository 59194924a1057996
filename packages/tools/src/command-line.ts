import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The arguments of a script that has a page of usage. */
export class CommandLine {
  readonly #usage: string;

  constructor(usage: string) {
    this.#usage = usage;
  }

  /** Reads the arguments. `--help` prints the usage and ends the process with 0, a wrong argument ends it with 2. */
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

  /** The whole number that an option gives; any other text ends the process. */
  wholeNumber(option: string, text: string, least: number, most = Number.MAX_SAFE_INTEGER): number {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` to ${most}`;
    return this.refuse(`--${option} ${text} is not a whole number from ${least}${upTo}.`);
  }

  /** Says why, prints the usage and ends the process with 2. */
  refuse(why: string): never {
    console.error(`${why}\n\n${this.#usage}`);
    process.exit(2);
  }
}
