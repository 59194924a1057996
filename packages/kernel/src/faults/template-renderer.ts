import type { RandomSource } from '../random.js';
import type { ResponseTemplate } from './fault-rule.js';

/** A request in the form that conditions use. */
export interface ConditionedRequest {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The request as it was sent. The path has no sandbox prefix. */
  readonly request: { readonly method: string; readonly path: string; readonly url: string; readonly text: string };
}

/** The values for rendering a template. */
export interface TemplateInput {
  readonly template: ResponseTemplate;
  /** The templates: the body, then the header values. */
  readonly texts: readonly string[];
  /** `path` contains the parameters of the rule's path template. */
  readonly request: ConditionedRequest;
  readonly origin: string;
  readonly now: Date;
  readonly random: RandomSource;
}

/**
 * Renders the templates of a rule, within a budget of steps and characters.
 * @throws Error if a template is invalid or takes too long
 */
export type TemplateRenderer = (
  input: TemplateInput,
) => Promise<{ readonly texts: readonly string[]; readonly status?: number }>;
