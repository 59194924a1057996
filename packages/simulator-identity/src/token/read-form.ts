import type { FormPairs, Refusal } from '@understudy/kernel';
import { tokenRefusals } from '../errors.js';

const keys = ['grant_type', 'client_id', 'client_secret', 'scope'] as const;

/** The four parameters of a token request. */
export type TokenForm = Readonly<Record<(typeof keys)[number], string>>;

/**
 * Reads the form: names match in any case and any order, each at most once (analysis.gap.token-form-keys); all four are
 * needed (analysis.auth.step4-token-request).
 */
export function readForm(pairs: FormPairs): TokenForm | Refusal {
  const found = new Map<string, string>();
  for (const [name, value] of pairs) {
    const key = name.toLowerCase();
    if (found.has(key)) return tokenRefusals.duplicate(key);
    found.set(key, value);
  }
  const form = { grant_type: '', client_id: '', client_secret: '', scope: '' };
  for (const key of keys) {
    const value = found.get(key) ?? '';
    if (value.trim() === '') return tokenRefusals.missing(key);
    form[key] = value;
  }
  return form;
}
