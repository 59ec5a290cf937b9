import { useState } from 'react'
import { Icon } from '#web/ui/icons.tsx'
import { ListingText } from '#storefront/commerce/articles/rich-text.tsx'

interface ArticleFoldProps {
  title: string
  html: string
}

/** A shorter article is shown in full (characters with tags). */
const SHORT = 900

/** An article that shows its first lines and unfolds. Without JavaScript it is shown in full. */
export function ArticleFold({ title, html }: ArticleFoldProps) {
  const isShort = html.length < SHORT
  const [isOpen, setOpen] = useState(isShort)
  if (html === '') return null
  const fold = isOpen
    ? ''
    : 'max-h-56 overflow-hidden focus-within:max-h-none noscript:max-h-none md:max-h-72'
  return (
    <section aria-labelledby="bai-viet" className="sheet p-4 md:p-6">
      <h2 id="bai-viet" className="text-lg md:text-xl">
        {title}
      </h2>
      <div id="bai-viet-noi-dung" className={`relative mt-3 ${fold}`}>
        <ListingText html={html} />
        {isOpen ? null : (
          <div
            aria-hidden
            className="pointer-events-none absolute inset-x-0 bottom-0 h-20 bg-gradient-to-t from-white to-white/0 noscript:hidden"
          />
        )}
      </div>
      {isShort ? null : (
        <p className="mt-2 text-center noscript:hidden">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls="bai-viet-noi-dung"
            onClick={() => setOpen(!isOpen)}
            className="inline-flex min-h-11 items-center gap-1.5 px-4 font-semibold text-accent hover:underline"
          >
            {isOpen ? 'Thu gọn' : 'Xem thêm'}
            <Icon name="chevron-down" className={`size-5 ${isOpen ? 'rotate-180' : ''}`} />
          </button>
        </p>
      )}
    </section>
  )
}
