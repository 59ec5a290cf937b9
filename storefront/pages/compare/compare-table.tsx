import { type CSSProperties, type RefObject, useRef } from 'react'
import { inSentence } from '#pure/vietnamese/vietnamese-text.ts'
import type { ComparedRow, ProductCard } from '#contracts/storefront/catalog.ts'
import type { CompareData } from '#storefront/pages/compare/compare-data.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Price } from '#storefront/commerce/product-card/price.tsx'
import { compareUrl } from '#storefront/commerce/compare/compare-url.ts'
import { MAX_COMPARED } from '#storefront/commerce/compare/list-rules.ts'

/** The row names are sticky at the left, the products at the top. */
const name_cell = 'sticky left-0 z-10 px-2.5 text-left align-top text-note md:px-4 md:text-body'
const product_cell = 'border-l border-line px-2 align-top md:px-4 max-md:[&_.price-now]:text-body'
/** On a phone two products fit, and a part of the third, so that one sees that the table goes on. */
const phone_columns =
  '[--names:--spacing(22)] max-md:[--column:max(--spacing(27),calc((100vw---spacing(30))/2.2))] large-text:[--column:52vw] large-text:[--names:--spacing(37)]'

/** Compares the specifications row by row. The better value is marked where the values can be ranked. */
export function CompareTable({ data }: { data: CompareData }) {
  const { cards, groups, only_different, category } = data
  const names = useRef<HTMLDivElement>(null)
  const ids = cards.map((card) => card.product_id)
  const shown = groups
    .map(({ name, rows }) => ({ name, rows: rows.filter((row) => isShown(row, only_different)) }))
    .filter(({ rows }) => rows.length > 0)
  const can_add = cards.length < MAX_COMPARED
  const count = cards.length + (can_add ? 1 : 0)
  return (
    <div className={`grid grid-cols-[minmax(0,1fr)] gap-4 ${phone_columns}`}>
      <NamesOnPhone cards={cards} names={names} can_add={can_add} />
      <section
        tabIndex={0}
        aria-label={`Bảng so sánh ${category ? inSentence(category.name) : ''}`}
        onScroll={({ currentTarget }) => {
          if (names.current) names.current.scrollLeft = currentTarget.scrollLeft
        }}
        className="sheet relative max-md:overflow-x-auto max-md:overscroll-x-contain"
      >
        <table
          style={{ '--count': count } as CSSProperties}
          className="w-full table-fixed border-separate border-spacing-0 text-left max-md:min-w-[calc(var(--names)+var(--column)*var(--count))]"
        >
          <Columns count={count} />
          <thead>
            <tr>
              <td className={`${name_cell} bg-white py-3`} />
              {cards.map((card) => (
                <td key={card.product_id} className={`${product_cell} py-3`}>
                  <Head card={card} ids={ids} />
                </td>
              ))}
              {can_add ? (
                <td className={`${product_cell} py-3`}>
                  <a
                    href={compareUrl(ids, { doi: 'them' })}
                    className="grid min-h-32 place-content-center place-items-center gap-2 rounded-2xl border border-dashed border-line p-2 text-center text-sm font-semibold text-accent hover:border-accent md:min-h-44"
                  >
                    <Icon name="plus" className="size-6" />
                    Thêm sản phẩm
                  </a>
                </td>
              ) : null}
            </tr>
            <tr>
              <th
                scope="col"
                className={`${name_cell} border-y border-line bg-white py-2.5 font-semibold text-muted md:top-18 md:z-30`}
              >
                Sản phẩm
              </th>
              {cards.map((card) => (
                <th
                  key={card.product_id}
                  scope="col"
                  className={`${product_cell} border-y border-line bg-white py-2.5 md:sticky md:top-18 md:z-20`}
                >
                  <a
                    href={`/${card.url_path}`}
                    className="line-clamp-4 text-sm leading-snug font-bold hover:text-accent md:line-clamp-2 md:text-body"
                  >
                    {card.name.split(' | ')[0]}
                  </a>
                  <Price price={card.price} special_price={card.special_price} />
                </th>
              ))}
              {can_add ? (
                <td
                  className={`${product_cell} border-y border-line bg-white md:sticky md:top-18 md:z-20`}
                />
              ) : null}
            </tr>
          </thead>
          {shown.map(({ name, rows }) => (
            <tbody key={name}>
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={cards.length + (can_add ? 2 : 1)}
                  className="bg-mist p-0 text-left text-note font-bold md:text-body"
                >
                  <span className="sticky left-0 inline-block px-2.5 py-2.5 md:px-4">{name}</span>
                </th>
              </tr>
              {rows.map((row) => (
                <Row key={row.code} row={row} can_add={can_add} />
              ))}
            </tbody>
          ))}
        </table>
        {shown.length === 0 ? (
          <p className="p-5 text-muted">
            {only_different
              ? 'Các sản phẩm này giống nhau ở mọi thông số đã biết.'
              : 'Chưa có thông số để so sánh.'}
          </p>
        ) : null}
      </section>
    </div>
  )
}

