/** JSON with all digits of its numbers, for code that also runs in browsers: nothing here imports a module of Node. */
export { parseJson } from './numbers/parse-json.js';
export { stringifyJson } from './numbers/stringify-json.js';
