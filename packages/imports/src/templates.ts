export { fillResponse } from './templates/fill-response.js';
