/**
 * A simulator of the inventory forecasting API: uploads, training, predictions, classification.
 *
 * @example const simulators = createSimulators({ simulators: [identitySimulator, inventorySimulator], sandbox }); const
 *   response = await simulators.fetch('http://understudy.local/io/health_check');
 */
export { inventorySimulator } from './inventory-simulator.js';
