/** The layouts of pages (contract §2). Landing pages have the last two: staff choose which (decision 254). */
export const layouts = ['default', 'cart', 'blank', 'landing-page', 'hide-footer'] as const
export type Layout = (typeof layouts)[number]

/**
 * The condition to see a page: check-exist-quote redirects a shopper without an open checkout to /cart (contract §2),
 * check-member sends a guest to sign in.
 */
export type Guard = 'check-exist-quote' | 'check-member'

/** One address of the shop. */
export interface Address {
  /** React Router pattern. */
  path: string
  /** The page's files: pages/{page}/page.tsx and pages/{page}/page.server.ts. */
  page: string
  layout: Layout
  /** A public page is rendered without cookies and may be cached as bytes; a personal page never. */
  cache: 'public' | 'personal'
  guard?: Guard
}
