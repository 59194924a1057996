/** Thrown if a command is used incorrectly. The message explains what to change. The exit code is 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** Returns the message of anything thrown. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Rethrows an error with a prefix as a usage error, for `.catch()`. */
export function failWith(prefix: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof UsageError ? error : new UsageError(`${prefix}: ${toMessage(error)}`);
  };
}
