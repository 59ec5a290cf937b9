/**
 * Chooses the build that libraries load. React's development build renders several times slower.
 * No business rule depends on it; SHOP_MODE decides those.
 */
export function chooseLibraryBuild(build: 'production' | 'development'): void {
  process.env['NODE_ENV'] = build
}
