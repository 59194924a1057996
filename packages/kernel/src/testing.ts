export { MemoryArchive } from './testing/memory-archive.js';
