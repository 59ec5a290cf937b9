import type { Dong } from '#pure/money.ts'

/** A grade of condition. `factor` is its share of the base price, in hundredths of a per cent. */
export interface TradeGrade {
  grade_code: string
  label: string
  factor: number
}

export interface TradeAnswer {
  answer_code: string
  label: string
  /** The best grade of a device with this answer; null: any. */
  grade_code: string | null
  /** What it takes off besides, in hundredths of a per cent of the base price. */
  deduction: number
  note: string
}

export interface TradeQuestion {
  question_code: string
  title: string
  hint: string
  /** From 1; the key of its answer in addresses. */
  position: number
  answers: TradeAnswer[]
}

/** What a device is valued by. A quote keeps them as they were. */
export interface TradeTerms {
  base_price: Dong
  grades: TradeGrade[]
  questions: TradeQuestion[]
}

/** Answers by question. */
export type TradeAnswers = Readonly<Record<string, string>>

/** What one answer takes off. */
interface TradeDeduction {
  question_code: string
  title: string
  answer_code: string
  label: string
  deduction: Dong
  note: string
}

export interface Valuation {
  base_price: Dong
  /** The grade that follows from the answers. */
  grade_code: string
  grade_label: string
  /** One for each answer. They add up to the base price less the value. */
  deductions: TradeDeduction[]
  /** Never below zero. */
  value: Dong
}

const whole = 10_000
/** Prices of grades and deductions are whole multiples of this. */
const step = 50_000

/** A share of an amount, to the nearest 50.000đ; at most the amount. */
function shareOf(amount: Dong, share: number): Dong {
  return Math.min(amount, Math.round((amount * share) / whole / step) * step)
}

/** What a device of this grade is worth. The best grade is worth the base price itself. */
export function gradePrice(base_price: Dong, { factor }: Pick<TradeGrade, 'factor'>): Dong {
  return factor === whole ? base_price : shareOf(base_price, factor)
}

/**
 * Values a device by the answers of its owner. Each answer may lower the grade and take off an amount besides; the
 * answer that lowers it is charged the difference of the two grades. What is left is never below zero: the answer that
 * would pass it takes off the rest. Null if a question has no answer, or one that it does not offer.
 */
export function valuate(terms: TradeTerms, answers: TradeAnswers): Valuation | null {
  const { base_price } = terms
  const grades = terms.grades.toSorted((one, other) => other.factor - one.factor)
  let grade = grades[0]
  if (grade === undefined) return null
  let value = gradePrice(base_price, grade)
  const deductions: TradeDeduction[] = []
  for (const { question_code, title, answers: offered } of terms.questions) {
    const answer = offered.find(({ answer_code }) => answer_code === answers[question_code])
    if (answer === undefined) return null
    const least = grades.find(({ grade_code }) => grade_code === answer.grade_code) ?? grade
    const next: TradeGrade = least.factor < grade.factor ? least : grade
    const lost = gradePrice(base_price, grade) - gradePrice(base_price, next)
    const deduction = Math.min(value, lost + shareOf(base_price, answer.deduction))
    const { answer_code, label, note } = answer
    deductions.push({ question_code, title, answer_code, label, deduction, note })
    value -= deduction
    grade = next
  }
  return { base_price, grade_code: grade.grade_code, grade_label: grade.label, deductions, value }
}

/** What an answer takes off a device that is perfect otherwise, as the form shows it. */
export function deductionAlone(terms: TradeTerms, answer: TradeAnswer): Dong {
  const [best] = terms.grades.toSorted((one, other) => other.factor - one.factor)
  const grade = terms.grades.find(({ grade_code }) => grade_code === answer.grade_code)
  const { base_price } = terms
  if (best === undefined) return 0
  const lost = gradePrice(base_price, best) - gradePrice(base_price, grade ?? best)
  return Math.min(base_price, lost + shareOf(base_price, answer.deduction))
}

/**
 * The bonus for a device that costs `price`: at most what value and bonus leave to pay, so that a bonus never becomes
 * money that is paid out.
 */
export function bonusFor(price: Dong, { value, bonus }: { value: Dong; bonus: Dong }): Dong {
  return Math.max(0, Math.min(bonus, price - value))
}

/** "Số tiền bù thêm": what the owner still pays for a device that costs `price`. Never below zero. */
export function restToPay(price: Dong, { value, bonus }: { value: Dong; bonus: Dong }): Dong {
  return Math.max(0, price - value - bonus)
}

/** What a device costs with the highest bonus that anybody gets for it; null if nobody gets one. */
export function upgradePrice(
  price: Dong,
  devices: readonly { base_price: Dong; upgrade_bonus: Dong }[],
): Dong | null {
  const bonuses = devices.map(({ base_price, upgrade_bonus }) =>
    bonusFor(price, { value: base_price, bonus: upgrade_bonus }),
  )
  const best = Math.max(0, ...bonuses)
  return best === 0 ? null : price - best
}
