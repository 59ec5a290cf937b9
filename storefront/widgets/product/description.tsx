import type { RichParagraph } from '#pure/rich-text.ts'

/** What is said about the product, paragraph by paragraph. */
export function Description({ paragraphs }: { paragraphs: readonly RichParagraph[] }) {
  if (paragraphs.length === 0) return null
  return (
    <section aria-labelledby="dac-diem" className="sheet p-4 md:p-5">
      <h2 id="dac-diem" className="text-lg">
        Đặc điểm nổi bật
      </h2>
      <div className="mt-3 grid gap-3 leading-relaxed text-pretty">
        {paragraphs.map((spans, index) => (
          <p key={index}>
            {spans.map(({ text, href }, place) =>
              href === undefined ? (
                text
              ) : (
                <a key={place} href={href} className="font-semibold text-accent underline">
                  {text}
                </a>
              ),
            )}
          </p>
        ))}
      </div>
    </section>
  )
}
