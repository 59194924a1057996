import { findNearest, type Operation, suggestName } from '@understudy/contract';
import { createErrorResult, type ErrorResult } from '../error-result.js';

export interface RequestPreference {
  readonly code?: string;
  readonly example?: string;
  /** Seconds to delay the response. */
  readonly wait?: number;
}

const forms: Readonly<Record<string, { form: RegExp; allowed: string }>> = {
  code: { form: /^[1-5]\d\d$/, allowed: 'a status such as code=503' },
  example: { form: /^.+$/, allowed: 'the name of a documented example' },
  wait: { form: /^\d{1,9}(?:\.\d{1,3})?$/, allowed: 'seconds such as wait=2 or wait=0.5' },
};
const names = Object.keys(forms);

type Examples = Operation['responseExamples'];

/**
 * Parses the `Prefer` header (RFC 7240). Ignores unknown preferences unless they look like a typo.
 * @returns an error message if the header is invalid
 */
export function readPreference(header: string): RequestPreference | string {
  const wish: Record<string, string> = {};
  for (const part of splitPreferences(header)) {
    const sign = part.indexOf('=');
    const name = (sign === -1 ? part : part.slice(0, sign)).trim();
    const value = sign === -1 ? '' : part.slice(sign + 1).trim();
    const key = name.toLowerCase();
    const known = Object.hasOwn(forms, key) ? forms[key] : undefined;
    if (known !== undefined) {
      const text = value.replace(/^"(.*)"$/s, (_whole, quoted: string) => quoted.replace(/\\(.)/g, '$1'));
      if (!known.form.test(text)) return `Prefer: ${key} must be ${known.allowed}, but is "${value}"`;
      wish[key] = text;
    } else if (key !== '' && findNearest(key, names) !== undefined) {
      return `Unknown preference "${name}" in Prefer; use code, example or wait.${suggestName(key, names)}`;
    }
  }
  const { code, example, wait } = wish;
  return {
    ...(code === undefined ? {} : { code }),
    ...(example === undefined ? {} : { example }),
    ...(wait === undefined ? {} : { wait: Number(wait) }),
  };
}

const quotedText = /"(?:[^"\\]|\\.)*"/g;

/** Splits preferences at commas, semicolons and spaces outside quotation marks. */
function splitPreferences(header: string): string[] {
  const quoted = header.match(quotedText) ?? [];
  let next = 0;
  // A quoted string counts as one word while the header is split.
  const parts = header.replace(quotedText, '"').split(/[,;\s]+(?=[^=\s]*(?:=|,|;|$))/);
  return parts.map((part) => part.replace('"', () => quoted[next++] ?? '"'));
}

/**
 * Finds the documented response that a request prefers. An example name without a status selects the first success
 * response that has this example.
 *
 * @returns the preference with its status, or an error that lists the documented responses
 */
export function chooseResponse(
  { operationId, responseExamples }: Pick<Operation, 'operationId' | 'responseExamples'>,
  preference: RequestPreference,
): RequestPreference | ErrorResult {
  const { code, example } = preference;
  const documented = listResponses(responseExamples);
  if (code !== undefined && keyOf(responseExamples, code) === undefined) {
    const rule = `{"match": {"operationId": "${operationId}"}, "effect": {"status": ${code}}, "times": 1}`;
    const message = `Prefer asks for status ${code}, which ${operationId} does not document; documented are ${documented}. For any error status set a fault rule: PUT /_sim/faults {"faults": [${rule}]}`;
    return createPreferenceError(message, responseExamples);
  }
  if (example === undefined) return preference;
  const keys = code === undefined ? Object.keys(responseExamples).filter(isSuccess) : [keyOf(responseExamples, code)];
  const key = keys.find((each) => each !== undefined && responseExamples[each]?.includes(example));
  if (key === undefined) {
    const of = code === undefined ? 'a success' : `status ${code}`;
    const known = keys.flatMap((each) => responseExamples[each ?? ''] ?? []);
    const near = findNearest(example, known);
    const hint = near === undefined ? '' : ` Did you mean "${near}"?`;
    const message = `Prefer asks for the example "${example}", which ${operationId} does not document for ${of}; documented are ${documented}.${hint}`;
    return createPreferenceError(message, responseExamples);
  }
  return code === undefined && keys[0] !== key && /^\d+$/.test(key) ? { ...preference, code: key } : preference;
}

/** Creates an error about the `Prefer` header that lists the documented statuses and their examples. */
export function createPreferenceError(message: string, responses: Examples): ErrorResult {
  return createErrorResult(400, 'prefer', message, { problem: { pointer: '/headers/Prefer', responses } });
}

function keyOf(responses: Examples, code: string): string | undefined {
  return [code, `${code.charAt(0)}XX`, 'default'].find((key) => Object.hasOwn(responses, key));
}

function isSuccess(key: string): boolean {
  return /^[23]/.test(key) || key === 'default';
}

function listResponses(responses: Examples): string {
  const texts = Object.entries(responses).map(([status, names]) =>
    names.length === 0 ? status : `${status} (${names.length === 1 ? 'example' : 'examples'} ${names.join(', ')})`,
  );
  return texts.length === 0 ? 'none' : texts.join(', ');
}
