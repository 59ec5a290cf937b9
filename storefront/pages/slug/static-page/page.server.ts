import type { StaticPage } from '#contracts/storefront/static-pages.ts'
import { fillIn } from '#pure/formats/fill-in.ts'
import { escapeHtml } from '#pure/plain-page.ts'
import { articleMarkup } from '#storefront/commerce/posts/blocks/article-markup.ts'
import {
  notFound,
  type PublicContext,
  publicPage,
  type ShopIdentity,
} from '#storefront/runtime/page.ts'
import type { StaticPageData } from '#storefront/pages/slug/static-page/page.tsx'
import { staticPageGraph } from '#storefront/seo/structured-data/static-page-graph.ts'

/** Static pages have root slugs: this page is only shown by the page `slug`. */
export const page = publicPage<StaticPageData>({
  loader: () => Promise.resolve(notFound),
  structured: (data, shop) => staticPageGraph(data, shop),
  tags: ({ product_ids }) => [
    ...['content', 'locations'],
    ...product_ids.map((product_id) => `product:${product_id}`),
  ],
})

/** Loads a static page, with what the shop says about itself in place. */
export async function loadStaticPage(
  static_page_id: number,
  context: PublicContext,
): Promise<StaticPage> {
  return shownPage(await context.services.staticPages.page(null, { static_page_id }), context)
}

/** Loads a static page as it is being prepared, by its secret link. */
export async function loadStaticPreview(
  preview_key: string,
  context: PublicContext,
): Promise<StaticPageData> {
  const { page: found, note } = await context.services.staticPages.pagePreview(null, {
    preview_key,
  })
  return { ...(await shownPage(found, context)), note }
}

const max_products = 40

async function shownPage(
  found: StaticPage,
  { services, shop, province_id }: PublicContext,
): Promise<StaticPage> {
  const product_ids = found.product_ids.slice(0, max_products)
  const cards =
    product_ids.length === 0 ? [] : await services.search.cards(null, { product_ids, province_id })
  const words = wordsOf(shop)
  const safe = new Map([...words].map(([name, text]) => [name, escapeHtml(text)]))
  return {
    ...found,
    summary: fillIn(found.summary, words),
    sections: found.sections.map(({ id, title, html }) => ({
      id,
      title: fillIn(title, words),
      html: articleMarkup(fillIn(html, safe), cards),
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
