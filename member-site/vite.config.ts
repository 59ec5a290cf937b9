import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { precompress } from '#web/build/precompress.ts'

const folder = 'dist/member-site'

/**
 * Builds the browser files of the member site: one stylesheet, and the scripts of single pages. Pages have no React.
 */
// oxlint-disable-next-line import/no-default-export -- Vite reads the default export.
export default defineConfig({
  appType: 'custom',
  plugins: [tailwindcss(), precompress(folder)],
  publicDir: false,
  build: {
    outDir: folder,
    // Files of the last build stay: a page opened before the update still requests them.
    emptyOutDir: false,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: {
      input: ['captcha', 'one-tap', 'passkey'].map(
        (name) => `member-site/browser/entry-${name}.ts`,
      ),
    },
  },
})
