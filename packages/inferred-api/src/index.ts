/**
 * An API made from nothing but its OpenAPI description.
 *
 * @packageDocumentation
 */
export { type DescribedApi, type DescribeOptions, describeApi } from './describe-api.js';
export type { Explained, Explanation } from './explain.js';
