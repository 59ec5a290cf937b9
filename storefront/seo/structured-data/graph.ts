import type { Crumb } from '#contracts/storefront/catalog.ts'
import type { ShopIdentity } from '#storefront/runtime/page.ts'
import type { z } from 'zod'

/** A Thing of schema.org. */
export type Thing = { '@type': string | string[] } & Record<string, unknown>

/** The structured data of a page as one graph of JSON-LD; null if there is none. */
export function graph(things: readonly (Thing | null)[]): object | null {
  const present = things.filter((thing) => thing !== null)
  return present.length === 0 ? null : { '@context': 'https://schema.org', '@graph': present }
}

/** The absolute URL of a path. */
export function absoluteUrl(path: string, { public_url }: ShopIdentity): string {
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
      item: absoluteUrl(path, shop),
    })),
  }
}

/** FAQPage with the questions and answers that the page shows. */
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
