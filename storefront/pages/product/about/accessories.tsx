import type { Accessory, ProductCombo } from '#contracts/storefront/catalog.ts'
import { formatDong } from '#pure/money.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'

interface AccessoriesProps {
  accessories: readonly Accessory[]
  /** What costs less together with the product. */
  combos: readonly ProductCombo[]
}

/** "Phụ kiện hợp với máy": what is made for the model, and chargers that are fast enough. */
export function Accessories({ accessories, combos }: AccessoriesProps) {
  if (accessories.length === 0) return null
  return (
    <section aria-labelledby="phu-kien" className="sheet p-4 md:p-5">
      <h2 id="phu-kien" className="text-lg">
        Phụ kiện hợp với máy
      </h2>
      <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-x-5 lg:grid-cols-2">
        {accessories.map(({ product_id, name, path, picture, price, reason }) => (
          <li key={product_id} className="border-t border-line first:border-0 lg:nth-2:border-0">
            <a href={path} className="group flex min-h-11 flex-wrap items-center gap-3 py-2.5">
              {picture ? (
                <Photo
                  picture={picture}
                  sizes="64px"
                  alt=""
                  className="size-16 shrink-0 object-contain"
                />
              ) : null}
              <span className="min-w-[min(8rem,100%)] flex-1">
                <span className="line-clamp-2 text-body leading-snug font-semibold group-hover:text-accent">
                  {name.split(' | ')[0]}
                </span>
                <span className="block text-sm text-success">{reason}</span>
                <Price price={price} combo={combos.find((combo) => combo.path === path)} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The price alone. With a combo it stands behind the price beside the product, in the words of "Mua kèm giá sốc". */
function Price({ price, combo }: { price: number | null; combo: ProductCombo | undefined }) {
  if (combo === undefined) {
    return (
      <span className="block text-sm font-bold">
        {price === null ? 'Giá liên hệ' : formatDong(price)}
      </span>
    )
  }
  return (
    <>
      <span className="block text-sm">
        <span className="font-bold text-sale">{`Mua kèm: ${formatDong(combo.combo_price)}`}</span>{' '}
        <del className="text-note text-muted">
          <span className="sr-only">Giá niêm yết </span>
          {formatDong(combo.list_price)}
        </del>
      </span>
      <span className="block text-note text-muted">{`Mua riêng: ${formatDong(combo.price)}`}</span>
    </>
  )
}
