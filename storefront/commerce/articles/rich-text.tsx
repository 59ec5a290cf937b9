interface ListingTextProps {
  /** Sanitized by the service that sends it (contract §5). */
  html: string
  className?: string
}

/** Rich text of a list's page: paragraphs with links and bold words. */
export function ListingText({ html, className = '' }: ListingTextProps) {
  return <div className={`listing-text ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}
