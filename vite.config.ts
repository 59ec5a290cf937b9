import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const client_dir = 'dist/client'

// Thirty small files compress a tenth worse than three: what every page needs stands together.
const vendor = /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/
/** The only script of a page's HTML (decisions/068): it must bring nothing along. */
const first =
  /storefront[\\/]runtime[\\/]browser[\\/]first-script|web[\\/]runtime[\\/](first-use|deferred-pictures|unblur)/
const shell =
  /pure[\\/](?!distance|ward-words|dates|picture-widths|vietnamese-)|storefront[\\/](runtime[\\/](?!browser[\\/]prefetch\.|error-screens|form-answer)|addresses|layouts[\\/]default|commerce[\\/]pictures[\\/]picture-hosts)|web[\\/](runtime|ui[\\/](toasts|button|use-panel))/
/** Pages whose view comes at its first use (decisions/062, 068): what is left of them is a line each. */
const page =
  /storefront[\\/](seo[\\/]catalog-meta|commerce[\\/]recently-viewed[\\/]viewed-products|pages[\\/](home|product|category|search)[\\/]page\.tsx)/
/** What views of nearly all pages are made of. */
const sight =
  /pure[\\/]picture-widths|storefront[\\/]commerce[\\/](pictures|product-card[\\/]price)|web[\\/]ui[\\/]breadcrumb/
/** What lists are made of, and what goods look like on every page that shows some. */
const listing = /storefront[\\/]commerce[\\/](listing|categories)/
const goods =
  /storefront[\\/](commerce[\\/](product-card|recently-viewed|articles|categories[\\/](category-tiles|empty-shop)|compare[\\/]compare-url))|web[\\/]ui[\\/](chip|section-heading|empty-state)/
const chunk_groups = [
  { name: 'first', test: first, priority: 4 },
  { name: 'vendor', test: vendor, priority: 3 },
  { name: 'shell', test: new RegExp(`${shell.source}|${page.source}`), priority: 2 },
  { name: 'sight', test: sight, priority: 2 },
  { name: 'goods', test: goods, priority: 1, minShareCount: 2 },
  { name: 'listing', test: listing, priority: 1, minShareCount: 2 },
  {
    name: 'later',
    test: /storefront[\\/]runtime[\\/](browser[\\/]prefetch\.|error-screens)/,
    priority: 1,
  },
]

/** Two builds: the browser's (hashed files and their manifest) and the server's (app.ts, one module graph). */
// oxlint-disable-next-line import/no-default-export -- Vite reads the default export.
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  plugins: [
    tailwindcss(),
    react(),
    ...(isSsrBuild ? [] : [dropUnusedRouterParts(), plainImports(), precompress()]),
  ],
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
          input: [
            'storefront/runtime/browser/first-script.ts',
            'storefront/runtime/browser/entry-client.tsx',
          ],
          output: { codeSplitting: { groups: chunk_groups } },
        },
      },
}))

/**
 * React Router makes its Link and NavLink by calls that a bundler dares not leave out. Links here are
 * plain anchors (web/runtime/link-clicks.ts): marked as pure, what nobody uses is dropped, 5 kB of it.
 * A pattern that a later version does not have changes nothing but the size (test/bundle.test.ts).
 */
function dropUnusedRouterParts(): Plugin {
  return {
    name: 'tiem-drop-unused-router-parts',
    apply: 'build',
    transform(code, id) {
      if (!/react-router[\\/]dist[\\/]production[\\/]lib[\\/]/.test(id)) return null
      const marked = code.replace(
        /^(const \w+ = )(React\$1\.(?:forwardRef|memo|createContext)\()/gm,
        '$1/* @__PURE__ */ $2',
      )
      const bare = marked
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/\b(?:init|opts\??)\.instrumentations\b/g, 'undefined')
        .replace(/= consumeInstrumentationClientResultMetaReceiver\(router\)/g, '= undefined')
        .replaceAll('init.patchRoutesOnNavigation', 'undefined')
        // Words for who writes routes; nothing is done by them.
        .replace(/(?<!function )\b(?=(?:warning|warnOnce|warningOnce)\()/g, '/* @__PURE__ */ ')
      return { code: bare, map: null }
    },
  }
}

/**
 * Vite wraps every import() in a helper that adds preloads and styles. Styles are one file here and
 * preloads are written by storefront/runtime/assets.ts, so an import is only an import.
 */
function plainImports(): Plugin {
  const helper = '\0vite/preload-helper.js'
  return {
    name: 'tiem-plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id === helper ? 'export const __vitePreload = (load) => load()' : null),
  }
}

/** Compresses once at build what would else be compressed for every visitor. */
function precompress(): Plugin {
  return {
    name: 'tiem-precompress',
    apply: 'build',
    writeBundle() {
      const folder = join(client_dir, 'assets')
      for (const name of readdirSync(folder).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const bytes = readFileSync(join(folder, name))
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
        writeFileSync(join(folder, `${name}.br`), brotliCompressSync(bytes))
      }
    },
  }
}
