import { useEffect } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { catalogMeta } from '#storefront/seo/catalog-meta.ts'
import type { PageMeta } from '#storefront/runtime/page.ts'
import type { ProvinceStock } from '#storefront/pages/product/stock/shop-stock.tsx'
import { noteViewed } from '#storefront/commerce/recently-viewed/viewed-products.ts'
import type {
  Accessory,
  ColorVariant,
  ProductCard,
  ProductPage,
} from '#contracts/storefront/catalog.ts'
import type { CommentList } from '#contracts/storefront/talk/comments.ts'
import type { ReviewList } from '#contracts/storefront/talk/reviews.ts'
import { Breadcrumb } from '#web/ui/breadcrumb.tsx'
import { ArticleFold } from '#storefront/commerce/articles/article-fold.tsx'
import { FaqList } from '#storefront/commerce/articles/faq-list.tsx'
import { Below, talk } from '#storefront/pages/product/below-product.tsx'
import { FlashNotice } from '#storefront/pages/product/flash-notice.tsx'
import type { AboutProductProps } from '#storefront/pages/product/about/about-product.tsx'
import type { PriceStory } from '#storefront/pages/product/about/price-story.ts'
import { BuyForm } from '#storefront/pages/product/buy/buy-form.tsx'
import { pickColor, saleState } from '#storefront/commerce/colors/chosen-color.ts'
import { ComboBlock } from '#storefront/pages/product/combo-block.tsx'
import { ColorTiles } from '#storefront/pages/product/color-tiles.tsx'
import { DeliveryPromise } from '#storefront/pages/product/delivery-promise.tsx'
import { Gallery, highlights } from '#storefront/pages/product/gallery/gallery.tsx'
import type { Fact } from '#storefront/pages/product/gallery/key-facts.ts'
import { PaymentOffers } from '#storefront/pages/product/payment-offers.tsx'
import { PriceBlock } from '#storefront/pages/product/price-block.tsx'
import { PromotionList } from '#storefront/pages/product/promotion-list.tsx'
import { validUntil } from '#storefront/pages/product/promotion-texts.ts'
import { ProductTitle } from '#storefront/pages/product/product-title.tsx'
import { ShopStock } from '#storefront/pages/product/stock/shop-stock.tsx'
import { Specification } from '#storefront/pages/product/specification/specification.tsx'
import { VersionTiles } from '#storefront/pages/product/version-tiles.tsx'
import { laterPart } from '#web/runtime/later-part.tsx'

export interface ProductData {
  product: ProductPage
  similar: ProductCard[]
  reviews: ReviewList
  comments: CommentList
  /** Shops and provinces that have the item `stock.item_id`. */
  stock: ProvinceStock
  story: PriceStory | null
  accessories: Accessory[]
  /** The key facts for a slide of the gallery; none if there are too few. */
  facts: Fact[]
}

export function meta({ product }: ProductData): PageMeta {
  return { ...catalogMeta(product.meta), og_type: 'product' }
}

const about = laterPart<AboutProductProps>(async () => {
  const { AboutProduct } = await import('#storefront/pages/product/about/about-product.tsx')
  return AboutProduct
})

/** Loads what comes later on a first page. */
export async function prepare(): Promise<void> {
  await Promise.all([talk.prepare(), about.prepare(), highlights.prepare()])
}

/** Shows one version of a product. The address decides which colour is shown. */
export function Page({ data }: { data: ProductData }) {
  const { product, similar, reviews, comments, stock, story, accessories, facts } = data
  const color = useChosenColor(product)
  const { product_id, name } = product
  useEffect(() => noteViewed(product_id), [product_id])
  return (
    <>
      <Breadcrumb crumbs={product.breadcrumb} />
      {/* Two columns of different height: the last row on the left takes the extra height of the right; a shorter right
          column stays in sight while the left is read. It is at least as high as the window, or it would begin low.
          On a tablet specification and article go below both, in the whole width. */}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 md:grid-cols-2 md:grid-rows-[auto_1fr] md:max-lg:*:nth-[n+4]:col-span-2 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_auto_auto_1fr] lg:gap-5">
        <Gallery
          key={`${product_id} ${color?.color_slug}`}
          name={name}
          color={color}
          spin={product.views.find(({ kind }) => kind === 'spin')}
          facts={facts}
        />
        <div className="min-w-0 md:sticky md:bottom-4 md:z-20 md:col-start-2 md:min-h-[calc(100dvh-2rem)] md:row-span-2 lg:row-span-4 md:row-start-1 md:self-end">
          <Offer product={product} color={color} stock={stock} />
        </div>
        <about.Part
          warranty_months={product.warranty_months}
          story={story}
          product={product}
          accessories={accessories}
        />
        <Specification groups={product.specification} name={name} />
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 lg:gap-5">
          <ArticleFold title="Đặc điểm nổi bật" html={product.description} />
          <FaqList faq={product.faq} about={name.split(' | ')[0] ?? product.brand} />
        </div>
      </div>
      <Below
        product_id={product_id}
        similar={similar}
        product={product}
        reviews={reviews}
        comments={comments}
      />
    </>
  )
}

interface OfferProps extends Pick<ProductData, 'product' | 'stock'> {
  color: ColorVariant | null
}

function Offer({ product, color, stock }: OfferProps) {
  return (
    // The buy buttons stand at the price: a wide screen shows them without scrolling, whatever there is to choose.
    <div className="sheet flex flex-col gap-5 p-4 md:p-5">
      <ProductTitle
        product={{
          ...product,
          has_specification: product.specification.length > 0,
        }}
        color={color}
      />
      {color ? (
        <>
          <div className="grid overflow-hidden rounded-2xl">
            {color.flash ? <FlashNotice flash={color.flash} /> : null}
            <PriceBlock product={product} color={color} valid_until={validUntil(product, color)} />
          </div>
          <BuyForm
            color={color}
            name={product.name}
            state={saleState(product, color)}
            launch_on={product.launch_on}
            is_near={stock.item_id === color.item_id && stock.shops.length > 0}
          />
        </>
      ) : null}
      <VersionTiles versions={product.versions} />
      {color ? (
        <ColorOffer product={product} color={color} stock={stock} />
      ) : (
        <p className="text-muted">Sản phẩm này hiện chưa mở bán.</p>
      )}
    </div>
  )
}

/** The colours, and promotions and stock of the chosen one. */
function ColorOffer({ product, color, stock }: OfferProps & { color: ColorVariant }) {
  const state = saleState(product, color)
  const is_current = stock.item_id === color.item_id
  return (
    <>
      <ColorTiles colors={product.colors} chosen={color} is_coming={state === 'coming'} />
      {state === 'coming' ? null : (
        <PromotionList
          product={product}
          color={color}
          form={state === 'buyable' ? 'mua' : undefined}
        />
      )}
      {state === 'buyable' ? (
        <>
          <PaymentOffers offers={product.payment_offers} color={color} />
          <ComboBlock color={color} product={product} />
          <DeliveryPromise texts={[color.delivery_text, ...(is_current ? stock.promises : [])]} />
        </>
      ) : null}
      {state === 'coming' ? null : (
        <ShopStock
          stock={stock}
          item_id={color.item_id}
          product_text={color.color_name === '' ? 'sản phẩm này' : 'màu này'}
        />
      )}
    </>
  )
}

/** The colour of the address; during a navigation, of the next address before the server answers. */
function useChosenColor(product: ProductPage): ColorVariant | null {
  const location = useLocation()
  const { location: next } = useNavigation()
  const is_same_page = next?.pathname === location.pathname
  return pickColor(product.colors, is_same_page ? next.search : location.search)
}
