import { noticeUrl } from '#storefront/addresses/account-links.ts'
import { compareUrl } from '#storefront/commerce/compare/compare-url.ts'
import { CompareToggle } from '#storefront/commerce/compare/compare-toggle.tsx'
import { ShareMenu } from '#storefront/pages/product/share-menu.tsx'
import { WishButton } from '#storefront/pages/product/wish/wish-button.tsx'

interface ProductTitleProps {
  product: {
    product_id: number
    category_id: number
    name: string
    path: string
    brand: string
    has_specification: boolean
  }
  color: { item_id: number; sku: string; is_in_stock: boolean } | null
}

const shown = 'inline-flex title-link'

/** The name, and links to the sections, the comparison and sharing. */
export function ProductTitle({ product, color }: ProductTitleProps) {
  const { product_id, category_id, name } = product
  return (
    <div>
      <h1 className="text-title-sm md:text-title">
        <Name name={name} />
      </h1>
      <p className="mt-1.5 text-sm text-muted">
        Thương hiệu: {product.brand}
        {color === null ? null : ` · Mã: ${color.sku}`}
      </p>
      <div className="mt-1 -mb-2 grid grid-cols-[repeat(3,minmax(0,auto))] justify-start gap-x-5 text-sm">
        <WishButton product_id={product_id} className={shown} />
        <a href={compareUrl([product_id])} className="title-link hidden noscript:inline-flex">
          So sánh
        </a>
        <CompareToggle
          product_id={product_id}
          category_id={category_id}
          name={name}
          className="min-h-9 text-sm max-md:min-h-11"
        />
        <ShareMenu path={product.path} name={name} />
        {product.has_specification ? (
          <a href="#thong-so" className={shown}>
            Thông số
          </a>
        ) : null}
        <a href="#binh-luan" className={shown}>
          Hỏi và đáp
        </a>
        {color?.is_in_stock === true ? (
          <a href={noticeUrl(color.item_id)} className={shown}>
            Báo giảm giá
          </a>
        ) : null}
      </div>
    </div>
  )
}

/** "iPhone 18 Pro 256GB | Chính hãng VN/A": the text after the bar is shown smaller. */
function Name({ name }: { name: string }) {
  const [model = name, origin] = name.split(' | ')
  if (origin === undefined) return model
  return (
    <>
      {model}
      <span className="sr-only"> | </span>
      <span className="mt-0.5 block text-[0.65em] font-semibold tracking-normal text-muted">
        {origin}
      </span>
    </>
  )
}
