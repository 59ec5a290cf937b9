import { useLocation, useNavigation } from 'react-router'
import type { ColorVariant, ProductPage } from '#contracts/catalog.ts'
import { percentOff } from '#pure/money.ts'
import type { RichParagraph } from '#pure/rich-text.ts'
import { catalogMeta } from '#storefront/catalog-meta.ts'
import type { PageMeta } from '#storefront/page.ts'
import { Breadcrumb } from '#storefront/ui/breadcrumb.tsx'
import { Price } from '#storefront/ui/price.tsx'
import { SectionHeading } from '#storefront/ui/section-heading.tsx'
import { ProductSlider } from '#storefront/widgets/home-row.tsx'
import { BuyForm } from '#storefront/widgets/product/buy-form.tsx'
import { pickColor, priceNow } from '#storefront/widgets/product/chosen-color.ts'
import { ColorTiles } from '#storefront/widgets/product/color-tiles.tsx'
import { Commitments } from '#storefront/widgets/product/commitments.tsx'
import { Description } from '#storefront/widgets/product/description.tsx'
import { Gallery } from '#storefront/widgets/product/gallery.tsx'
import { type StockedShop, ShopStock } from '#storefront/widgets/product/shop-stock.tsx'
import { Specification } from '#storefront/widgets/product/specification.tsx'
import { VersionTiles } from '#storefront/widgets/product/version-tiles.tsx'

type Product = Omit<ProductPage, 'description'>

export interface ProductData {
  product: Product
  description: RichParagraph[]
  /** Shops of the province that have the item named here. */
  stock: { item_id: number | null; shops: StockedShop[] }
}

export function meta({ product }: ProductData): PageMeta {
  return catalogMeta(product.meta)
}

/** One version of a product: everything that changes with the colour follows the address. */
export function Page({ data: { product, description, stock } }: { data: ProductData }) {
  const color = useChosenColor(product)
  const pictures = color?.pictures ?? []
  return (
    <>
      <Breadcrumb crumbs={product.breadcrumb} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:grid-rows-[auto_1fr] lg:gap-5">
        {pictures.length > 0 ? (
          <Gallery
            key={`${product.product_id} ${color?.color_slug}`}
            name={product.name}
            pictures={pictures}
          />
        ) : (
          <div className="sheet aspect-square" />
        )}
        <div className="grid content-start gap-4 md:col-start-2 md:row-span-2 md:row-start-1">
          <Offer product={product} color={color} stock={stock} />
          <Description paragraphs={description} />
        </div>
        <div className="grid content-start gap-4">
          <Commitments warranty_months={product.warranty_months} />
          <Specification groups={product.specification} />
        </div>
      </div>
      {product.similar.length > 0 ? (
        <section id="tuong-tu" className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-3 md:gap-4">
          <SectionHeading title="Sản phẩm tương tự" />
          <ProductSlider products={product.similar} label="Sản phẩm tương tự" />
        </section>
      ) : null}
    </>
  )
}

interface OfferProps extends Pick<ProductData, 'product' | 'stock'> {
  color: ColorVariant | null
}

function Offer({ product, color, stock }: OfferProps) {
  return (
    <div className="sheet grid content-start gap-5 p-4 md:p-5">
      <div>
        <ProductTitle name={product.name} />
        <p className="mt-1.5 text-sm text-muted">
          Thương hiệu: {product.brand}
          {color ? ` · Mã: ${color.sku}` : null}
        </p>
      </div>
      {color ? <PriceBlock color={color} /> : null}
      <VersionTiles versions={product.versions} />
      {color ? (
        <>
          <ColorTiles colors={product.colors} chosen={color} />
          <BuyForm color={color} name={product.name} />
          <ShopStock
            shops={stock.shops}
            is_stale={stock.item_id !== color.item_id}
            is_in_stock={color.is_in_stock}
          />
        </>
      ) : (
        <p className="text-muted">Sản phẩm này hiện chưa mở bán.</p>
      )}
    </div>
  )
}

/** "iPhone 18 Pro 256GB | Chính hãng VN/A": what follows the bar is said more quietly. */
function ProductTitle({ name }: { name: string }) {
  const [model = name, origin] = name.split(' | ')
  return (
    <h1 className="text-[22px] md:text-[26px]">
      {model}
      {origin === undefined ? null : (
        <span className="text-[0.7em] font-semibold tracking-normal whitespace-nowrap text-muted">
          {' '}
          | {origin}
        </span>
      )}
    </h1>
  )
}

function PriceBlock({ color }: { color: ColorVariant }) {
  const now = priceNow(color)
  const off = color.price === null || now === null ? 0 : percentOff(color.price, now)
  return (
    <div aria-live="polite" className="rounded-2xl bg-cream px-4 py-3">
      <div className="flex items-start justify-between gap-3">
        <p className="text-sm text-muted">Giá sản phẩm{now === null ? '' : ' (gồm VAT)'}</p>
        {off > 0 ? (
          <span className="shrink-0 rounded-lg bg-sale px-2 py-0.5 text-sm font-bold text-white">
            Giảm {off}%
          </span>
        ) : null}
      </div>
      <Price price={color.price} special_price={color.special_price} size="page" />
    </div>
  )
}

/** The colour of the address the shopper is going to, before the server has answered. */
function useChosenColor(product: Product): ColorVariant | null {
  const here = useLocation()
  const { location: next } = useNavigation()
  const isHere = next?.pathname === here.pathname
  return pickColor(product.colors, isHere ? next.search : here.search)
}
