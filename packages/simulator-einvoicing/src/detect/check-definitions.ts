import type { CheckName } from '../entities.js';
import type { components } from '../generated/types.js';
import definitions from './check-definitions.json' with { type: 'json' };

type Schemas = components['schemas'];
type Result = NonNullable<Schemas['ResultDefinition']['result']>;

interface Definition {
  readonly title: string;
  readonly description: string;
  readonly source: string;
  /** Reason code without the check's name -> its result, and the sentence for it. */
  readonly reasons: Readonly<Record<string, { readonly status: Result; readonly text: string }>>;
}

/** Results that every check can have, in addition to its own (einvoicing.gap.detect-checks). */
const common = {
  NOT_AN_INVOICE: { status: 'NOT_APPLICABLE', text: 'The document is not an invoice.' },
  FAILED: { status: 'FAILED', text: 'The check could not be run.' },
} as const satisfies Definition['reasons'];

/** The checks of Detect and their specific results: einvoicing.detect.definitions. */
export const checkDefinitions = definitions as Readonly<Record<CheckName, Definition>>;

export const checkNames = Object.keys(definitions) as CheckName[];

const reasonsOf = (check: CheckName): Definition['reasons'] => ({ ...common, ...checkDefinitions[check].reasons });

/**
 * Returns the result with a full reason code.
 * @throws Error for a code that is not defined
 */
export function lookUpResult(check: CheckName, reasonCode: string): { readonly status: Result; readonly text: string } {
  const found = reasonsOf(check)[reasonCode.slice(check.length + 1)];
  if (found === undefined) throw new Error(`${reasonCode} is no result of ${check}`);
  return found;
}

/** Returns a definition as the API shows it, with English texts. */
export function presentDefinition(name: CheckName): Schemas['CheckDefinition'] {
  const { title, description, source } = checkDefinitions[name];
  const english = (value: string) => [{ lang: 'EN', value }];
  const results = Object.entries(reasonsOf(name)).map(
    ([code, { status: result, text: reason }]): Schemas['ResultDefinition'] => ({
      status: code === 'FAILED' ? 'RUN_FAILED' : result === 'NOT_APPLICABLE' ? 'NOT_APPLICABLE' : 'RUN_SUCCESSFUL',
      result,
      reason,
      reason_code: `${name}_${code}`,
    }),
  );
  return {
    name,
    friendly_name: title,
    friendly_names: english(title),
    title,
    titles: english(title),
    description,
    descriptions: english(description),
    doc_description: description,
    resource_type: 'INVOICE',
    scope: 'Received invoices',
    scopes: english('Received invoices'),
    sources: [{ name: source, names: english(source) }],
    metadata: {},
    possible_results: [
      ...results,
      { status: 'PENDING', reason: 'The check is under way.', reason_code: `${name}_PENDING` },
    ],
  };
}
