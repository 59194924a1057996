import {
  effectNames,
  explainWrongFilter,
  type OperationEffect,
  type ScenarioFile,
  type WorkflowFilter,
} from '@understudy/conformance';
import { parseDuration } from '@understudy/contract';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { targetHelp } from '../open-target.js';
import { UsageError } from '../usage-error.js';
import { collectValues } from './server-options.js';

export interface SelectionFlags {
  target: string;
  config: string;
  tag?: string[];
  api?: string[];
  claim?: string[];
  input?: Record<string, string>;
  allowEffects?: OperationEffect[];
}

/** Adds the options of `run` and `plan` that select the target and the workflows. */
export function addSelectionOptions(command: Command): Command {
  return addFilterOptions(
    command
      .argument('[file...]', 'Arazzo files or folders to run instead of the built-in scenarios')
      .option('-t, --target <target>', targetHelp, 'in-process'),
  );
}

/** Adds the options that filter workflows, without files and target. */
export function addFilterOptions(command: Command): Command {
  return command
    .option('--tag <tag>', 'only workflows with this tag (repeatable)', collectValues)
    .option('--api <api>', 'only scenarios of this API (repeatable)', collectValues)
    .option('--claim <id>', 'only workflows that prove this claim (repeatable)', collectValues)
    .option('--input <name=value>', 'a value for an input that workflows declare (repeatable)', collectInput)
    .addOption(createAllowEffectsOption());
}

/** Reads the workflow filter and the inputs from flags. */
export function readSelection({ config, tag, api, claim, input, allowEffects }: Partial<SelectionFlags>) {
  return { config, tags: tag, apis: api, claims: claim, inputs: input, allowEffects };
}

/** Adds `--wait`, a duration that is converted to milliseconds. */
export function addWaitOption(command: Command, preset?: number): Command {
  const option = new Option(
    '--wait <duration>',
    'on a configured environment, wait up to this time in each workflow, such as PT10M',
  ).argParser(parseWait);
  return command.addOption(preset === undefined ? option : option.default(preset, `PT${preset / 60_000}M`));
}

/** Reads an ISO 8601 duration as milliseconds. */
export function parseWait(text: string): number {
  try {
    return parseDuration(text);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}

export function createAllowEffectsOption(): Option {
  return new Option(
    '--allow-effects <kinds>',
    `allow ${effectNames.join(', ')} on a real environment (default: read), within its configured limits`,
  ).argParser(collectEffects);
}

function collectInput(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const [name = '', value] = text.split(/=(.*)/s);
  if (name === '' || value === undefined) throw new InvalidArgumentError('It must have the form name=value.');
  return { ...earlier, [name]: value };
}

function collectEffects(text: string, earlier: readonly OperationEffect[] = []): OperationEffect[] {
  const named = text.split(',').map((part) => {
    const effect = effectNames.find((known) => known === part.trim());
    if (effect === undefined) throw new InvalidArgumentError(`It must be a list of ${effectNames.join(', ')}.`);
    return effect;
  });
  return [...earlier, ...named];
}

/** Checks a filter. @throws UsageError for an unknown API, tag or claim, or an empty selection */
export function checkFilter(files: readonly ScenarioFile[], filter: WorkflowFilter): void {
  const wrong = explainWrongFilter(files, filter);
  if (wrong !== undefined) throw new UsageError(wrong);
}
