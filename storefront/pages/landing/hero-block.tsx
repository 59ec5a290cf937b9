import type { CSSProperties } from 'react'
import { ArtPhoto } from '#storefront/commerce/pictures/art-photo.tsx'
import { startUrl } from '#storefront/addresses/account-links.ts'
import type { LandingData } from '#storefront/pages/landing/landing-data.ts'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'

const SIZES = '(max-width: 800px) 100vw, 1380px'

/** The picture of a campaign with its words set over the calm part, in the colours that are readable there. */
export function HeroBlock({ block, page }: { block: ShownOf<'hero'>; page: LandingData['page'] }) {
  const { eyebrow, headline, wide, narrow } = block
  const foot = { block, remind_href: remindHref(page) }
  const [first, second] = headline.split('|').map((line) => line.trim())
  return (
    <section className="landing-hero" style={colorsOf(block)}>
      <div className="landing-hero-art">
        <ArtPhoto
          wide={{ ...wide, alt: '' }}
          narrow={{ ...narrow, alt: '' }}
          eager
          sizes={SIZES}
          className="landing-hero-picture"
        />
        <div className="landing-hero-head">
          {eyebrow === '' ? null : <p className="landing-pill">{eyebrow}</p>}
          <h1>
            {first}
            {second === undefined ? null : (
              <>
                {' '}
                <br />
                {second}
              </>
            )}
          </h1>
          <HeroFoot {...foot} place="wide" />
        </div>
      </div>
      <HeroFoot {...foot} place="narrow" />
    </section>
  )
}

interface HeroFootProps {
  block: ShownOf<'hero'>
  /** Null: it does not begin at a known hour. */
  remind_href: string | null
  /** On a phone the picture has room for the headline alone: sentence and button follow below it. */
  place: 'wide' | 'narrow'
}

function HeroFoot({ block: { sentence, button, href }, remind_href, place }: HeroFootProps) {
  return (
    <div className={`landing-hero-foot landing-hero-foot-${place}`}>
      {sentence === '' ? null : <p>{sentence}</p>}
      <div className="landing-hero-buttons">
        {button === '' ? null : (
          <a href={href} className="landing-button">
            {button}
          </a>
        )}
        {remind_href === null ? null : (
          <a href={remind_href} className="landing-button landing-button-plain">
            Nhắc tôi
          </a>
        )}
      </div>
    </div>
  )
}

/** Between its teasing and its start a campaign offers to remind the reader. */
function remindHref({ landing_page_id, phase }: LandingData['page']): string | null {
  return phase === 'teasing' ? startUrl({ of: 'landing_page', id: landing_page_id }) : null
}

function colorsOf(block: ShownOf<'hero'>): CSSProperties {
  return {
    '--hero-ground': block.ground,
    '--hero-ink': block.ink,
    '--hero-sentence': block.sentence_ink,
    '--pill-ground': block.pill_ground,
    '--pill-ink': block.pill_ink,
    '--button-ground': block.button_ground,
    '--button-ink': block.button_ink,
  } as CSSProperties
}
