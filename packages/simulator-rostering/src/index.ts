/**
 * A simulator of the automatic rostering API: jobs that build a roster and return the best one so far while they run,
 * analysis, feasibility checks.
 *
 * @example const simulators = createSimulators({ simulators: [identitySimulator, rosteringSimulator], sandbox }); const
 *   response = await simulators.fetch('http://understudy.local/jobs', { method: 'POST', headers, body });
 */
export { rosteringSimulator } from './rostering-simulator.js';
