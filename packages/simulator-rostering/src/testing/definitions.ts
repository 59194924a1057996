import definitions from './definitions.json' with { type: 'json' };

/** Creates a week with an early and a late shift for four employees. Tests change parts of it. */
export const createShopDefinition = (more: object = {}) => ({ ...structuredClone(definitions.shop), ...more });

/** Creates two days with two slots for two employees. The solver creates the shifts. */
export const createHelpDeskDefinition = (more: object = {}) => ({ ...structuredClone(definitions.helpDesk), ...more });

/** Creates a definition whose roster a solver can improve for a long time: many employees with conflicting wishes. */
export function createHardRoster(seconds: number) {
  const employees = Array.from({ length: 40 }, (_, index) => ({ id: `e${index}` }));
  const wishes = employees.map(({ id }, index) => ({
    id: `wish-${id}`,
    importance: 'LOW',
    isDesired: false,
    filters: { employees: { employeeIds: [id] } },
    periods: {
      customDefinitions: [3, 11, 20].map((step) => {
        const day = `2026-03-${String(2 + ((index * 7 + step) % 28)).padStart(2, '0')}`;
        return { startDate: day, endDate: day };
      }),
    },
  }));
  return {
    ...definitions.hard,
    employees,
    constraints: { ...definitions.hard.constraints, employeeAvailabilityConstraints: wishes },
    configuration: { timeLimitSeconds: seconds, unimprovedTimeLimitSeconds: seconds },
  };
}
