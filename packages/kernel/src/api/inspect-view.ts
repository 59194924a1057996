import type { Figure } from './figure.js';

/** A subcommand of `understudy explain inspect` that displays a result or a file of an API. */
export interface InspectView {
  readonly name: string;
  readonly summary: string;
  /** The argument after the name: an id or a file path (`-` for standard input). */
  readonly argument: { readonly name: string; readonly summary: string };
  /** `server` calls an action of the API; `file` reads a file. */
  readonly looksAt: 'server' | 'file';
  /** Options by name. `freezeDate` becomes `--freeze-date`. */
  readonly options?: Readonly<Record<string, { readonly value: string; readonly summary: string }>>;
  /** The picture or page that the option of this name writes to a file. */
  readonly picture: { readonly format: 'svg' | 'html'; readonly summary: string };
  /** Output for `--json`. */
  readonly json: string;
  /** True if `--ascii` applies to the text. */
  readonly draws?: true;
  /** Example arguments for the help text. */
  readonly example: string;
  /** Imports the view on first use. */
  load(): Promise<Inspector>;
}

export type Inspector = (asked: InspectQuery) => Promise<InspectResult>;

export interface InspectQuery {
  readonly argument: string;
  readonly options: Readonly<Record<string, string | undefined>>;
  /** Runs an action of the API on the server. */
  action(name: string, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Reads the content of the file. */
  bytes(): Promise<Uint8Array>;
}

export interface InspectResult {
  readonly json: unknown;
  readonly title: string;
  /** Lines below the title. */
  readonly lines: readonly string[];
  /** Displayed as text, as a picture (the first plot or grid), or on a page. */
  readonly figures: readonly Figure[];
  /** True if the result has serious faults. If so, the command exits with code 1. */
  readonly faulty?: boolean;
}
