import type { Plugin } from 'vite'

/**
 * Makes dynamic imports plain. Vite calls each of them through a module that preloads the styles and scripts of the
 * import. Here all styles are one file and the pages name their preloads (`assetTags`), so that module would only
 * add 0.8 kB to every page.
 */
export function plainImports(): Plugin {
  return {
    name: 'tiem-plain-imports',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper\.js$/ },
      handler: () => 'export const __vitePreload = (load) => load()',
    },
  }
}
