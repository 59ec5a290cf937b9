import type { Understood } from '#contracts/storefront/search.ts'

/** The pages that answer a question about the shop's terms: warranty, installments, delivery. */
export function SearchAnswers({ answers }: Pick<Understood, 'answers'>) {
  if (answers.length === 0) return null
  return (
    <section aria-labelledby="giai-dap" className="sheet mt-3 p-4 text-left">
      <h2 id="giai-dap" className="text-base md:text-lg">
        Giải đáp cho bạn
      </h2>
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
