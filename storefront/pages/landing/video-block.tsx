import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import { Film, film_note, playFilm } from '#storefront/commerce/video/film.tsx'
import type { ShownOf } from '#storefront/commerce/blocks/shown-blocks.ts'
import { LandingSection } from '#storefront/pages/landing/section.tsx'
import { Icon } from '#web/ui/icons.tsx'

/** A film within a landing page, behind a picture of the shop. */
export function VideoBlock({ block }: { block: ShownOf<'video'> }) {
  const { title, sentence, youtube_id, poster } = block
  return (
    <LandingSection title={title} sentence={sentence}>
      <div onClick={playFilm}>
        <Film youtube_id={youtube_id} title={title} className="landing-video">
          <Photo picture={{ ...poster, alt: '' }} sizes="(max-width: 800px) 100vw, 900px" />
          <span>
            <Icon name="play" className="size-6" />
            Xem video
          </span>
        </Film>
      </div>
      <p className="landing-note">{film_note}</p>
    </LandingSection>
  )
}
