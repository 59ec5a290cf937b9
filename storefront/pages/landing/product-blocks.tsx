import type { FlashWindow } from '#contracts/storefront/promotion.ts'
import type { UsedCard } from '#contracts/storefront/trade/used.ts'
import { formatDong } from '#pure/money.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { Countdown } from '#storefront/commerce/flash-sale/countdown.tsx'
import { FlashCard } from '#storefront/commerce/flash-sale/flash-card.tsx'
import { dayOf, hour, ruleText } from '#storefront/commerce/flash-sale/flash-texts.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { ProductCard } from '#storefront/commerce/product-card/product-card.tsx'
import { ProductSlider } from '#storefront/commerce/product-card/product-slider.tsx'
import { NewPrice } from '#storefront/commerce/used/new-price.tsx'
import { grade_titles } from '#storefront/commerce/used/used-texts.ts'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { LandingSection } from '#storefront/pages/landing/section.tsx'
import { Slider } from '#web/ui/slider.tsx'

/** Products by the rule of the block. */
export function ProductsBlock({ block }: { block: ShownOf<'products'> }) {
  const { title, sentence, look, products, more } = block
  return (
    <LandingSection title={title} sentence={sentence} more={more}>
      {look === 'row' ? (
        <ProductSlider products={products} label={title} />
      ) : (
        <ol aria-label={title} className={`landing-grid landing-grid-${look}`}>
          {products.map((card) => (
            <li key={card.product_id}>
              <ProductCard card={card} />
            </li>
          ))}
        </ol>
      )}
    </LandingSection>
  )
}

/** The windows of the flash sale that run or come, one below the other. */
export function FlashBlock({ block: { title, windows } }: { block: ShownOf<'flash'> }) {
  return (
    <section className="landing-frame landing-section landing-flash">
      <header className="landing-heading">
        <h2>{title}</h2>
      </header>
      {windows.map((window) => (
        <Window key={window.flash_sale_id} window={window} />
      ))}
    </section>
  )
}

function Window({ window }: { window: FlashWindow }) {
  const { items, starts_at, ends_at, state } = window
  const [first] = items
  if (!first) return null
  const hours = `${hour(starts_at)} - ${hour(ends_at)}`
  return (
    <div className="landing-window">
      <div className="landing-window-head">
        <h3>{state === 'running' ? hours : `${hours} · ${dayOf(starts_at)}`}</h3>
        <Countdown flash={first.flash} />
      </div>
      <Slider label={`Flash sale ${hours}`} overflows={items.length > 5}>
        {items.map((item) => (
          <li key={item.item_id} className="slider-card">
            <FlashCard item={item} />
          </li>
        ))}
      </Slider>
      <p className="landing-window-rule">{ruleText(window)}</p>
    </div>
  )
}

/** Used devices: the cheapest of a version and grade, with what it costs new. */
export function UsedBlock({ block }: { block: ShownOf<'used'> }) {
  const { title, sentence, cards, more } = block
  return (
    <LandingSection title={title} sentence={sentence} more={more}>
      <ul aria-label={title} className="landing-grid">
        {cards.map((card) => (
          <li key={`${card.version_id} ${card.grade}`}>
            <UsedTile card={card} />
          </li>
        ))}
      </ul>
    </LandingSection>
  )
}

function UsedTile({ card }: { card: UsedCard }) {
  return (
    <article className="group card">
      {card.picture === null ? (
        <div className="aspect-square w-full rounded-xl bg-mist" />
      ) : (
        <Photo picture={card.picture} alt="" className="card-picture rounded-xl" />
      )}
      <h3 className="card-name">
        <a href={withQuery(card.path, { hang: card.grade })} className="card-link">
          {card.name}
        </a>
      </h3>
      <p className="card-facts">{`${grade_titles[card.grade]} · còn ${card.quantity} máy`}</p>
      <p className="price-now mt-1">{formatDong(card.price)}</p>
      <NewPrice price={card.price} new_price={card.new_price} />
    </article>
  )
}
