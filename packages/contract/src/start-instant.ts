/** The default start of manual clocks, in simulators and in plans. */
export const defaultStartInstant = '2026-01-15T09:00:00.000Z';
