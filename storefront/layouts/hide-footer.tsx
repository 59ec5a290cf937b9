import { Layout as Default } from '#storefront/layouts/default.tsx'

/** The layout of a page with one purpose (contract §2): nothing stands below it that leads away. */
export function Layout() {
  return <Default of="hide-footer" />
}
