import { z } from 'zod'
import { dong, line, page, requiredLine, stateCounts, whole } from '#contracts/fields.ts'
import { second_step_refusals, sent_second_step } from '#contracts/staff/gateways.ts'
import { picture_refusals } from '#contracts/staff/pictures.ts'
import { Loan } from '#contracts/storefront/installment.ts'
import {
  application,
  ApplicationState,
  PaperKind,
  TypedLoanForm,
} from '#contracts/storefront/trade/application.ts'
import { operation } from '#pure/contract.ts'

/** The states that staff see: a form that is not sent is the shopper's alone. */
export const SeenLoanState = ApplicationState.exclude(['draft'])
export type SeenLoanState = z.infer<typeof SeenLoanState>

/** What staff can do with an application. */
export const LoanMove = z.enum([
  'pass_on',
  'ask_papers',
  'approve',
  'refuse',
  'sign',
  'receive_money',
])
export type LoanMove = z.infer<typeof LoanMove>

/** What a company can say about an application. */
export const LenderAnswer = z.enum(['needs_papers', 'approved', 'refused', 'signed', 'expired'])
export type LenderAnswer = z.infer<typeof LenderAnswer>

const LoanRow = z.object({
  code: z.string(),
  state: SeenLoanState,
  company_name: z.string(),
  /** Masked. */
  customer: z.string(),
  order_code: z.string(),
  goods: z.array(z.string()),
  prepaid: dong,
  lent: dong,
  monthly: dong,
  months: z.int(),
  /** Pictures that are needed and have not come. */
  missing: z.array(PaperKind),
  /** The company has answered what the state did not allow. */
  is_disputed: z.boolean(),
  submitted_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
})
export type LoanRow = z.infer<typeof LoanRow>

const StaffLoan = LoanRow.extend({
  company_id: z.string(),
  /** How the company is reached. */
  way: z.enum(['online', 'by_hand']),
  /** Where the officer of a company that a demo plays answers; null: it is not played, or has nothing yet. */
  play_page: z.string().nullable(),
  version: z.int(),
  phone: z.string(),
  loan: Loan,
  has_insurance: z.boolean(),
  /** The pictures that are here. */
  papers: z.array(PaperKind),
  /** False: what was typed is erased. */
  has_form: z.boolean(),
  reason: z.string().nullable(),
  contract_number: z.string().nullable(),
  /** What the company pays the shop, and what has come. */
  owed: dong,
  received_amount: dong.nullable(),
  /** What the company has answered that the state did not allow: staff settle it with the company. */
  refused_answers: z.array(z.object({ answer: LenderAnswer, received_at: z.iso.datetime() })),
  /** Whoever applied has the phone: by the link of the message to it, as a member, or the shop has called. */
  is_phone_proven: z.boolean(),
  may_prove_phone: z.boolean(),
  /** This member of staff noted the approval, so another one notes the contract. */
  is_own_approval: z.boolean(),
  /** How often the company was called without an answer. */
  pass_on_attempts: z.int(),
  events: z.array(
    z.object({
      state: ApplicationState,
      actor: z.enum(['shopper', 'staff', 'company', 'clock']),
      staff_name: z.string().nullable(),
      happened_at: z.iso.datetime(),
    }),
  ),
  moves: z.array(LoanMove),
})
export type StaffLoan = z.infer<typeof StaffLoan>

const code = z.string().trim().min(1).max(40)
const loan_not_found = {
  status: 404,
  meaning: 'There is no such application within reach.',
} as const
const form_erased = { status: 404, meaning: 'What was typed is erased.' } as const
const seen = { code, version: whole(1, 2_147_483_647) }
const answer_refusals = {
  loan_not_found,
  application_closed: application.sendPapers.refusals.application_closed,
} as const

const reads = { access: 'staff', permission: 'loans.see', scopes: ['all', 'shops'] } as const
const handles = { access: 'staff', permission: 'loans.handle', scopes: ['all', 'shops'] } as const
const Moved = z.object({ state: ApplicationState, version: z.int() })

