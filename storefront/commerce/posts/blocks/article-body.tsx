import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { type ArticlePart, wordsOf } from '#pure/formats/article-parts.ts'
import { ArticlePicture } from '#storefront/commerce/posts/blocks/article-picture.tsx'
import {
  ArticlePrices,
  ArticleProducts,
} from '#storefront/commerce/posts/blocks/article-products.tsx'
import { ArticleVideo } from '#storefront/commerce/posts/blocks/article-video.tsx'
import { Icon } from '#web/ui/icons.tsx'

interface ArticleBodyProps {
  parts: readonly ArticlePart[]
  /** The products that the article links to, by their path. */
  cards: ReadonlyMap<string, ProductCard>
}

/** The parts of an article: its text, and the blocks of the shop between. */
export function ArticleBody({ parts, cards }: ArticleBodyProps) {
  return parts.map((part, n) => <Part key={n} part={part} cards={cards} />)
}

/** Cleaned by the service that sends it (contract §5). */
const html = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } })

const heading_looks = {
  2: 'mt-3 text-xl text-pretty md:text-2xl',
  3: 'mt-2 text-lg text-pretty md:text-xl',
  4: 'mt-1 text-base text-pretty md:text-lg',
} as const

interface PartProps extends Pick<ArticleBodyProps, 'cards'> {
  part: ArticlePart
}

function Part({ part, cards }: PartProps) {
  switch (part.kind) {
    case 'text':
      return <div className="contents" {...html(part.html)} />
    case 'heading': {
      const Heading = `h${part.level}` as const
      return <Heading className={heading_looks[part.level]} {...html(part.html)} />
    }
    case 'list': {
      const List = part.is_numbered ? 'ol' : 'ul'
      return (
        <List
          className={`grid gap-2 pl-6 marker:text-muted ${part.is_numbered ? 'list-decimal' : 'list-disc'}`}
        >
          {part.items.map((item, n) => (
            <li key={n} className="pl-1" {...html(item)} />
          ))}
        </List>
      )
    }
    case 'quote':
      return (
        <blockquote className="grid gap-2 border-l-4 border-accent pl-4 text-muted italic">
          {part.paragraphs.map((paragraph, n) => (
            <p key={n} {...html(paragraph)} />
          ))}
        </blockquote>
      )
    case 'table':
      return <Table {...part} />
    case 'picture':
      return <ArticlePicture link={part.link} />
    case 'products':
      return <ArticleProducts cards={cardsOf(part.links, cards)} />
    case 'prices':
      return <ArticlePrices cards={cardsOf(part.links, cards)} />
    case 'faq':
      return <Faq items={part.items} />
    case 'video':
      return <ArticleVideo youtube_id={part.youtube_id} title={wordsOf(part.link.words)} />
  }
}

function cardsOf(
  links: readonly { href: string }[],
  cards: ReadonlyMap<string, ProductCard>,
): ProductCard[] {
  return links.flatMap(({ href }) => cards.get(href.split(/[?#]/)[0] ?? href) ?? [])
}

function Table({ head, rows }: Extract<ArticlePart, { kind: 'table' }>) {
  return (
    <div
      role="region"
      aria-label="Bảng"
      tabIndex={0}
      className="overflow-x-auto rounded-2xl border border-line"
    >
      <table className="w-full text-body">
        {head === null ? null : (
          <thead className="bg-mist text-left">
            <tr>
              {head.map((cell, n) =>
                cell === '' ? (
                  <td key={n} />
                ) : (
                  <th key={n} scope="col" className="px-4 py-3 font-bold" {...html(cell)} />
                ),
              )}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row} className="border-t border-line align-top first:border-t-0">
              {cells.map((cell, n) => (
                <td key={n} className="min-w-28 px-4 py-3" {...html(cell)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Faq({ items }: Pick<Extract<ArticlePart, { kind: 'faq' }>, 'items'>) {
  return (
    <div className="divide-y divide-line rounded-2xl border border-line px-4">
      {items.map(({ question, answers }, n) => (
        <details key={n} className="group">
          <summary className="faq-question">
            <span className="flex-1" {...html(question)} />
            <Icon
              name="chevron-down"
              className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
            />
          </summary>
          <div className="grid gap-2 pb-4 text-body">
            {answers.map((answer, at) => (
              <p key={at} {...html(answer)} />
            ))}
          </div>
        </details>
      ))}
    </div>
  )
}
