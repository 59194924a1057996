import type { DescribedApi } from '../../api/types.js';

/** A token request as a curl command. */
export function formatTokenCommand({ url, form }: NonNullable<DescribedApi['token']>): string {
  const fields = Object.entries(form).map(([name, value]) => `  -d '${name}=${value}'`);
  return [`curl '${url}'`, ...fields].join(' \\\n');
}
