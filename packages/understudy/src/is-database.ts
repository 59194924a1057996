/** Whether data lies in a database, which several servers may share, rather than in a folder. */
export function isDatabase(data: string | undefined): data is string {
  return data !== undefined && /^postgres(ql)?:/.test(data);
}
