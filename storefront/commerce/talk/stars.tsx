import { averageText } from '#pure/formats/rating.ts'

/** Five stars, of which a part is gold. Screen readers hear the number. */
export function Stars({ value, className = '' }: { value: number; className?: string }) {
  return (
    <span className={`inline-flex items-center leading-none ${className}`}>
      <span className="sr-only">{`${Number.isInteger(value) ? value : averageText(value)} trên 5 sao`}</span>
      <span aria-hidden className="relative inline-block whitespace-nowrap text-line">
        ★★★★★
        <span
          className="absolute inset-y-0 left-0 overflow-hidden text-gold"
          style={{ width: `${value * 20}%` }}
        >
          ★★★★★
        </span>
      </span>
    </span>
  )
}
