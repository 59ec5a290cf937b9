import { useEffect, useState } from 'react'
import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { currentProvince } from '#storefront/runtime/province-state.ts'
import { buttonClass } from '#web/ui/button.ts'
import { Icon } from '#web/ui/icons.tsx'
import { fetchData } from '#web/runtime/on-demand.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { openTray, saveList, useIsTrayOpen } from '#storefront/commerce/compare/compare-list.ts'
import { compareUrl } from '#storefront/commerce/compare/compare-url.ts'
import {
  type ListedProduct,
  type CompareList,
  EMPTY_LIST,
  MAX_COMPARED,
  without,
} from '#storefront/commerce/compare/list-rules.ts'

/** The products to compare: a button at the bottom that opens a bar of pictures. */
export function CompareTray({ list }: { list: CompareList }) {
  const { products } = list
  const is_open = useIsTrayOpen()
  const cards = useCards(products)
  if (!is_open) return <OpenButton count={products.length} onOpen={() => openTray(true)} />
  const spare = Array.from({ length: MAX_COMPARED - products.length }, (_, index) => index)
  return (
    <section
      data-compare
      aria-label="So sánh sản phẩm"
      className="fixed inset-x-0 bottom-0 z-40 border-t border-line bg-white pb-[env(safe-area-inset-bottom)] shadow-pop"
    >
      <div className="frame flex flex-col gap-3 py-3 md:flex-row md:items-center md:gap-5">
        <ul className="grid flex-1 grid-cols-4 gap-2 md:gap-3">
          {products.map((product) => (
            <Slot
              key={product.product_id}
              product={product}
              card={cards.get(product.product_id)}
              onRemove={() => saveList(without(list, product.product_id))}
            />
          ))}
          {spare.map((index) => (
            <EmptySlot key={index} />
          ))}
        </ul>
        <div className="flex shrink-0 items-center gap-2 md:w-64 md:flex-wrap">
          <CompareNow products={products} />
          <button
            type="button"
            onClick={() => saveList(EMPTY_LIST)}
            className="min-h-11 flex-1 rounded-button text-sm font-semibold text-muted hover:text-sale max-md:order-first"
          >
            Xóa tất cả
          </button>
          <button
            type="button"
            onClick={() => openTray(false)}
            className="flex min-h-11 flex-1 items-center justify-center gap-1 rounded-button text-sm font-semibold text-muted hover:text-ink"
          >
            Thu gọn <Icon name="chevron-down" className="size-4" />
          </button>
        </div>
      </div>
    </section>
  )
}

/** Placed above the bars at the bottom of a phone and of a product page. */
function OpenButton({ count, onOpen }: { count: number; onOpen: () => void }) {
  return (
    <button
      type="button"
      data-compare
      aria-expanded={false}
      onClick={onOpen}
      className="fixed bottom-[calc(5rem+var(--above-bar,0px))] left-4 z-30 inline-flex min-h-11 items-center gap-2 rounded-full bg-ink px-4 text-sm font-bold text-white shadow-pop hover:bg-night md:bottom-[calc(1.5rem+var(--above-bar,0px))]"
    >
      <Icon name="arrow-left-right" className="size-4.5" />
      So sánh ({count})
    </button>
  )
}

function CompareNow({ products }: { products: readonly ListedProduct[] }) {
  const look = buttonClass('primary', 'min-h-11 flex-2 md:w-full md:flex-none')
  if (products.length < 2) {
    return (
      <p className="flex-2 text-center text-sm text-muted md:w-full md:flex-none">
        Thêm ít nhất một sản phẩm nữa
      </p>
    )
  }
  return (
    <a href={compareUrl(products.map((product) => product.product_id))} className={look}>
      So sánh ngay
    </a>
  )
}

interface SlotProps {
  product: ListedProduct
  card: ProductCard | undefined
  onRemove: () => void
}

function Slot({ product, card, onRemove }: SlotProps) {
  return (
    <li className="relative flex min-w-0 flex-col items-center gap-1.5 rounded-2xl border border-line p-2 text-center lg:flex-row lg:gap-3 lg:text-left">
      {card?.thumbnail ? (
        <Photo
          picture={card.thumbnail}
          alt=""
          sizes="56px"
          className="size-12 shrink-0 lg:size-14"
        />
      ) : (
        <span className="size-12 shrink-0 rounded-xl bg-mist lg:size-14" />
      )}
      <span className="line-clamp-2 text-xs leading-snug font-semibold lg:pr-5 lg:text-note">
        {product.name.split(' | ')[0]}
      </span>
      <button
        type="button"
        aria-label={`Bỏ ${product.name} khỏi so sánh`}
        onClick={onRemove}
        className="absolute -top-2 -right-1 grid size-8 place-items-center rounded-full border border-line bg-white text-muted hover:border-ink hover:text-ink md:-right-2"
      >
        <Icon name="x" className="size-4" />
      </button>
    </li>
  )
}

function EmptySlot() {
  return (
    <li className="grid place-items-center rounded-2xl border border-dashed border-line text-muted">
      <Icon name="plus" className="size-5" />
    </li>
  )
}

/** Cards of the products in the tray by product_id, for their pictures. The names are already known. */
function useCards(products: readonly ListedProduct[]): ReadonlyMap<number, ProductCard> {
  const [cards, setCards] = useState<ReadonlyMap<number, ProductCard>>(new Map())
  const ids = products.map((product) => product.product_id).join(',')
  useEffect(() => {
    let is_wanted = true
    const province_id = currentProvince()
    fetchData<ProductCard[]>(`/api/search/v1/cards?product_ids=${ids}&province_id=${province_id}`)
      .then((loaded) => {
        if (is_wanted) setCards(new Map(loaded.map((card) => [card.product_id, card])))
      })
      .catch(() => undefined)
    return () => {
      is_wanted = false
    }
  }, [ids])
  return cards
}