/**
 * The names of the products, which stay above the table of a phone while the page is scrolled. The table scrolls only
 * sideways: one that scrolled both ways would hold the finger that wants to go on reading the page.
 */
function NamesOnPhone({
  cards,
  names,
  can_add,
}: {
  cards: readonly ProductCard[]
  names: RefObject<HTMLDivElement | null>
  can_add: boolean
}) {
  return (
    <div
      ref={names}
      aria-hidden
      className="sticky top-13.5 z-20 -mb-3 flex overflow-x-hidden rounded-xl border border-line bg-white text-note leading-snug font-bold shadow-card large-text:static md:hidden noscript:hidden"
    >
      <span className="w-(--names) shrink-0" />
      {cards.map((card) => (
        <span
          key={card.product_id}
          className="min-w-(--column) flex-1 border-l border-line px-2 py-1.5"
        >
          <span className="line-clamp-2">{card.name.split(' | ')[0]}</span>
        </span>
      ))}
      {can_add ? <span className="min-w-(--column) flex-1" /> : null}
    </div>
  )
}

/** The widths of all columns. Otherwise each product that arrives would move those before it. */
function Columns({ count }: { count: number }) {
  return (
    <colgroup>
      <col className="w-(--names) md:w-50" />
      {Array.from({ length: count }, (_, index) => (
        <col key={index} />
      ))}
    </colgroup>
  )
}

function isShown(row: ComparedRow, only_different: boolean): boolean {
  return row.is_different || !only_different
}

function Head({ card, ids }: { card: ProductCard; ids: readonly number[] }) {
  const others = ids.filter((product_id) => product_id !== card.product_id)
  const name = card.name.split(' | ')[0]
  const link_class =
    'finger inline-flex min-h-9 items-center gap-1 text-note font-semibold text-muted hover:text-accent'
  return (
    <div className="grid gap-2">
      {card.thumbnail ? (
        <Photo
          picture={card.thumbnail}
          alt=""
          sizes="(max-width: 800px) 112px, 144px"
          className="mx-auto size-24 object-contain md:size-36"
        />
      ) : (
        <span className="mx-auto block size-24 rounded-xl bg-mist md:size-36" />
      )}
      <a href={`/${card.url_path}`} className={buttonClass('primary', 'px-2 text-sm md:text-body')}>
        {buttonText(card)}
        <span className="sr-only"> {name}</span>
      </a>
      <p className="flex flex-wrap justify-center gap-x-3">
        <a href={compareUrl(ids, { doi: card.product_id })} className={link_class}>
          <Icon name="refresh-cw" className="size-3.5" />
          Đổi<span className="sr-only"> {name}</span>
        </a>
        <a href={compareUrl(others)} data-scroll="keep" className={link_class}>
          <Icon name="x" className="size-3.5" />
          Bỏ<span className="sr-only"> {name}</span>
        </a>
      </p>
    </div>
  )
}

function buttonText({ launch_on, price, is_in_stock }: ProductCard): string {
  if (launch_on !== null) return 'Sắp mở bán'
  if (price === null) return 'Liên hệ giá'
  return is_in_stock ? 'Mua ngay' : 'Xem chi tiết'
}

function Row({ row, can_add }: { row: ComparedRow; can_add: boolean }) {
  return (
    <tr>
      <th
        scope="row"
        className={`${name_cell} border-t border-line bg-white py-2.5 font-medium text-muted`}
      >
        {row.name}
      </th>
      {row.values.map((value, index) => (
        <td
          key={index}
          className={`${product_cell} border-t py-2.5 text-sm break-words md:text-body ${row.best.includes(index) ? 'bg-success-soft font-semibold text-success' : ''}`}
        >
          {value ?? <span className="text-muted">Chưa có thông tin</span>}
          {row.best.includes(index) ? (
            <>
              <Icon name="circle-check" className="ml-1.5 inline size-4 align-[-3px]" />
              <span className="sr-only">tốt hơn</span>
            </>
          ) : null}
        </td>
      ))}
      {can_add ? <td className={`${product_cell} border-t`} /> : null}
    </tr>
  )
}
