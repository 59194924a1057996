import { roamingOperators } from './operators.js';

/** The roaming operators; the older address answers the same (einvoicing.definitions.operators). */
export async function listOperators() {
  const body = roamingOperators.map(({ operator_id, name, country }) => ({ operator_id, name, country }));
  return { status: 200 as const, body };
}
