/**
 * A simulator of the payroll API: uploads, training, anomaly scores and findings for payslips, feedback.
 *
 * @example const simulators = createSimulators({ simulators: [identitySimulator, payrollSimulator], sandbox }); const
 *   response = await simulators.fetch('http://understudy.local/pd/health_check');
 */
export { payrollSimulator } from './payroll-simulator.js';
