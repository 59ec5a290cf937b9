import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from '#web/build/precompress.ts'

const folder = 'dist/admin'

/**
 * The browser's files of staff's pages. A build of their own, so that no change here alters a file of the
 * shop; the server's half is part of the shop's server build (vite.config.ts).
 */
// oxlint-disable-next-line import/no-default-export -- Vite reads the default export.
export default defineConfig({
  appType: 'custom',
  plugins: [tailwindcss(), react(), precompress(folder)],
  publicDir: false,
  build: {
    outDir: folder,
    // The last build's files stay: a page opened before the update still asks for them.
    emptyOutDir: false,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: ['admin/runtime/browser/entry-client.tsx'],
      output: { codeSplitting: { groups: [{ name: 'vendor', test: 'node_modules' }] } },
    },
  },
})
