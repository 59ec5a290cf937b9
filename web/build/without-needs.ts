import type { Plugin } from 'vite'

/**
 * Leaves `needs` out of the addresses of staff pages. The server alone asks which operation a page needs, and every
 * staff page loads the table.
 */
export function withoutNeeds(): Plugin {
  return {
    name: 'tiem-without-needs',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /admin\/addresses\/[a-z-]*addresses\.ts$/ },
      handler: (code) => code.replaceAll(/^ *needs: '[^']*',\n/gm, ''),
    },
  }
}
