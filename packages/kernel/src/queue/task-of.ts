/**
 * What a kind of work is called in the queue. Another version may compute something else, so it takes none of this
 * work.
 */
export function taskOf(version: string, { api, kind }: { readonly api: string; readonly kind: string }): string {
  return `${version}/${api}/${kind}`;
}
