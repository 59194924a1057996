import { type Effect, effectNames } from '@understudy/conformance';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { targetForms } from '../open-target.js';
import { collect } from './server-options.js';

/** What says which workflows run where. */
export interface SelectionFlags {
  target: string;
  config?: string;
  tag?: string[];
  api?: string[];
  claim?: string[];
  input?: Record<string, string>;
  allowEffects?: Effect[];
}

/** Adds the options by which `run` and `plan` choose target and workflows. */
export function withSelection(command: Command): Command {
  return withFilters(
    command
      .argument('[file...]', 'Arazzo files, or folders of them, to run instead of those that come along')
      .option('-t, --target <target>', targetForms, 'in-process'),
  );
}

/** The same without files and target. */
export function withFilters(command: Command): Command {
  return command
    .option('--config <file>', 'the configuration file (default: understudy.config.yaml)')
    .option('--tag <tag>', 'only workflows with this tag (repeatable)', collect)
    .option('--api <api>', 'only scenarios of this API (repeatable)', collect)
    .option('--claim <id>', 'only workflows that prove this claim (repeatable)', collect)
    .option('--input <name=value>', 'a value for an input that workflows declare (repeatable)', collectInput)
    .addOption(allowEffectsOption());
}

/** What may be done to an environment of the configuration. */
export function allowEffectsOption(): Option {
  return new Option(
    '--allow-effects <kinds>',
    `on a real environment, allow ${effectNames.join(', ')} (default: read), as far as its configuration does`,
  ).argParser(collectEffects);
}

function collectInput(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const [name = '', value] = text.split(/=(.*)/s);
  if (name === '' || value === undefined) throw new InvalidArgumentError('It must have the form name=value.');
  return { ...earlier, [name]: value };
}

function collectEffects(text: string, earlier: readonly Effect[] = []): Effect[] {
  const named = text.split(',').map((part) => {
    const effect = effectNames.find((known) => known === part.trim());
    if (effect === undefined) throw new InvalidArgumentError(`It must be a list of ${effectNames.join(', ')}.`);
    return effect;
  });
  return [...earlier, ...named];
}
