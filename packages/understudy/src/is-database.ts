/** Returns whether `data` names a database, which several servers can share, rather than a folder. */
export function isDatabaseUrl(data: string | undefined): data is string {
  return data !== undefined && /^postgres(ql)?:/.test(data);
}
