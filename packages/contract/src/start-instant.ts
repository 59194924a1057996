/** Where a manual clock begins by default: in the simulators, and for a run that plans in virtual time. */
export const startInstant = '2026-01-15T09:00:00.000Z';
