/**
 * What the process that ran the scenarios ends with. `cleanupIncomplete` outranks `findings`: something was left behind
 * on the target and a person has to remove it.
 */
export const exitCodes = { clean: 0, findings: 1, wrongUse: 2, unreachable: 3, cleanupIncomplete: 4 } as const;

/** One of the numbers in `exitCodes`. */
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
