import { Layout as Default, prepare } from '#storefront/layouts/default.tsx'

/** The layout of a campaign (contract §2): the page has the whole width, without the strip of categories. */
export function Layout() {
  return <Default of="landing-page" />
}

export { prepare }
