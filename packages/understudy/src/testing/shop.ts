import { fileURLToPath } from 'node:url';

/** An OpenAPI description of a small shop. */
export const shopDescriptionPath = fileURLToPath(
  new URL('../../../inferred-api/src/testing/shop.yaml', import.meta.url),
);
