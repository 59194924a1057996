/** Returns whether the data is in a database, which several servers can share, rather than in a folder. */
export function isDatabaseUrl(data: string | undefined): data is string {
  return data !== undefined && /^postgres(ql)?:/.test(data);
}
