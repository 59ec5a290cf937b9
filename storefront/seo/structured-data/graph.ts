import type { Crumb } from '#contracts/storefront/catalog.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import type { z } from 'zod'

/** A thing in schema.org's words. */
export type Thing = { '@type': string | string[] } & Record<string, unknown>

/** What a page tells search engines, as one graph: a block of data that no browser runs. */
export function graph(things: readonly (Thing | null)[]): object | null {
  const told = things.filter((thing) => thing !== null)
  return told.length === 0 ? null : { '@context': 'https://schema.org', '@graph': told }
}

/** The address of a path, as machines want it: whole. */
export function whole(path: string, { public_url }: ShopIdentity): string {
  return new URL(path, public_url).href
}

/** BreadcrumbList from home down (Google: every page below home has one). */
export function breadcrumbList(
  crumbs: readonly z.infer<typeof Crumb>[],
  shop: ShopIdentity,
): Thing | null {
  if (crumbs.length === 0) return null
  const all = [{ name: 'Trang chủ', path: '/' }, ...crumbs]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: whole(path, shop),
    })),
  }
}

/** FAQPage, of answers that stand on the page. */
export function faqPage(faq: readonly { question: string; answer: string }[]): Thing | null {
  if (faq.length === 0) return null
  return {
    '@type': 'FAQPage',
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
}
