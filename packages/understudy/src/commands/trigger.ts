import { parseJson } from '@understudy/contract';
import { Command } from 'commander';
import { ControlClient } from '../control/control-calls.js';
import { sendOverHttp } from '../control-access.js';
import { UsageError } from '../usage-error.js';
import { reportControlErrors } from './report-control-errors.js';
import { createTargetOption } from './server-options.js';

interface TriggerFlags {
  readonly target: string;
  readonly with?: string;
}

export function createTriggerCommand(): Command {
  return new Command('trigger')
    .description('Send a webhook or event of a described API')
    .argument('<api>', 'name of the API on the server')
    .argument('<event>', 'a webhook from the description, or an event such as order.created')
    .option('--with <json>', 'members of the entity in the event (default: the newest stored entity)')
    .addOption(createTargetOption())
    .action((api: string, event: string, flags: TriggerFlags) =>
      reportControlErrors(flags, () => trigger(api, event, flags)),
    );
}

async function trigger(api: string, event: string, { target, with: data }: TriggerFlags): Promise<void> {
  const calls = new ControlClient(`${target}/_sim`, sendOverHttp);
  const input = data === undefined ? { event } : { event, data: parsed(data) };
  const { sent } = await calls.post<{ sent: number }>(`/apis/${encodeURIComponent(api)}/trigger`, input);
  console.log(
    sent === 0
      ? `${event} has no receiver: set ${api}.webhookUrl, or subscribe through the API`
      : `Sent ${event} to ${sent} of ${api}`,
  );
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw new UsageError(`--with must be JSON, such as '{"id": 1}', but is ${text}`);
  }
}
