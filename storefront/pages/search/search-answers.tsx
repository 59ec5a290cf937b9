import type { Understood } from '#contracts/storefront/search.ts'

interface SearchAnswersProps extends Pick<Understood, 'answers'> {
  title?: string
}

/** The pages that answer a question about the shop's terms: warranty, installments, delivery. */
export function SearchAnswers({ answers, title = 'Giải đáp cho bạn' }: SearchAnswersProps) {
  if (answers.length === 0) return null
  return (
    <section aria-label={title} className="sheet mt-3 p-4 text-left">
      <h2 className="text-base md:text-lg">{title}</h2>
      <ul className="mt-1 grid">
        {answers.map(({ title, path }) => (
          <li key={title}>
            <a
              href={path}
              className="finger inline-flex min-h-10 items-center py-1 text-[15px] font-semibold text-accent hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
