/** Values over dates, such as a history with its forecast. A missing value is null. */
export interface PlotFigure {
  readonly kind: 'plot';
  readonly title: string;
  /** Calendar dates, the earliest first; what all values below are by. */
  readonly dates: readonly string[];
  readonly lines: ReadonlyArray<{ readonly name: string; readonly values: ReadonlyArray<number | null> }>;
  /** What the values of a line are expected to lie between. */
  readonly band?: {
    readonly name: string;
    readonly lower: ReadonlyArray<number | null>;
    readonly upper: ReadonlyArray<number | null>;
  };
}

/** Short texts in rows and columns, such as a roster. */
export interface GridFigure {
  readonly kind: 'grid';
  readonly title: string;
  readonly columns: ReadonlyArray<{ readonly label: string; readonly detail?: string }>;
  readonly rows: ReadonlyArray<{
    readonly label: string;
    readonly cells: ReadonlyArray<{ readonly text: string; readonly title?: string; readonly tone?: Tone }>;
    /** Text after the last cell of a row. */
    readonly note?: string;
  }>;
  /** What the short texts mean. */
  readonly legend?: ReadonlyArray<{ readonly text: string; readonly meaning: string }>;
}

/** Rows of texts beneath a head. */
export interface TableFigure {
  readonly kind: 'table';
  readonly title: string;
  /** Empty for none. */
  readonly head: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly note?: string;
}

/** Names with what they stand for. */
export interface FactsFigure {
  readonly kind: 'facts';
  readonly title: string;
  readonly facts: ReadonlyArray<{ readonly name: string; readonly value: string }>;
}

/** Rules that are broken. */
export interface FindingsFigure {
  readonly kind: 'findings';
  readonly title: string;
  readonly findings: ReadonlyArray<{
    readonly ruleId: string;
    readonly severity: 'error' | 'warning' | 'info';
    readonly message: string;
    readonly place?: string;
  }>;
}

/** Lines of text, such as an address. */
export interface TextFigure {
  readonly kind: 'text';
  readonly title: string;
  readonly lines: readonly string[];
}

/** What a cell means; never shown by colour alone. */
export type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** What a record looks like, in a form that any page can draw. */
export type Figure = PlotFigure | GridFigure | TableFigure | FactsFigure | TextFigure | FindingsFigure;
