import type { Banner } from '#contracts/storefront/content.ts'

interface BannerWordsProps {
  banner: Pick<Banner, 'alt' | 'label'>
  className?: string
}

/** The label of a banner, set over a picture that has no words of its own (an empty `alt`). */
export function BannerWords({ banner: { alt, label }, className = '' }: BannerWordsProps) {
  if (alt !== '') return null
  const [title, subtitle] = label.split(' | ')
  return (
    <span className={`banner-words ${className}`}>
      <strong className="banner-title">{title}</strong>
      {subtitle ? <span className="banner-subtitle">{subtitle}</span> : null}
    </span>
  )
}
