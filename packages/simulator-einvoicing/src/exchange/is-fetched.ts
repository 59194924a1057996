/** Whether a received invoice needs no more fetching: it was downloaded, or marked as handled (einvoicing.gap.not-fetched). */
export function isFetched({ fetched, handling }: { readonly fetched?: boolean; readonly handling?: string }): boolean {
  return fetched === true || handling === 'HANDLED';
}
