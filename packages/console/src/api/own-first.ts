/** Compares API names for sorting: the identity provider comes after the user's APIs. */
export function ownFirst(one: string, other: string): number {
  return Number(one === 'identity') - Number(other === 'identity');
}
