/** Names of files that say nothing about the API in them. */
export const genericNames: ReadonlySet<string> = new Set(
  'openapi swagger api spec index schema description json yaml'.split(' '),
);
