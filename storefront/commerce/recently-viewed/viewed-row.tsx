import { useEffect, useRef, useState } from 'react'
import type { ProductCard } from '#contracts/storefront/catalog.ts'
import { useShop } from '#storefront/runtime/shop-data.ts'
import { fetchData } from '#web/runtime/on-demand.ts'
import { SectionHeading } from '#web/ui/section-heading.tsx'
import { ProductSlider } from '#storefront/commerce/product-card/product-slider.tsx'
import { WaitingCards } from '#storefront/commerce/recently-viewed/skeleton-cards.tsx'
import { viewedProducts } from '#storefront/commerce/recently-viewed/viewed-products.ts'

/** Cards are asked for when the row is about to come into sight. */
const AHEAD = '600px'

interface ViewedRowProps {
  /** Of what was viewed, the last first. */
  ids: readonly number[]
}

/** The row takes its room at once, and its cards when it is nearly in sight. */
export function ViewedRow({ ids }: ViewedRowProps) {
  const { room, cards } = useCards(ids)
  if (cards?.length === 0) return null
  return (
    <section ref={room} className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
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
        <ProductSlider products={cards} label="Sản phẩm đã xem" />
      ) : (
        <WaitingCards count={Math.min(ids.length, 5)} />
      )}
    </section>
  )
}

/** Cards of products by number, once `room` is near; an empty list when they cannot be had. */
function useCards(ids: readonly number[]) {
  const { province } = useShop()
  const room = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(false)
  const [found, setFound] = useState<{ question: string; cards: ProductCard[] } | null>(null)
  const question = `product_ids=${ids.join()}&province_id=${province.province_id}`
  useEffect(() => {
    if (!room.current || isNear) return
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: AHEAD },
    )
    watcher.observe(room.current)
    return () => watcher.disconnect()
  }, [isNear])
  useEffect(() => {
    if (!isNear) return
    let isWanted = true
    const settle = (cards: ProductCard[]) => {
      if (isWanted) setFound({ question, cards })
    }
    fetchData<ProductCard[]>(`/api/search/v1/cards?${question}`).then(settle, () => settle([]))
    return () => {
      isWanted = false
    }
  }, [isNear, question])
  // The old cards stay while others are on their way (another province, one more product).
  return { room, cards: found?.cards ?? null }
}
