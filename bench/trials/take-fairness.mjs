// A planted fault, for the trial of fairness alone: what waits for a thread stands in one line, whoever's it is.
import { createRequire } from 'node:module';

const require = createRequire(new URL('../../packages/kernel/package.json', import.meta.url));
const Piscina = require('piscina');

class InOneLine extends Piscina {
  static get Piscina() {
    return InOneLine;
  }

  constructor({ taskQueue: _fair, ...options }) {
    super(options);
  }
}
require.cache[require.resolve('piscina')].exports = InOneLine;
