export { secretEncodings } from './encodings.js';
export { type PlantedRequest, PlantedSecrets } from './planted-secrets.js';