/** Applications for loans, for staff (decisions 228–230). */
export const loans = {
  loans: operation({
    ...reads,
    method: 'GET',
    path: '/loans',
    summary: 'The applications of a state; those that are examined come first sent.',
    input: z.object({
      state: SeenLoanState.optional(),
      q: line(60).optional(),
      page: page.optional(),
    }),
    output: z.object({
      rows: z.array(LoanRow),
      has_next: z.boolean(),
      counts: stateCounts(SeenLoanState),
    }),
  }),
  loan: operation({
    ...reads,
    method: 'GET',
    path: '/loans/one',
    summary: 'An application, without what was typed into it.',
    input: z.object({ code }),
    output: StaffLoan,
    refusals: { loan_not_found },
  }),
  showForm: operation({
    ...handles,
    method: 'POST',
    path: '/loans/form',
    summary: 'Show what was typed. Who looked at it is written into the ledger.',
    input: z.object({ code }),
    output: TypedLoanForm,
    refusals: { loan_not_found, form_erased },
  }),
  showPaper: operation({
    ...handles,
    method: 'POST',
    path: '/loans/paper',
    summary: 'Show the picture of a document. Who looked at it is written into the ledger.',
    input: z.object({ code, kind: PaperKind }),
    output: z.object({ bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array) }),
    refusals: {
      loan_not_found,
      picture_not_found: { status: 404, meaning: 'The picture was erased, or there is none.' },
      files_unavailable: picture_refusals.files_unavailable,
    },
  }),
  passOnFile: operation({
    ...handles,
    method: 'POST',
    path: '/loans/file',
    summary: 'The file for a company without an interface. Who took it is written into the ledger.',
    input: z.object({ code }),
    output: z.object({
      titles: z.array(z.string()),
      cells: z.array(z.union([z.string(), z.number()])),
    }),
    refusals: { loan_not_found, form_erased },
  }),
  passOn: operation({
    ...handles,
    method: 'POST',
    path: '/loans/pass-on',
    summary:
      'Note that the company has the application. A company with a mail address gets it by mail, one with an interface is called again.',
    input: z.object(seen),
    output: Moved,
    refusals: answer_refusals,
  }),
  answer: operation({
    ...handles,
    method: 'POST',
    path: '/loans/answer',
    summary: 'Note the answer of a company without an interface.',
    input: z.object({
      ...seen,
      answer: LenderAnswer.exclude(['expired']),
      /** The shopper reads it. */
      reason: line(200).optional(),
      papers: z.array(PaperKind).max(4).default([]),
      contract_number: line(60).optional(),
    }),
    output: Moved,
    refusals: {
      ...answer_refusals,
      company_answers_itself: {
        status: 409,
        meaning: 'The company has an interface: only its own answer counts.',
      },
      own_approval: {
        status: 409,
        meaning: 'Whoever noted the approval does not note the contract (decision 246).',
      },
      answer_incomplete: {
        status: 422,
        meaning:
          'A refusal needs its reason, a wish for papers the papers, a signature the number of the contract.',
      },
    },
  }),
  provePhone: operation({
    ...handles,
    method: 'POST',
    path: '/loans/phone',
    summary:
      'Note that the shop has called and whoever applied has the phone: the goods are held as long as the company examines.',
    input: z.object(seen),
    output: Moved,
    refusals: answer_refusals,
  }),
  receiveMoney: operation({
    access: 'staff',
    permission: 'loans.money',
    scopes: ['all'],
    method: 'POST',
    path: '/loans/money',
    summary: 'Note that the company has paid what it lent. It must be exactly what it owes.',
    input: z.object({ ...seen, amount: whole(1, 1_000_000_000) }),
    output: Moved,
    refusals: {
      ...answer_refusals,
      amount_differs: {
        status: 422,
        meaning: 'The amount is not what the company owes.',
        data: z.object({ owed: dong }),
      },
    },
  }),
}

const Lender = z.object({
  company_id: z.string(),
  name: z.string(),
  kind: z.enum(['finance', 'pay_later']),
  is_active: z.boolean(),
  way: z.enum(['online', 'by_hand']),
  url: z.string().nullable(),
  contact_email: z.string().nullable(),
  has_secret: z.boolean(),
  min_price: dong,
  max_price: dong,
  months: z.array(z.int()),
  prepaid_percents: z.array(z.int()),
  /** The lowest and the highest flat rate a month, in hundredths of a per cent. */
  lowest_rate: z.int().nullable(),
  highest_rate: z.int().nullable(),
  open_applications: z.int(),
  /** What is seen of how it is reached: another one after every change. */
  seen: z.string(),
})
export type Lender = z.infer<typeof Lender>

const LenderBank = z.object({
  bank_code: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  min_amount: dong,
  fees: z.array(z.object({ months: z.int(), fee_rate: z.int() })),
})
export type LenderBank = z.infer<typeof LenderBank>

const lender_not_found = { status: 404, meaning: 'Nobody with this id lends.' } as const
const changes = { access: 'staff', permission: 'lenders.change' } as const

/** Those who lend, for staff. Their terms come by file (decision 230). */
export const lenders = {
  lenders: operation({
    access: 'staff',
    permission: 'loans.see',
    method: 'GET',
    path: '/lenders',
    summary: 'Companies and banks with their terms in short.',
    input: z.object({}),
    output: z.object({
      companies: z.array(Lender),
      banks: z.array(LenderBank),
      may_change: z.boolean(),
    }),
  }),
  switchLender: operation({
    ...changes,
    method: 'POST',
    path: '/lenders/switch',
    summary:
      'Switch a company or a bank on or off. Applications that a company has are examined on.',
    input: z.object({
      lender: z.string().regex(/^[A-Za-z0-9_-]{2,40}$/),
      is_active: z.enum(['1', '0']).transform((text) => text === '1'),
    }),
    output: z.object({}),
    refusals: { lender_not_found },
  }),
  setWay: operation({
    ...changes,
    method: 'POST',
    path: '/lenders/way',
    summary: 'Say how a company is reached: by its interface, or by a file and mail.',
    input: z.object({
      company_id: z.string().max(40),
      seen: z.string().max(64),
      way: z.enum(['online', 'by_hand']),
      url: z
        .union([
          z.literal(''),
          z.url({ protocol: /^https$/, error: 'Địa chỉ bắt đầu bằng https://' }),
        ])
        .default(''),
      contact_email: z.union([z.literal(''), z.email('Email không đúng.')]).default(''),
      /** Empty: stays as it is. */
      secret: z
        .union([z.literal(''), requiredLine(200, '').pipe(z.string().min(20, 'Từ 20 ký tự.'))])
        .default(''),
      ...sent_second_step,
    }),
    output: z.object({}),
    refusals: {
      lender_not_found,
      ...second_step_refusals,
      way_changed: { status: 409, meaning: 'Somebody has changed how it is reached meanwhile.' },
    },
  }),
}
