import { useEffect, useRef, useState } from 'react'
import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { fetchData } from '#web/runtime/on-demand.ts'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { ProductLine } from '#storefront/commerce/product-card/product-line.tsx'
import { viewedProducts } from '#storefront/commerce/recently-viewed/viewed-products.ts'

/** The cards are fetched when the row is this close to the viewport. */
const AHEAD = '600px'

interface ViewedRowProps {
  /** Viewed products, the latest first. */
  ids: readonly number[]
}

/** Reserves the space of the row at once, and fetches the cards when the row is almost visible. */
export function ViewedRow({ ids }: ViewedRowProps) {
  const { section, cards } = useCards(ids)
  if (cards?.length === 0) return null
  return (
    <section ref={section} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
      <SectionHeading title="Sản phẩm đã xem">
        <button
          type="button"
          onClick={viewedProducts.clear}
          className="finger rounded-lg px-1 py-1.5 text-sm font-semibold text-muted hover:text-accent hover:underline"
        >
          Xóa lịch sử
        </button>
      </SectionHeading>
      {cards ? (
        <ul aria-label="Sản phẩm đã xem" className="viewed-row">
          {cards.map((card) => (
            <li key={card.product_id} className="viewed-tile">
              <ProductLine card={card} />
            </li>
          ))}
        </ul>
      ) : (
        <div role="status" className="viewed-row">
          <span className="sr-only">Đang tải…</span>
          {ids.slice(0, 5).map((product_id) => (
            <span key={product_id} aria-hidden className="viewed-tile skeleton" />
          ))}
        </div>
      )}
    </section>
  )
}

/** Cards of these products once `section` is almost visible; an empty list if they cannot be fetched. */
function useCards(ids: readonly number[]) {
  const { province } = useShop()
  const section = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  const [loaded, setLoaded] = useState<{ question: string; cards: ProductCard[] } | null>(null)
  const question = `product_ids=${ids.join()}&province_id=${province.province_id}`
  useEffect(() => {
    if (!section.current || isNear) return
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: AHEAD },
    )
    watcher.observe(section.current)
    return () => watcher.disconnect()
  }, [isNear])
  useEffect(() => {
    if (!isNear) return
    let isWanted = true
    const show = (cards: ProductCard[]) => {
      if (isWanted) setLoaded({ question, cards })
    }
    fetchData<ProductCard[]>(`/api/search/v1/cards?${question}`).then(show, () => show([]))
    return () => {
      isWanted = false
    }
  }, [isNear, question])
  // The old cards stay while new ones are loading (another province, one more product).
  return { section, cards: loaded?.cards ?? null }
}
