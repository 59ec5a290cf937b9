import type { CSSProperties } from 'react'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { Photo, swept_card_sizes } from '#storefront/commerce/pictures/photo.tsx'
import { ProductCard } from '#storefront/commerce/product-card/product-card.tsx'

/** Goods of a brand beside its picture, whose calm part carries the words. */
export function BrandBlock({ block }: { block: ShownOf<'brand'> }) {
  const { eyebrow, title, sentence, button, href, image, products } = block
  return (
    <section className="brand-block" style={colorsOf(block)}>
      <div className="brand-side">
        <div className="brand-words">
          {eyebrow === '' ? null : <p className="brand-eyebrow">{eyebrow}</p>}
          <h2 className="text-2xl md:text-title-lg">{title}</h2>
          {sentence === '' ? null : <p className="text-body">{sentence}</p>}
          <a href={href} className="brand-button">
            {button}
          </a>
        </div>
        <Photo
          picture={{ ...image, alt: '' }}
          sizes="(max-width: 800px) 100vw, 400px"
          className="brand-picture"
        />
      </div>
      <ul aria-label={title} className="brand-goods">
        {products.map((card) => (
          <li key={card.product_id} className="min-w-0">
            <ProductCard card={card} sizes={swept_card_sizes} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function colorsOf(block: ShownOf<'brand'>): CSSProperties {
  return {
    '--brand-ground': block.ground,
    '--brand-ink': block.ink,
    '--brand-button': block.button_ground,
    '--brand-button-ink': block.button_ink,
  } as CSSProperties
}
