import type { Handler } from '@understudy/kernel';
import type { operations } from '../generated/types.js';
import { checkNames, presentDefinition } from './check-definitions.js';

/** All checks, or those named, with all attributes or those named (einvoicing.detect.definitions). */
export const listCheckDefinitions: Handler<operations['listCheckDefinitions']> = async ({ query }) => {
  const wanted = query['checks[]'];
  const attributes = query['check_attributes[]'];
  const checks = checkNames
    .filter((name) => wanted?.some((one) => one === name) ?? true)
    .map(presentDefinition)
    .map((definition) => {
      if (attributes === undefined) return definition;
      const kept = Object.entries(definition).filter(([key]) => attributes.includes(key));
      return { ...Object.fromEntries(kept), name: definition.name };
    });
  return { status: 200, body: { app_version: '1.0', checks } };
};
