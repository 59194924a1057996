import { defineConfig } from 'vite';

/** Where `understudy start` listens. */
const target = process.env['UNDERSTUDY_URL'] ?? 'http://127.0.0.1:4010';

export default defineConfig({
  server: { proxy: { '/api': { target, rewrite: (path) => path.replace(/^\/api/, '') } } },
});
