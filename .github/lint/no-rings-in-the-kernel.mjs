// The kernel is what everything stands on: its files import each other in one direction only, for their types too.
import rings from './no-rings.mjs';

export default {
  forbidden: [{ name: 'no-ring-of-files-in-the-kernel', severity: 'error', from: {}, to: { circular: true } }],
  options: { ...rings.options, tsPreCompilationDeps: true },
};
