import type { ColorVariant } from '#contracts/storefront/catalog.ts'
import { formatDong } from '#pure/money.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { priceNow } from '#storefront/commerce/colors/chosen-color.ts'

interface ColorTilesProps {
  colors: readonly ColorVariant[]
  chosen: ColorVariant
  /** The product is not on sale yet: tiles do not show stock. */
  is_coming: boolean
}

/** "Màu sắc": links to the same page in another colour. The page changes before the server answers. */
export function ColorTiles({ colors, chosen, is_coming }: ColorTilesProps) {
  if (chosen.color_name === '') return null
  return (
    <section aria-label="Màu sắc">
      <h2 className="text-base font-bold tracking-normal">
        Màu sắc: <span className="font-semibold text-muted">{chosen.color_name}</span>
      </h2>
      <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(152px,1fr))] gap-2">
        {colors.map((color) => (
          <li key={color.item_id}>
            <a
              href={`?mau=${color.color_slug}`}
              data-scroll="keep"
              data-history="replace"
              aria-current={color === chosen ? 'true' : undefined}
              className="choice-tile min-h-15 p-1.5"
            >
              <Swatch color={color} is_faded={!color.is_in_stock && !is_coming} />
              <span className="min-w-0">
                <span className="block text-sm font-bold">{color.color_name}</span>
                <span className="block text-note text-muted">{stateText(color, is_coming)}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Swatch({ color, is_faded }: { color: ColorVariant; is_faded: boolean }) {
  const [picture] = color.pictures
  if (!picture) return null
  return (
    <Photo
      picture={picture}
      alt=""
      sizes="44px"
      className={`size-11 shrink-0 rounded-xl mix-blend-multiply ${is_faded ? 'opacity-50 grayscale' : ''}`}
    />
  )
}

function stateText(color: ColorVariant, is_coming: boolean): string {
  const now = priceNow(color)
  if (now === null) return 'Giá liên hệ'
  return color.is_in_stock || is_coming ? formatDong(now) : 'Hết hàng'
}
