/** A way to look at what an API has computed, or at a file of it: a subcommand of `understudy inspect`. */
export interface InspectView {
  /** Name of the subcommand. */
  readonly name: string;
  readonly summary: string;
  /** The argument after the name. For a view of a file it is the file's path, or `-` for standard input. */
  readonly argument: { readonly name: string; readonly summary: string };
  /** Whether it looks at a running server, by an action of the API, or at a file. */
  readonly looksAt: 'server' | 'file';
  /** Further values that may be given, by name: `freezeDate` is the option `--freeze-date`. */
  readonly options?: Readonly<Record<string, { readonly value: string; readonly summary: string }>>;
  /** The picture or page that can be written to a file, by an option of that name. */
  readonly picture: { readonly format: 'svg' | 'html'; readonly summary: string };
  /** What `--json` prints. */
  readonly json: string;
  /** Whether the text has a drawing, which may have to do with plain ASCII characters. */
  readonly draws?: true;
  /** What follows the name in the example of the help. */
  readonly example: string;
  /** Loads the function that looks. */
  load(): Promise<Look>;
}

/** @throws RangeError if it cannot be shown */
export type Look = (asked: Asked) => Promise<Looked>;

/** What a view is asked. */
export interface Asked {
  readonly argument: string;
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Runs an action of the API on the server that is looked at, and gives its answer. */
  action(name: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** The file that is looked at. */
  bytes(): Promise<Uint8Array>;
}

/** The result of a view, in three forms. */
export interface Looked {
  readonly json: unknown;
  text(screen: Screen): string[];
  picture(): string;
  /** Whether something is seriously wrong with what was looked at, so that the command ends with 1. */
  readonly faulty?: boolean;
}

/** Where a text is shown. */
export interface Screen {
  /** Characters in a line, where that was asked for. */
  readonly width: number | undefined;
  /** Characters in a line of the terminal; 80 where there is none. */
  readonly columns: number;
  readonly ascii: boolean;
  readonly color: boolean;
}
