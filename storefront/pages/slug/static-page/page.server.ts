import type { StaticPage } from '#contracts/storefront/static-pages.ts'
import { fillIn } from '#pure/formats/fill-in.ts'
import { escapeHtml } from '#pure/plain-page.ts'
import {
  notFound,
  type PublicContext,
  publicPage,
  type ShopIdentity,
} from '#storefront/runtime/page.ts'
import { staticPageGraph } from '#storefront/seo/structured-data/static-page-graph.ts'

/** Static pages have root slugs: this page is only shown by the page `slug`. */
export const page = publicPage<StaticPage>({
  loader: () => Promise.resolve(notFound),
  structured: (data, shop) => staticPageGraph(data, shop),
  tags: () => ['content', 'locations'],
})

/** Loads a static page, with what the shop says about itself in place. */
export async function loadStaticPage(
  static_page_id: number,
  { services, shop }: PublicContext,
): Promise<StaticPage> {
  const found = await services.staticPages.page(null, { static_page_id })
  const words = wordsOf(shop)
  const safe = new Map([...words].map(([name, text]) => [name, escapeHtml(text)]))
  return {
    ...found,
    summary: fillIn(found.summary, words),
    sections: found.sections.map(({ id, title, html }) => ({
      id,
      title: fillIn(title, words),
      html: fillIn(html, safe),
    })),
    meta: { ...found.meta, description: fillIn(found.meta.description, words) },
  }
}

function wordsOf({ name, hotline, public_url, company }: ShopIdentity): Map<string, string> {
  return new Map([
    ['shop_name', name],
    ['shop_host', new URL(public_url).host],
    ['hotline', hotline],
    ['company_name', company.name],
    ['company_address', company.address],
    ['company_tax_code', company.tax_code],
    ['company_registration', company.registration],
    ['company_email', company.email],
  ])
}
