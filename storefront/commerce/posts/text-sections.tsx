import type { Section } from '#contracts/storefront/content.ts'
import { playFilm } from '#storefront/commerce/video/film.tsx'

/** Paragraphs; one of the class `item` is an item of a list. */
const prose =
  'grid grid-cols-[minmax(0,1fr)] gap-3 leading-relaxed text-pretty wrap-break-word md:text-lead [&_.item]:relative [&_.item]:pl-5 [&_.item]:before:absolute [&_.item]:before:top-[0.7em] [&_.item]:before:left-1 [&_.item]:before:size-1.5 [&_.item]:before:rounded-full [&_.item]:before:bg-accent [&_a]:font-semibold [&_a]:text-accent [&_a]:underline'

/** A text below its headings. The rich text of each part was cleaned by the service that sends it (contract §5). */
export function TextSections({ sections }: { sections: readonly Section[] }) {
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-6">
      {sections.map(({ id, title, html }) => (
        <section key={id} aria-labelledby={id || undefined}>
          {title ? (
            <h2 id={id} className="mb-3 scroll-mt-24 text-xl text-pretty md:text-2xl">
              {title}
            </h2>
          ) : null}
          <div className={prose} onClick={playFilm} dangerouslySetInnerHTML={{ __html: html }} />
        </section>
      ))}
    </div>
  )
}

/** A text of fewer headings is read as a whole. */
const min_headings = 3

/** Links to the headings of a text. Readers may fold it away; it needs no scripts. */
export function ContentsList({ sections }: { sections: readonly Section[] }) {
  const headings = sections.filter(({ title }) => title !== '')
  if (headings.length < min_headings) return null
  return (
    <details open className="group mt-5 rounded-2xl bg-mist px-4 py-2 md:px-5">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-bold [&::-webkit-details-marker]:hidden">
        Nội dung chính
        <span className="text-sm font-semibold text-accent group-open:hidden">Mở ra</span>
        <span className="hidden text-sm font-semibold text-accent group-open:inline">Thu gọn</span>
      </summary>
      <nav aria-label="Nội dung chính" className="pb-2">
        <ol className="list-decimal pl-5 marker:text-muted">
          {headings.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-11 items-center leading-snug hover:text-accent hover:underline md:min-h-8"
              >
                {title}
              </a>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  )
}
