import { averageText } from '#pure/formats/rating.ts'

/** Five stars, of which a part is gold. Screen readers hear the number. */
export function Stars({ value, className = '' }: { value: number; className?: string }) {
  const spoken = Number.isInteger(value) ? value : averageText(value)
  return (
    <span
      role="img"
      aria-label={`${spoken} trên 5 sao`}
      className={`relative inline-block leading-none whitespace-nowrap text-line ${className}`}
    >
      ★★★★★
      <span
        className="absolute inset-y-0 left-0 overflow-hidden text-gold"
        style={{ width: `${value * 20}%` }}
      >
        ★★★★★
      </span>
    </span>
  )
}
