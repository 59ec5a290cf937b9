import type { Accessory, ProductPage } from '#contracts/storefront/catalog.ts'
import { Accessories } from '#storefront/pages/product/about/accessories.tsx'
import { Commitments } from '#storefront/pages/product/about/commitments.tsx'
import { InTheBox } from '#storefront/pages/product/about/in-the-box.tsx'
// The words of what a press on „Thêm vào giỏ“ did: loaded with this part, they are there when the network has gone.
import '#storefront/commerce/cart/show-result.ts'
import { PriceGraph } from '#storefront/pages/product/about/price-graph.tsx'
import type { PriceStory } from '#storefront/pages/product/about/price-story.ts'

export interface AboutProductProps {
  warranty_months: number
  product: Pick<ProductPage, 'views' | 'specification' | 'combos'>
  story: PriceStory | null
  accessories: readonly Accessory[]
}

/** Beside the offer: what the shop promises, how the price has been, and what fits. */
export function AboutProduct({ warranty_months, product, story, accessories }: AboutProductProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 lg:gap-5">
      <Commitments warranty_months={warranty_months} />
      {story === null ? null : <PriceGraph story={story} />}
      <InTheBox product={product} />
      <Accessories
        accessories={accessories}
        combos={product.combos.filter(({ main_item_id }) => main_item_id === null)}
      />
    </div>
  )
}
