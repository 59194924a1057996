import { stringifyJson } from '@understudy/contract';
import type { SandboxSetup } from '@understudy/kernel';
import type { components } from '../generated/types.js';
import type { ServerContext } from '../server-context.js';
import { checkFault } from './check-fault.js';
import { createFaultRule } from './faults.js';

type Rules = components['schemas']['FaultSetting'];

/**
 * Reads the rules that each sandbox begins with.
 * @throws RangeError with the place of each wrong rule
 */
export function readInitialRules(
  faults: readonly unknown[] | undefined,
  server: Pick<ServerContext, 'control' | 'memory' | 'simulators' | 'renderTemplate'>,
): Pick<SandboxSetup, 'rules'> {
  if (faults === undefined) return {};
  const given: unknown = { faults };
  const validate = server.control.contract.validator('FaultSetting');
  const areRules = (value: unknown): value is Rules => findings.length === 0 && value === given;
  const findings = validate(given);
  const { faultRules } = server.memory;
  if (faults.length > faultRules)
    throw new RangeError(
      `rules: There are ${faults.length} rules, but a sandbox keeps at most ${faultRules}; start the server with --limit maxFaultRules for more`,
    );
  if (!areRules(given)) throw new RangeError(`rules: ${findings.map(({ message }) => message).join('; ')}`);
  const problems = given.faults.flatMap((fault, index) => {
    const pointer = `/faults/${index}`;
    const ends = fault.ttl ?? fault.until;
    if (ends === undefined) return checkFault(fault, pointer, server).map(({ message }) => message);
    return [`${pointer} ends at ${stringifyJson(ends)}, but initial rules have no end; leave out ttl and until`];
  });
  if (problems.length > 0) throw new RangeError(`rules: ${problems.join('; ')}`);
  return { rules: given.faults.map((fault, index) => createFaultRule(fault, index, 0)) };
}
