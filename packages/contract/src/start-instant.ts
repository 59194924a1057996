/** The default start time of manual clocks in simulators and plans. */
export const defaultStartInstant = '2026-01-15T09:00:00.000Z';
