import type { QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import { filterCount } from '#storefront/commerce/listing/listing-query.ts'
import { headingOf, type ListData, viewOf } from '#storefront/commerce/listing/listing-view.ts'
import { ArticleFold } from '#storefront/commerce/articles/article-fold.tsx'
import { FaqList } from '#storefront/commerce/articles/faq-list.tsx'
import { ListingLinks } from '#storefront/commerce/listing/listing-links.tsx'
import { PriceTable } from '#storefront/commerce/listing/price-table.tsx'

interface ListingBelowProps {
  /** "Điện thoại". */
  name: string
  list: ListData
  /** `subject`: the name within a sentence. */
  about: { title: string; subject: string; description: string; faq: QuestionAndAnswer[] }
  date: string
  /** Filters that the page itself applies. */
  without?: readonly string[]
}

/** Below a list: buying advice, questions and answers, prices of the day, links to related lists. */
export function ListingBelow({ name, list, about, date, without }: ListingBelowProps) {
  const heading = headingOf(name, list)
  // The text is about the whole category, so a filtered view shows only its prices.
  const isWhole = filterCount(list.query) === 0
  const isIndexable = viewOf({ ...list, query: { ...list.query, page: 1 } }).kind !== 'other'
  const links = <ListingLinks name={name} list={list} without={without} />
  const prices = isIndexable ? (
    <PriceTable name={heading} products={list.listing.products} date={date} />
  ) : null
  if (!isWhole) {
    return (
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 md:mt-6 md:gap-4">
        {prices}
        {links}
      </div>
    )
  }
  const columns =
    prices === null ? '' : 'grid gap-3 md:gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]'
  return (
    <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 md:mt-6 md:gap-4">
      <div className={`grid-cols-[minmax(0,1fr)] ${columns}`}>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-3 md:gap-4">
          <ArticleFold title={about.title} html={about.description} />
          <FaqList faq={about.faq} about={about.subject} />
        </div>
        {prices}
      </div>
      {links}
    </div>
  )
}
