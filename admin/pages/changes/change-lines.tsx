import { fieldTitle, valueText } from '#admin/pages/changes/change-texts.ts'
import type { ChangeEntry } from '#contracts/staff/changes.ts'

/** What changed, a line for each field. A secret is never shown; a personal value only on the page of its entry. */
export function ChangeLines({ entry }: { entry: ChangeEntry }) {
  const { action, changes, secret_fields, personal_fields } = entry
  const hidden = [
    ...secret_fields.map((field) => [field, action === 'update' ? 'đã đổi' : '••••'] as const),
    ...personal_fields.map((field) => [field, '•••'] as const),
  ]
  return (
    <ul className="grid gap-0.5">
      {Object.entries(changes).map(([field, [before, after]]) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-muted">{fieldTitle(field)}:</span>{' '}
          {action === 'update' && (
            <>
              <del className="text-muted">{valueText(field, before)}</del>{' '}
              <span aria-hidden>→</span>{' '}
            </>
          )}
          <span className="font-semibold">{valueText(field, after ?? before)}</span>
        </li>
      ))}
      {hidden.map(([field, text]) => (
        <li key={field}>
          <span className="text-muted">{fieldTitle(field)}:</span> {text}
        </li>
      ))}
    </ul>
  )
}
