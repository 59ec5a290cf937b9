import { outcome_texts } from '#admin/pages/cod-money/outcome-texts.ts'
import type { CodOutcome, ReadCodStatement } from '#contracts/staff/cod-money.ts'

/** How many lines of the statement fit, and how many wait for a decision. */
export function StatementResult({ result: { name, title, counts } }: { result: ReadCodStatement }) {
  const outcomes = (Object.keys(outcome_texts) as CodOutcome[]).filter((one) => counts[one] > 0)
  return (
    <p role="status" className="sheet text-sm">
      <strong>
        {name} · {title}:
      </strong>{' '}
      {outcomes.map((one) => `${outcome_texts[one].toLowerCase()} ${counts[one]}`).join(' · ')}
    </p>
  )
}
