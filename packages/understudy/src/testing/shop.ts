import { fileURLToPath } from 'node:url';

/** An OpenAPI description of a small shop. */
export const shopDescriptionPath = fileURLToPath(new URL('../../../described/src/testing/shop.yaml', import.meta.url));
