import type { CSSProperties } from 'react'
import { ArtPhoto } from '#storefront/commerce/pictures/art-photo.tsx'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'

const SIZES = '(max-width: 800px) 100vw, 1380px'

/** The picture of a campaign with its words set over the calm part, in the colours that are readable there. */
export function HeroBlock({ block }: { block: ShownOf<'hero'> }) {
  const { eyebrow, headline, sentence, button, href, wide, narrow } = block
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
          <HeroFoot sentence={sentence} button={button} href={href} place="wide" />
        </div>
      </div>
      <HeroFoot sentence={sentence} button={button} href={href} place="narrow" />
    </section>
  )
}

interface HeroFootProps extends Pick<ShownOf<'hero'>, 'sentence' | 'button' | 'href'> {
  /** On a phone the picture has room for the headline alone: sentence and button follow below it. */
  place: 'wide' | 'narrow'
}

function HeroFoot({ sentence, button, href, place }: HeroFootProps) {
  return (
    <div className={`landing-hero-foot landing-hero-foot-${place}`}>
      {sentence === '' ? null : <p>{sentence}</p>}
      {button === '' ? null : (
        <a href={href} className="landing-button">
          {button}
        </a>
      )}
    </div>
  )
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
