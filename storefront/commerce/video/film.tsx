import type { MouseEvent, ReactNode } from 'react'
import { player_origin } from '#pure/formats/youtube.ts'

interface FilmProps {
  youtube_id: string
  title: string
  /** What stands in the place of the film until it is asked for: its link is around it. */
  children: ReactNode
  className: string
}

/**
 * A link to a film on YouTube. Nothing is loaded from there before it is pressed. An element around it has `playFilm`
 * as its `onClick`, so that the film plays in the page. Without scripts the link opens YouTube.
 */
export function Film({ youtube_id, title, children, className }: FilmProps) {
  return (
    <a
      href={`https://www.youtube.com/watch?v=${youtube_id}`}
      target="_blank"
      rel="noopener noreferrer"
      className={className}
      data-film={youtube_id}
      data-title={title}
    >
      {children}
    </a>
  )
}

/**
 * Puts the player in the place of the film that was pressed. It is made by hand because the text of an article is
 * HTML that React does not know.
 */
export function playFilm(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-film]')
  if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  const player = document.createElement('iframe')
  player.src = `${player_origin}/embed/${link.dataset['film']}?autoplay=1&rel=0&hl=vi`
  player.title = `Video: ${link.dataset['title']}`
  player.allow = 'autoplay; encrypted-media; fullscreen; picture-in-picture'
  player.className = link.className
  link.replaceWith(player)
  // The keyboard goes on where it was.
  player.focus()
}

/** What people are told of a press, beside the film. */
export const film_note =
  'Video tải từ YouTube khi bạn nhấn xem. YouTube có chính sách dữ liệu riêng.'
