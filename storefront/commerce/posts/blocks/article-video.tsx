import { Film, film_note } from '#storefront/commerce/video/film.tsx'
import { Icon } from '#web/ui/icons.tsx'

interface ArticleVideoProps {
  youtube_id: string
  title: string
}

/** A film within an article. */
export function ArticleVideo({ youtube_id, title }: ArticleVideoProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <Film
        youtube_id={youtube_id}
        title={title}
        className="grid aspect-video w-full grid-cols-[minmax(0,1fr)] content-center justify-items-center gap-3 overflow-hidden rounded-2xl bg-ink px-4 py-6 text-center !text-white !no-underline"
      >
        <span className="text-lg font-bold text-pretty">{title}</span>
        <span className="inline-flex min-h-11 items-center gap-2 rounded-button bg-white px-5 font-bold text-ink">
          <Icon name="play" className="size-5" />
          Xem video
        </span>
      </Film>
      <p className="text-note text-muted">{film_note}</p>
    </div>
  )
}
