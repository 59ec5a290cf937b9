import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Two builds: the browser's (hashed files and their manifest) and the server's (app.ts, one module graph). */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  plugins: [tailwindcss(), react()],
  publicDir: false,
  build: isSsrBuild
    ? { outDir: 'dist/server', emptyOutDir: true, ssr: 'app.ts', target: 'node26' }
    : {
        outDir: 'dist/client',
        // The last build's files stay: a tab opened before the update still asks for them.
        emptyOutDir: false,
        manifest: 'manifest.json',
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        rolldownOptions: { input: 'storefront/entry-client.tsx' },
      },
}))
