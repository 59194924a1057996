import { type Finding, locateSource } from '@understudy/contract';

/** Reports a part of a schema that is invalid JSON Schema. */
export type WarningListener = (rule: string, message: string) => void;

/** Collects the unsupported parts of a description, each once, with file and line. */
export class DescriptionWarnings {
  readonly findings: Finding[] = [];
  readonly #known = new Set<string>();
  readonly #document: unknown;
  #listener: ((finding: Finding) => void) | undefined = undefined;

  /** @param document that pointers refer to; it can change while warnings are added */
  constructor(document: unknown) {
    this.#document = document;
  }

  /**
   * @param rule the last segment of the rule's id
   * @param pointer location in the document
   * @param message a sentence that describes the problem and the actual behavior
   */
  add(rule: string, pointer: string, message: string): void {
    const place = locateSource(this.#document, pointer);
    this.take({ ruleId: `description/${rule}`, severity: 'warning', message, pointer, ...place });
  }

  take(finding: Finding): void {
    const { ruleId, file, line, pointer, message } = finding;
    const key = `${ruleId} ${file === undefined ? pointer : `${file}:${line}`} ${message}`;
    if (this.#known.has(key)) return;
    this.#known.add(key);
    const warning: Finding = { ...finding, severity: 'warning' };
    this.findings.push(warning);
    this.#listener?.(warning);
  }

  /** Reports all previous and future warnings to a listener. */
  tell(listener: (finding: Finding) => void): void {
    for (const finding of this.findings) listener(finding);
    this.#listener = listener;
  }
}
