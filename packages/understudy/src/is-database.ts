/** Returns whether the data is in a database, which several servers can share, and not in a folder. */
export function isDatabaseUrl(data: string | undefined): data is string {
  return data !== undefined && /^postgres(ql)?:/.test(data);
}
