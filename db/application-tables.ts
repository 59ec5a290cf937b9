import type { ColumnType, Generated } from 'kysely'

export type StoredPaperKind = 'id_front' | 'id_back' | 'licence' | 'selfie'

type ApplicationState =
  | 'draft'
  | 'submitted'
  | 'at_company'
  | 'more_papers'
  | 'approved'
  | 'signed'
  | 'delivered'
  | 'money_received'
  | 'refused'
  | 'lapsed'
  | 'withdrawn'

/** The amounts of a loan, in đồng; rates in hundredths of a per cent. */
interface StoredLoan {
  price: number
  prepaid: number
  principal: number
  months: number
  monthly: number
  last_payment: number
  insurance: number
  interest: number
  fees: number
  total: number
  difference: number
  flat_rate_month: number
  rate_year: number
  effective_rate_year: number
}

interface LoanApplication {
  application_id: Generated<number>
  code: string
  secret: string
  customer_id: number
  company_id: string
  order_id: number | null
  state: ApplicationState
  version: Generated<number>
  prepaid_percent: number
  months: number
  has_insurance: boolean
  loan: ColumnType<StoredLoan, string, string>
  lent: number
  person_key_id: number | null
  sealed: Buffer | null
  document_hash: string | null
  wanted: Generated<StoredPaperKind[]>
  reason: string | null
  contract_number: string | null
  reference: string | null
  received_amount: number | null
  phone_secret: string | null
  phone_proven_at: Date | null
  created_at: Date
  submitted_at: Date | null
  passed_on_at: Date | null
  pass_on_at: Date | null
  pass_on_attempts: Generated<number>
  expires_at: Date | null
  ended_at: Date | null
}

interface ApplicationEvent {
  application_event_id: Generated<number>
  application_id: number
  state: ApplicationState
  move: string
  actor: 'shopper' | 'staff' | 'company' | 'clock'
  staff_name: string | null
  staff_id: number | null
  happened_at: Date
}

interface ApplicationFile {
  application_file_id: Generated<number>
  application_id: number | null
  kind: StoredPaperKind
  name: string
  sealed_key: Buffer | null
  created_at: Date
}

interface LenderAnswer {
  company_id: string
  event_id: string
  application_id: number
  answer: 'needs_papers' | 'approved' | 'refused' | 'signed' | 'expired'
  outcome: 'taken' | 'late' | null
  received_at: Date
  answered_at: Generated<Date>
}

interface PlayApplication {
  reference: string
  application_code: string
  company_id: string
  summary: ColumnType<Readonly<Record<string, string>>, string, string>
  created_at: Date
}

/** Tables of applications for loans. */
export interface ApplicationTables {
  loan_application: LoanApplication
  application_event: ApplicationEvent
  application_file: ApplicationFile
  lender_answer: LenderAnswer
  play_application: PlayApplication
}
