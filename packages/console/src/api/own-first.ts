/** Orders names of APIs: the identity provider follows the APIs of the user. */
export function ownFirst(one: string, other: string): number {
  return Number(one === 'identity') - Number(other === 'identity');
}
