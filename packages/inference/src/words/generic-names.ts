/** File names that do not describe the API in the file. */
export const genericNames: ReadonlySet<string> = new Set(
  'openapi swagger api spec index schema description json yaml'.split(' '),
);
