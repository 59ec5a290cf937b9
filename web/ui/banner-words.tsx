import type { CSSProperties } from 'react'
import { readableOn } from '#pure/formats/readable-on.ts'

interface BannerWordsProps {
  banner: { alt: string; label: string; eyebrow: string; button: string; ink: string }
  className?: string
}

/** The words of a banner, set over a picture that has none of its own (an empty `alt`). */
export function BannerWords({ banner, className = '' }: BannerWordsProps) {
  const { alt, label, eyebrow, button, ink } = banner
  if (alt !== '') return null
  const [title, subtitle] = label.split(' | ')
  return (
    <span
      className={`banner-words ${className}`}
      style={{ '--ink': ink, '--on-ink': readableOn(ink) } as CSSProperties}
    >
      {eyebrow === '' ? null : <span className="banner-eyebrow">{eyebrow}</span>}
      <strong className="banner-title">{title}</strong>
      {subtitle ? <span className="banner-subtitle">{subtitle}</span> : null}
      {button === '' ? null : <span className="banner-button">{button}</span>}
    </span>
  )
}
