import type { ReturnTerm } from '#contracts/storefront/returns.ts'

/** Says until when a used device is taken back, by the rules that are in force. */
export function returnTermsText(terms: readonly ReturnTerm[]): string {
  const of = (reason: ReturnTerm['reason']) => terms.filter((term) => term.reason === reason)
  const faulty = Math.max(0, ...of('faulty').map(({ up_to_day }) => up_to_day))
  const parts = of('not_liked').map(({ up_to_day, percent }, turn, all) => {
    const before = all[turn - 1]
    const days =
      before === undefined ? `trong ${up_to_day}` : `${before.up_to_day + 1}–${up_to_day}`
    return `${days} ngày ${percent === 0 ? 'không mất phí' : `trừ ${percent}%`}`
  })
  const not_liked = parts.length === 0 ? 'không nhận lại' : `trả ${parts.join(', ')}`
  return `${faulty === 0 ? '' : `Máy lỗi được đổi trong ${faulty} ngày. `}Không ưng ý: ${not_liked}.`
}
