/** Orders names of APIs: those that the user serves before the identity provider, otherwise as they come. */
export function ownFirst(one: string, other: string): number {
  return Number(one === 'identity') - Number(other === 'identity');
}
