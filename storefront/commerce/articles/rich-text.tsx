interface ListingTextProps {
  /** Sanitized by the service that sends it (contract §5). */
  html: string
  className?: string
}

/** Rich text of a list's page: paragraphs with links and bold words. */
export function ListingText({ html, className = '' }: ListingTextProps) {
  return (
    <div
      className={`grid gap-3 leading-relaxed text-pretty [&_a]:font-semibold [&_a]:text-accent [&_a]:underline ${className}`}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
