/** A subcommand of `understudy inspect`, which shows a result or a file of an API. */
export interface InspectView {
  readonly name: string;
  readonly summary: string;
  /** The argument after the name: an id, or the path of a file (`-` for standard input). */
  readonly argument: { readonly name: string; readonly summary: string };
  /** `server`: calls an action of the API. `file`: reads a file. */
  readonly looksAt: 'server' | 'file';
  /** Options by name: `freezeDate` is `--freeze-date`. */
  readonly options?: Readonly<Record<string, { readonly value: string; readonly summary: string }>>;
  /** A picture or page to write to a file, with an option of that name. */
  readonly picture: { readonly format: 'svg' | 'html'; readonly summary: string };
  /** The output of `--json`. */
  readonly json: string;
  /** Whether `--ascii` applies to the text. */
  readonly draws?: true;
  /** Arguments of the example in the help. */
  readonly example: string;
  /** Loads the view on first use. */
  load(): Promise<Inspector>;
}

export type Inspector = (asked: InspectQuery) => Promise<InspectResult>;

export interface InspectQuery {
  readonly argument: string;
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Runs an action of the API on the server. */
  action(name: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** The content of the file. */
  bytes(): Promise<Uint8Array>;
}

export interface InspectResult {
  readonly json: unknown;
  text(screen: TerminalSize): string[];
  picture(): string;
  /** Whether the result has serious faults, so that the command exits with 1. */
  readonly faulty?: boolean;
}

export interface TerminalSize {
  /** Requested width. */
  readonly width: number | undefined;
  /** Width of the terminal; 80 by default. */
  readonly columns: number;
  readonly ascii: boolean;
  readonly color: boolean;
}
