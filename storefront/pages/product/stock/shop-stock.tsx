import { type MouseEvent, useState } from 'react'
import { useOnDemand } from '#web/runtime/on-demand.ts'
import { ShopList } from '#storefront/pages/product/stock/shop-list.tsx'
import type { ListedShop } from '#storefront/pages/product/stock/stocked-shop.ts'
import { useProvincePage } from '#storefront/commerce/province/province-button.tsx'

export interface ProvinceStock {
  item_id: number | null
  /** The province of today, and how many of its shops sell. */
  province: { province_id: number; name: string }
  shop_total: number
  shops: ListedShop[]
  /** Provinces that have it, nearest first; empty when a shop of this province has it. */
  elsewhere: { province_id: number; name: string; shop_count: number; shop_total: number }[]
  /** When one unit arrives, and where it can be collected first. */
  promises: string[]
}

interface ShopStockProps {
  stock: ProvinceStock
  item_id: number
  /** How the text names the item: "màu này", or "sản phẩm này" for a product without colours. */
  product_text: string
}

/** "Cửa hàng có hàng": the shops of the province that have the colour. A click shows other provinces. */
export function ShopStock({ stock, item_id, product_text }: ShopStockProps) {
  const province_page = useProvincePage()
  const {
    value: panel,
    ask,
    has_failed,
  } = useOnDemand(() => import('#storefront/pages/product/stock/stock-elsewhere.tsx'))
  const [chosen_province_id, setChosenProvince] = useState<number | null>(null)
  const { shops, elsewhere, province, shop_total } = stock
  const showProvince = (event: MouseEvent, province_id: number) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || has_failed) return
    event.preventDefault()
    ask()
    setChosenProvince(province_id)
  }
  const is_stale = stock.item_id !== item_id
  return (
    <section
      id="chi-nhanh"
      aria-labelledby="chi-nhanh-co-hang"
      className="max-md:border-t max-md:border-line max-md:pt-4 md:rounded-2xl md:border md:border-line md:p-4"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-2">
        <h2 id="chi-nhanh-co-hang" className="text-base font-bold tracking-normal">
          Cửa hàng có hàng
        </h2>
        <a
          href={province_page}
          data-scripted
          onClick={(event) => showProvince(event, chosen_province_id ?? province.province_id)}
          className="text-sm font-semibold text-accent hover:underline max-md:-my-3 max-md:py-3"
        >
          Gần tôi, tỉnh thành khác
        </a>
      </div>
      {chosen_province_id !== null && panel ? (
        <panel.StockElsewhere
          item_id={item_id}
          province_id={chosen_province_id}
          current={province}
          onChoose={setChosenProvince}
        />
      ) : (
        <div aria-live="polite" className={is_stale ? 'opacity-50' : undefined}>
          {shops.length > 0 ? (
            <ShopList shops={shops} {...{ shop_total, item_id }} province={province.name} />
          ) : (
            <p className="mt-2 text-body text-muted">
              {`Chưa có cửa hàng nào tại ${province.name} còn ${product_text}.`}
              {elsewhere.length > 0
                ? ' Bạn vẫn có thể đặt giao tận nơi, hoặc đến nơi gần nhất còn hàng:'
                : ''}
            </p>
          )}
          {elsewhere.length > 0 ? (
            <ul className="mt-2 flex flex-wrap gap-2">
              {elsewhere.map(({ province_id, name, shop_count, shop_total: all }) => (
                <li key={province_id}>
                  <a
                    href={province_page}
                    data-scripted
                    onClick={(event) => showProvince(event, province_id)}
                    className="inline-flex min-h-10 items-center rounded-full border border-line max-md:min-h-11 px-3.5 text-sm font-semibold hover:border-ink"
                  >
                    {`${name} (${shop_count}/${all} cửa hàng có hàng)`}
                  </a>
                </li>
              ))}
            </ul>
          ) : null}
        </div>
      )}
    </section>
  )
}
