/** Names and values of a form. */
export type Pairs = readonly (readonly [string, string])[];

/** The body of a token request as pairs; none where it is no form. */
export function pairsOf(body: unknown): Pairs {
  return Array.isArray(body) ? body.map(([name, value]) => [String(name), String(value)]) : [];
}
