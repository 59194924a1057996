import { Command } from 'commander';
import type { Apis } from '../apis/apis.js';
import { inspectViewCommand } from './inspect-view.js';

/** `understudy inspect`: shows the results that the simulators computed. */
export function inspectCommand(apis: Apis): Command {
  const command = new Command('inspect').description('Show the results that the simulators computed');
  for (const { name, inspect = [] } of apis.values()) {
    for (const view of inspect) command.addCommand(inspectViewCommand(name, view));
  }
  return command;
}
