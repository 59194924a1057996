/**
 * A simulator of the time registration API: uploads, training, anomaly predictions, rules, feedback.
 *
 * @example const simulators = createSimulators({ simulators: [identitySimulator, timeSimulator], sandbox }); const
 *   response = await simulators.fetch('http://understudy.local/td/health_check');
 */
export { timeSimulator } from './time-simulator.js';
