import { type StaticPage, staticPages } from '#contracts/storefront/static-pages.ts'
import type { Database } from '#db/schema.ts'
import { cachedValue } from '#platform/cache/cached-value.ts'
import type { Now } from '#platform/clock.ts'
import type { ChangeFeed } from '#platform/database/change-feed.ts'
import { escapeHtml } from '#pure/plain-page.ts'
import { fillIn } from '#pure/formats/fill-in.ts'
import { cleanRichText } from '#platform/text/rich-text.ts'
import type { Service } from '#pure/contract.ts'
import { metaOf, withOwnCanonical } from '#shop/catalog/meta.ts'
import { contentInWork, previewNote } from '#shop/content/article/article.ts'
import { findArticleByKey } from '#shop/content/article/article-store.ts'
import { resolveLinks } from '#shop/content/links.ts'
import { linksOf } from '#shop/content/links-of.ts'
import { sectionsOf } from '#shop/content/sections.ts'
import {
  findStaticPage,
  listStaticLinks,
  type StaticPageRow,
} from '#shop/content/static-page-store.ts'
import { findDeliveryRuleRow } from '#shop/delivery/delivery-store.ts'
import { findCodRules } from '#shop/order/cod-store.ts'
import { findFees } from '#shop/return/return-rule-store.ts'
import { ruleFigures } from '#shop/views/pages/rule-figures.ts'

/** Links change once in months, so many pages share one read. */
const cache_ms = 10_000

interface Deps {
  db: Database
  now: Now
  /** Announces changes of the pages. */
  feed: ChangeFeed | null
  /** The address of the shop: canonical addresses with it are its own. */
  public_url: string
  /** How many days data is retained, by kind. */
  retained: Readonly<Record<string, number>>
}

/** Static pages with the figures of the rules that are in force (contract §2). */
export function staticPageService({
  db,
  now,
  feed,
  public_url,
  retained,
}: Deps): Service<typeof staticPages> {
  const footer = cachedValue(() => listStaticLinks(db), now, cache_ms)
  feed?.subscribe(async (tags) => {
    if (tags.has('locations') || tags.has('*')) footer.forget()
  })
  const pageOf = async (found: StaticPageRow): Promise<StaticPage> => {
    const [delivery, fees, cod, links] = await Promise.all([
      findDeliveryRuleRow(db),
      findFees(db),
      findCodRules(db),
      linksOf(db, found.body),
    ])
    const row = withOwnCanonical(found, public_url)
    const { code, name, path } = row
    const figures = ruleFigures({ delivery, fees, cod, retained })
    const summary = fillIn(row.summary, figures)
    const safe = new Map([...figures].map(([key, text]) => [key, escapeHtml(text)]))
    const body = fillIn(resolveLinks(cleanRichText(row.body), links), safe)
    return {
      ...{ code, name, path, summary },
      sections: sectionsOf(body),
      changed_at: row.changed_at.toISOString(),
      product_ids: [...links.values()].flatMap((link) =>
        link.product_id === null || link.path === null ? [] : [link.product_id],
      ),
      meta: metaOf(row, {
        name,
        url_path: path.slice(1),
        description: summary || body,
        image: null,
      }),
      breadcrumb: [{ name, path }],
    }
  }
  return {
    async page(_caller, { static_page_id }) {
      const found = await findStaticPage(db, static_page_id)
      if (!found) throw staticPages.page.refuse('not_found')
      return pageOf(found)
    },
    async pagePreview(_caller, { preview_key }) {
      const record = await findArticleByKey(db, preview_key, now())
      if (record?.kind !== 'page') throw staticPages.pagePreview.refuse('not_found')
      const { title: name, excerpt: summary, path, ...content } = contentInWork(record)
      const page = await pageOf({
        ...content,
        ...{ name, summary, path: `/${path}`, code: record.page_code ?? '', changed_at: now() },
        ...{ keywords: content.meta_keyword, meta_thumbnail: null },
        ...{ meta_index: false, meta_follow: false },
      })
      return { page, note: previewNote(record, now()) }
    },
    links: () => footer(),
  }
}
