import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { SectionHeading } from '#web/ui/section-heading.tsx'

/** Ways into the shop as tiles: by need with pictures, by price on a band, or promises. */
export function TilesBlock({ block }: { block: ShownOf<'tiles'> }) {
  const { title, sentence, look, tiles } = block
  return (
    <section className={`home-section ${look === 'price' ? 'price-band' : ''}`}>
      <SectionHeading title={title} />
      {sentence === '' ? null : <p className="-mt-2 opacity-85">{sentence}</p>}
      <ul aria-label={title} className={`home-tiles home-tiles-${look}`}>
        {tiles.map((tile) => (
          <li key={tile.title} className="group home-tile">
            {tile.image === null ? null : (
              <Photo
                picture={{ ...tile.image, alt: '' }}
                sizes="(max-width: 800px) 60px, 112px"
                className="home-tile-picture"
              />
            )}
            <div className="min-w-0">
              <h3 className="home-tile-title">
                {tile.href === '' ? (
                  tile.title
                ) : (
                  <a href={tile.href} className="home-tile-link">
                    {tile.title}
                  </a>
                )}
              </h3>
              {tile.text === '' ? null : <p className="home-tile-text">{tile.text}</p>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
