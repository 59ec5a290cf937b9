import { globSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { plainImports } from '#web/build/plain-imports.ts'
import { precompress } from '#web/build/precompress.ts'

const folder = 'dist/admin'

/**
 * Builds the browser files of the staff pages. They have their own build, so that a change here does not
 * change a file of the storefront. Their server part is in the server build of the shop (vite.config.ts).
 */
// oxlint-disable-next-line import/no-default-export -- Vite reads the default export.
export default defineConfig({
  appType: 'custom',
  plugins: [tailwindcss(), react(), plainImports(), precompress(folder)],
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
      // Pages are entries too: a browser imports its first page by its URL, so its exports keep their names.
      input: [
        'admin/runtime/browser/entry-client.tsx',
        'admin/auth/browser/entry-passkey.ts',
        ...globSync('admin/pages/**/page.tsx').sort(),
      ],
      preserveEntrySignatures: 'allow-extension',
      // Passkeys and the editor are loaded at their first use, so they are no part of what every page loads.
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(?!@simplewebauthn|prosemirror-|orderedmap|rope-sequence|w3c-keyname)/,
              priority: 3,
            },
            // What the sign-in by passkey shares with the shell: in the shell, it would start the shell there. The
            // titles of the menu come with the frame: only two pages load all of them.
            {
              name: 'addresses',
              test: /admin\/addresses\/(?!menu-groups)|vite\/preload-helper/,
              priority: 2,
            },
            // What every page loads: the entry with everything that it imports.
            { name: 'shell', test: /admin\/runtime\/browser\/entry-client/, priority: 1 },
          ],
        },
      },
    },
  },
})
