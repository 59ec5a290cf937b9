import type { ChangeLine } from '#admin/pages/changes/change-texts.ts'

/** What changed, a line for each field. A secret is never shown; a personal value only on the page of its entry. */
export function ChangeLines({ lines }: { lines: readonly ChangeLine[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-0.5">
      {lines.map(({ field, before, after, is_hidden }) => (
        <li key={field} className="min-w-0 wrap-anywhere">
          <span className="text-muted">{field}:</span>{' '}
          {before !== null && (
            <>
              <del className="text-muted">{before}</del> <span aria-hidden>→</span>{' '}
            </>
          )}
          <span className={is_hidden ? '' : 'font-semibold'}>{after}</span>
        </li>
      ))}
    </ul>
  )
}
