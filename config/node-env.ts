/**
 * Tells libraries which of their builds to load; React's development build renders several times
 * slower. Nothing of the trade depends on it: that is SHOP_MODE.
 */
export function chooseLibraryBuild(build: 'production' | 'development'): void {
  process.env['NODE_ENV'] = build
}
