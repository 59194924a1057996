import type { RandomSource } from '../random.js';
import type { ResponseTemplate } from './fault-rule.js';

/** A request as a condition sees it. */
export interface ConditionedRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The request as it was sent. The path has no sandbox prefix. */
  readonly request: { readonly method: string; readonly path: string; readonly url: string; readonly text: string };
}

/** What a template is filled with. */
export interface TemplateInput {
  readonly template: ResponseTemplate;
  /** The body, then the values of headers. */
  readonly texts: readonly string[];
  /** `path` has the values of the path template of the rule. */
  readonly request: ConditionedRequest;
  readonly origin: string;
  readonly now: Date;
  readonly random: RandomSource;
}

/**
 * Fills the templates of a rule, within a budget of steps and characters.
 * @throws Error for a template that is wrong, or takes too long
 */
export type TemplateRenderer = (
  input: TemplateInput,
) => Promise<{ readonly texts: readonly string[]; readonly status?: number }>;
