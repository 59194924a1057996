import { Command } from 'commander';
import { inspectForecastCommand } from './inspect-forecast.js';
import { inspectInvoiceCommand } from './inspect-invoice.js';
import { inspectRosterCommand } from './inspect-roster.js';

/** `understudy inspect`: looks at what the simulators have computed. */
export function inspectCommand(): Command {
  return new Command('inspect')
    .description('Look at what the simulators have computed')
    .addCommand(inspectForecastCommand())
    .addCommand(inspectRosterCommand())
    .addCommand(inspectInvoiceCommand());
}
