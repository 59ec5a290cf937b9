import { Photo } from '#storefront/commerce/pictures/photo.tsx'
import type { ShownOf } from '#storefront/pages/landing/landing-data.ts'
import { LandingSection } from '#storefront/pages/landing/section.tsx'
import { Icon } from '#web/ui/icons.tsx'

/** A film on YouTube. Nothing is loaded from there: whoever wants to see it opens it there, and is told so before. */
export function VideoBlock({ block }: { block: ShownOf<'video'> }) {
  const { title, sentence, youtube_id, poster } = block
  return (
    <LandingSection title={title} sentence={sentence}>
      <a
        href={`https://www.youtube.com/watch?v=${youtube_id}`}
        target="_blank"
        rel="noopener noreferrer"
        className="landing-video"
      >
        <Photo picture={{ ...poster, alt: '' }} sizes="(max-width: 800px) 100vw, 900px" />
        <span>
          <Icon name="play" className="size-6" />
          Xem video trên YouTube
        </span>
      </a>
      <p className="landing-note">Video mở ở YouTube, nơi có chính sách dữ liệu riêng.</p>
    </LandingSection>
  )
}
