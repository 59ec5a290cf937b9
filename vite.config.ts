import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { asciiSource } from '#web/build/ascii-source.ts'
import { plainImports } from '#web/build/plain-imports.ts'
import { precompress } from '#web/build/precompress.ts'

const client_dir = 'dist/client'

/**
 * The shared chunks of the browser build: packages (vendor), code for nearly every page (shell), and code for
 * product lists (listing). A chunk includes everything that its modules import. Pages and lazily imported
 * modules have their own chunks. Single files are named where their folder also has lazily loaded modules.
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
      'storefront/commerce/compare/',
      'storefront/addresses/account-links',
      'storefront/seo/catalog-meta',
      'web/ui/breadcrumb',
      'web/ui/button',
      'web/ui/chip',
      'web/ui/empty-state',
      'web/ui/section-heading',
    ),
    priority: 2,
  },
  {
    name: 'listing',
    test: within('storefront/commerce/listing/listing'),
    priority: 1,
  },
  // What comes once a page is alive, in a few files: alone, most of these modules are lighter than the headers of an
  // answer. They do not bring their imports, because pages need some of those before they are alive.
  later('visit', [
    'storefront/addresses/addresses',
    'storefront/runtime/browser/affiliate',
    'storefront/runtime/browser/browser-source',
    'storefront/runtime/browser/click-id',
    'storefront/runtime/browser/follow-',
    'storefront/runtime/browser/other-pages',
    'storefront/runtime/browser/prefetch',
    'storefront/runtime/browser/typed-form',
    'storefront/runtime/browser/visit',
    'storefront/runtime/modules',
    'web/runtime/safe-navigation',
  ]),
  later('offline', [
    'storefront/runtime/browser/wait-for-network',
    'storefront/runtime/error-screens',
    'web/ui/toast-cards',
  ]),
  later('below-product', [
    'storefront/commerce/talk/product-reviews',
    'storefront/pages/product/about/',
    'storefront/pages/product/gallery/highlight-slide',
    'storefront/pages/product/product-talk',
    'storefront/pages/product/related-links',
  ]),
  later('reviews', [
    'pure/formats/rating',
    'storefront/commerce/talk/review-filters',
    'storefront/commerce/talk/review-item',
    'storefront/commerce/talk/review-summary',
    'storefront/commerce/talk/stars',
  ]),
  later('questions', [
    'storefront/commerce/talk/ask-box',
    'storefront/commerce/talk/promise-texts',
    'storefront/commerce/talk/review-texts',
    'storefront/commerce/talk/staff-reply',
    'storefront/commerce/talk/subject-comments',
    'storefront/commerce/talk/thread',
  ]),
  later('service-addresses', [
    'storefront/addresses/booking.',
    'storefront/addresses/repair.',
    'storefront/addresses/talk',
  ]),
  later('addresses', [
    'pure/cookies',
    'pure/formats/consent',
    'pure/formats/device-report-path',
    'pure/own-address',
    'storefront/addresses/account.',
    'storefront/addresses/cart.',
    'storefront/addresses/catalog.',
    'storefront/addresses/content.',
    'storefront/addresses/installment.',
    'storefront/addresses/loan.',
    'storefront/addresses/location.',
    'storefront/addresses/member.',
    'storefront/addresses/search.',
    'storefront/addresses/sign-in',
    'storefront/addresses/tools.',
    'storefront/addresses/trade-in.',
    'storefront/addresses/used.',
    'web/runtime/build-watch',
    'web/runtime/time-limit',
  ]),
]

/**
 * Packages within the server's bundle: React, so that its production build runs whatever NODE_ENV is, and packages of
 * a hundred small modules, because Node holds 30 kB for each of them (decision 339).
 */
const bundled = ['react', 'react-dom', 'react-router', 'kysely', 'zod', 'jose', 'libphonenumber-js']

/** The oldest browsers that scripts and styles are written for: Vite's own choice, named for both builds. */
const browsers = ['chrome111', 'edge111', 'firefox114', 'safari16.4', 'ios16.4']

/** Two builds: for the browser (hashed files and a manifest) and for the server (app.ts with all its imports). */
// oxlint-disable-next-line import/no-default-export -- Vite reads the default export.
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  plugins: [
    tailwindcss(),
    react(),
    ...(isSsrBuild ? [asciiSource()] : [plainImports(), precompress(client_dir)]),
  ],
  publicDir: false,
  ssr: { noExternal: isSsrBuild ? bundled : [] },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        emptyOutDir: true,
        ssr: 'app.ts',
        target: 'node26',
        // The name of a style sheet holds the hash of its text: both builds must write the same.
        cssMinify: true,
        cssTarget: browsers,
        // The text of the bundle stays in memory. Stack traces need its names and lines only.
        rolldownOptions: { output: { comments: { legal: true, annotation: false, jsdoc: false } } },
      }
    : {
        outDir: client_dir,
        target: browsers,
        // Files of the last build stay: a tab opened before the update still requests them.
        emptyOutDir: false,
        manifest: 'manifest.json',
        assetsInlineLimit: 0,
        // One style sheet and hand-written preloads (storefront/runtime/assets.ts).
        cssCodeSplit: false,
        modulePreload: false,
        rolldownOptions: {
          // Pages and layouts are entries too: a browser imports those of its first page by their URLs, so their
          // exports keep their names.
          input: [
            'web/runtime/early-presses.ts',
            'storefront/runtime/browser/entry-client.tsx',
            ...globSync(['storefront/pages/**/page.tsx', 'storefront/layouts/*.tsx']).sort(),
          ],
          preserveEntrySignatures: 'allow-extension',
          // Warnings of React Router for developers: these calls only print.
          treeshake: { manualPureFunctions: ['warning', 'warningOnce', 'warnOnce'] },
          output: {
            codeSplitting: { groups: chunk_groups },
            chunkFileNames: fileName,
            entryFileNames: fileName,
          },
        },
      },
}))

/** A chunk of these modules alone, without what they import. */
function later(name: string, modules: string[]) {
  return { name, test: within(...modules), includeDependenciesRecursively: false }
}

/** Tests whether the path of a module, relative to the project, starts with one of these. */
function within(...starts: string[]): (id: string) => boolean {
  const paths = starts.map((start) => resolve(start))
  return (id) => paths.some((path) => id.startsWith(path))
}

/** Names the chunk of a page by its folder, because every page file is called page.tsx. */
function fileName({ facadeModuleId, name }: { facadeModuleId?: string | null; name: string }) {
  const [, page] = /storefront\/pages\/(.+)\/page\.tsx$/.exec(facadeModuleId ?? '') ?? []
  return `assets/${page?.replaceAll('/', '-') ?? name}-[hash].js`
}
