import { z } from 'zod'
import {
  type ApplicationForm,
  missing_texts,
  type TypedLoanForm,
} from '#contracts/storefront/trade/application.ts'
import { readMobile } from '#platform/text/vietnamese-phone.ts'
import { nameProblem } from '#shop/quote/address-letters.ts'

interface Typed {
  name: string
  phone: string
  birth_date: string
  document_number: string
  income?: number | undefined
  job?: string | undefined
  address?: string | undefined
  relatives: readonly { name: string; phone: string; relation: string }[]
}

const own_phone = 'Đây là số của bạn. Vui lòng nhập số của người thân.'

type Demands = Pick<ApplicationForm, 'min_age' | 'max_age' | 'asks' | 'relatives'>

/**
 * Reads a form by what the company demands. What it does not ask for is dropped, so that the shop never stores it.
 * Returns a problem for each wrong field.
 */
export function readApplicant(
  typed: Typed,
  demands: Demands,
  today: string,
): { applicant: TypedLoanForm; problems: Record<string, string> } {
  const problems: Record<string, string> = {}
  const { e164, problem } = readMobile(typed.phone)
  const name_problem = typed.name === '' ? missing_texts.name : nameProblem(typed.name)
  if (name_problem !== null) problems['name'] = name_problem
  if (problem !== null) problems['phone'] = problem
  const age_problem = ageProblem(typed.birth_date, demands, today)
  if (age_problem !== null) problems['birth_date'] = age_problem
  const document_number = typed.document_number.replace(/\s/g, '')
  if (!/^\d{12}$/.test(document_number)) {
    problems['document_number'] = missing_texts.document_number
  }
  const { income, job, address } = typed
  const asks = (field: Demands['asks'][number]) => demands.asks.includes(field)
  if (asks('income') && (income === undefined || income <= 0)) {
    problems['income'] = missing_texts.income
  }
  if (asks('job') && !job) problems['job'] = missing_texts.job
  if (asks('address') && !address) problems['address'] = missing_texts.address
  const relatives = typed.relatives.slice(0, demands.relatives)
  const read = Array.from({ length: demands.relatives }, (_, n) => {
    const { name = '', phone = '', relation = '' } = relatives[n] ?? {}
    const mobile = readMobile(phone)
    if (name === '') problems[`relatives.${n}.name`] = missing_texts.relative.name
    if (mobile.problem !== null) problems[`relatives.${n}.phone`] = mobile.problem
    else if (mobile.e164 === e164) problems[`relatives.${n}.phone`] = own_phone
    if (relation === '') problems[`relatives.${n}.relation`] = missing_texts.relative.relation
    return { name, phone: mobile.e164 ?? '', relation }
  })
  return {
    applicant: {
      ...{ name: typed.name, phone: e164 ?? '', birth_date: typed.birth_date, document_number },
      income: asks('income') ? (income ?? null) : null,
      job: asks('job') ? (job ?? null) : null,
      address: asks('address') ? (address ?? null) : null,
      relatives: read,
    },
    problems,
  }
}

/** Why a birth date is refused. Days are YYYY-MM-DD. */
export function ageProblem(
  birth_date: string,
  { min_age, max_age }: Pick<Demands, 'min_age' | 'max_age'>,
  today: string,
): string | null {
  if (!z.iso.date().safeParse(birth_date).success || birth_date > today) {
    return missing_texts.birth_date
  }
  const age = ageOn(birth_date, today)
  return age < min_age || age > max_age
    ? `Công ty nhận hồ sơ của người từ ${min_age} đến ${max_age} tuổi.`
    : null
}

/** Completed years. Whoever was born on 29 February has a birthday on 1 March in other years. */
export function ageOn(birth_date: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth_date.slice(0, 4))
  return today.slice(5) < birth_date.slice(5) ? years - 1 : years
}

/** "•••••••••234": enough for whoever knows the number. */
export function maskedDocument(document_number: string): string {
  return `•••••••••${document_number.slice(-3)}`
}
