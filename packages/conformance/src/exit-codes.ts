/**
 * Exit codes of a run. `cleanupIncomplete` takes precedence over `findings`, because a person must remove the leftover
 * resources.
 */
export const exitCodes = { clean: 0, findings: 1, wrongUse: 2, unreachable: 3, cleanupIncomplete: 4 } as const;

/** One of the numbers in `exitCodes`. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
