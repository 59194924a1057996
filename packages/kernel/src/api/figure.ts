/** A plot of values over dates, such as a history with its forecast. Missing values are null. */
export interface PlotFigure {
  readonly kind: 'plot';
  readonly title: string;
  readonly dates: readonly string[];
  readonly lines: ReadonlyArray<{ readonly name: string; readonly values: ReadonlyArray<number | null> }>;
  /** Expected range around a line. */
  readonly band?: {
    readonly name: string;
    readonly lower: ReadonlyArray<number | null>;
    readonly upper: ReadonlyArray<number | null>;
  };
}

/** A grid of short strings, such as a roster. */
interface GridFigure {
  readonly kind: 'grid';
  readonly title: string;
  readonly columns: ReadonlyArray<{ readonly label: string; readonly detail?: string }>;
  readonly rows: ReadonlyArray<{
    readonly label: string;
    readonly cells: ReadonlyArray<{ readonly text: string; readonly title?: string; readonly tone?: Tone }>;
    /** Text after the last cell of the row. */
    readonly note?: string;
  }>;
  readonly legend?: ReadonlyArray<{ readonly text: string; readonly meaning: string }>;
}

interface TableFigure {
  readonly kind: 'table';
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
  readonly note?: string;
}

interface FactsFigure {
  readonly kind: 'facts';
  readonly title: string;
  readonly facts: ReadonlyArray<{ readonly name: string; readonly value: string }>;
}

interface FindingsFigure {
  readonly kind: 'findings';
  readonly title: string;
  readonly findings: ReadonlyArray<{
    readonly ruleId: string;
    readonly severity: 'error' | 'warning' | 'info';
    readonly message: string;
    readonly place?: string;
  }>;
}

interface TextFigure {
  readonly kind: 'text';
  readonly title: string;
  readonly lines: readonly string[];
}

/** The meaning of a cell. It is never conveyed by colour alone. */
type Tone = 'good' | 'warn' | 'bad' | 'plain';

/** A drawing of a record that any page can display. */
export type Figure = PlotFigure | GridFigure | TableFigure | FactsFigure | TextFigure | FindingsFigure;
