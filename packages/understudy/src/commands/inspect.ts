import { Command } from 'commander';
import type { Apis } from '../apis/apis.js';
import { inspectViewCommand } from './inspect-view.js';

/** `understudy inspect`: looks at what the simulators have computed, by the views of the APIs. */
export function inspectCommand(apis: Apis): Command {
  const command = new Command('inspect').description('Look at what the simulators have computed');
  for (const { name, inspect = [] } of apis.values()) {
    for (const view of inspect) command.addCommand(inspectViewCommand(name, view));
  }
  return command;
}
