import type { Understood } from '#contracts/storefront/search.ts'
import { Icon, type IconName } from '#web/ui/icons.tsx'

interface SearchAnswersProps extends Pick<Understood, 'answers'> {
  title?: string
  icon?: IconName
}

/** Pages that answer what was asked, as tiles: the shop's terms, its repairs, its articles. */
export function SearchAnswers({
  answers,
  title = 'Giải đáp cho bạn',
  icon = 'info',
}: SearchAnswersProps) {
  if (answers.length === 0) return null
  return (
    <section aria-label={title} className="sheet mt-3 p-4 text-left">
      <h2 className="text-base md:text-lg">{title}</h2>
      <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-2 md:grid-cols-2">
        {answers.map(({ title, path }) => (
          <li key={title}>
            <a
              href={path}
              className="flex h-full min-h-13 items-center gap-3 rounded-2xl large-text:flex-wrap border border-line py-2 pr-3 pl-2 text-body leading-snug font-semibold text-ink hover:border-accent hover:text-accent"
            >
              <span className="grid size-9 shrink-0 place-items-center rounded-xl bg-cream text-accent">
                <Icon name={icon} className="size-5" />
              </span>
              <span className="min-w-0 flex-1 large-text:basis-full">{title}</span>
              <Icon name="chevron-right" className="size-5 shrink-0 text-muted" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
