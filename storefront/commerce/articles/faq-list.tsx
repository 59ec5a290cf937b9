import type { QuestionAndAnswer } from '#contracts/storefront/catalog.ts'
import { Icon } from '#web/ui/icons.tsx'
import { ListingText } from '#storefront/commerce/articles/rich-text.tsx'

interface FaqListProps {
  faq: readonly QuestionAndAnswer[]
  /** The subject of the questions: "điện thoại". */
  about: string
}

/** "Câu hỏi thường gặp": each answer unfolds under its question, with or without JavaScript. */
export function FaqList({ faq, about }: FaqListProps) {
  if (faq.length === 0) return null
  return (
    <section aria-labelledby="hoi-dap" className="sheet p-4 md:p-6">
      <h2 id="hoi-dap" className="text-lg md:text-xl">
        {`Câu hỏi thường gặp về ${about}`}
      </h2>
      <div className="mt-2 divide-y divide-line">
        {faq.map(({ question, answer }) => (
          <details key={question} className="group">
            <summary className="faq-question">
              <span className="flex-1">{question}</span>
              <Icon
                name="chevron-down"
                className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
              />
            </summary>
            <ListingText html={answer} className="pb-4 text-body" />
          </details>
        ))}
      </div>
    </section>
  )
}
