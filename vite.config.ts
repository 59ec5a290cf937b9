import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from '#web/build/precompress.ts'

const client_dir = 'dist/client'

/**
 * The browser's files: packages; what nearly every page begins with; what lists begin with. A file takes
 * along all that its parts import. Pages, and what comes at its first use, are files of their own.
 */
const chunk_groups = [
  { name: 'vendor', test: 'node_modules', priority: 3 },
  {
    name: 'shell',
    test: within(
      'storefront/runtime/browser/entry-client',
      'storefront/runtime/form-answer',
      'storefront/layouts/default',
      'storefront/commerce/product-card/',
      'storefront/commerce/articles/',
      'storefront/commerce/flash-sale/countdown',
      'storefront/commerce/recently-viewed/recently-viewed',
      'storefront/commerce/compare/compare-url',
      'web/ui/breadcrumb',
      'web/ui/button',
      'web/ui/chip',
      'web/ui/empty-state',
      'web/ui/section-heading',
      'pure/vietnam-time',
    ),
    priority: 2,
  },
  {
    name: 'listing',
    test: within('storefront/commerce/listing/listing'),
    priority: 1,
  },
]

/** Two builds: the browser's (hashed files and their manifest) and the server's (app.ts, one module graph). */
// oxlint-disable-next-line import/no-default-export -- Vite reads the default export.
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  plugins: [tailwindcss(), react(), ...(isSsrBuild ? [] : [precompress(client_dir)])],
  publicDir: false,
  // Built in, so that the server runs React's production code whatever NODE_ENV says.
  ssr: { noExternal: isSsrBuild ? ['react', 'react-dom', 'react-router'] : [] },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: isSsrBuild
    ? { outDir: 'dist/server', emptyOutDir: true, ssr: 'app.ts', target: 'node26' }
    : {
        outDir: client_dir,
        // The last build's files stay: a tab opened before the update still asks for them.
        emptyOutDir: false,
        manifest: 'manifest.json',
        assetsInlineLimit: 0,
        // One style sheet and hand-written preloads (storefront/runtime/assets.ts): Vite's loader is not needed.
        cssCodeSplit: false,
        modulePreload: false,
        rolldownOptions: {
          input: ['web/runtime/early-presses.ts', 'storefront/runtime/browser/entry-client.tsx'],
          // What React Router tells who writes routes: these calls do nothing but print.
          treeshake: { manualPureFunctions: ['warning', 'warningOnce', 'warnOnce'] },
          output: { codeSplitting: { groups: chunk_groups }, chunkFileNames: fileName },
        },
      },
}))

/** Whether a module's path begins, seen from the project, with one of these. */
function within(...starts: string[]): (id: string) => boolean {
  const paths = starts.map((start) => resolve(start))
  return (id) => paths.some((path) => id.startsWith(path))
}

/** All pages are called page.tsx: their files are named by their folders. */
function fileName({ facadeModuleId, name }: { facadeModuleId?: string | null; name: string }) {
  const [, page] = /storefront\/pages\/(.+)\/page\.tsx$/.exec(facadeModuleId ?? '') ?? []
  return `assets/${page?.replaceAll('/', '-') ?? name}-[hash].js`
}
