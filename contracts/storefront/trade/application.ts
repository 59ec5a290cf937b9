import { z } from 'zod'
import { dong, flag, line, solvedCaptcha, typedDong, whole } from '#contracts/fields.ts'
import { limits } from '#contracts/limits.ts'
import { picture_refusals } from '#contracts/staff/pictures.ts'
import { installment, Loan } from '#contracts/storefront/installment.ts'
import { order, Order } from '#contracts/storefront/order.ts'
import { operation } from '#pure/contract.ts'

export const ApplicationState = z.enum([
  'draft',
  'submitted',
  'at_company',
  'more_papers',
  'approved',
  'signed',
  'delivered',
  'money_received',
  'refused',
  'lapsed',
  'withdrawn',
])
export type ApplicationState = z.infer<typeof ApplicationState>

/** Pictures of documents that a company may demand. */
export const PaperKind = z.enum(['id_front', 'id_back', 'licence', 'selfie'])
export type PaperKind = z.infer<typeof PaperKind>

/** What the form of a company asks for. It is data of the company. */
export const ApplicationForm = z.object({
  company_id: z.string(),
  company_name: z.string(),
  min_age: z.int(),
  max_age: z.int(),
  asks: z.array(z.enum(['income', 'job', 'address'])),
  /** How many relatives it wants named. */
  relatives: z.int(),
  pictures: z.array(PaperKind),
  approve_minutes: z.int(),
  reserve_hours: z.int(),
})
export type ApplicationForm = z.infer<typeof ApplicationForm>

export const Application = z.object({
  code: z.string(),
  /** Opens the application in any browser. */
  secret: z.string(),
  state: ApplicationState,
  version: z.int(),
  company_id: z.string(),
  company_name: z.string(),
  /** Null: not sent yet. */
  order_code: z.string().nullable(),
  goods: z.array(z.string()),
  /** The path of the first of the goods in the shop; null: no order. */
  goods_path: z.string().nullable(),
  /** The picture of the first of the goods; null: none, or no order. */
  thumbnail: z.string().nullable(),
  loan: Loan,
  prepaid_percent: z.int(),
  has_insurance: z.boolean(),
  /** Masked. Null: erased. */
  applicant: z.object({ name: z.string(), phone: z.string(), document: z.string() }).nullable(),
  /** The pictures that are needed, and whether each has come. */
  papers: z.array(z.object({ kind: PaperKind, is_here: z.boolean() })),
  /** The company's words for the shopper. */
  reason: z.string().nullable(),
  contract_number: z.string().nullable(),
  /** Until when the goods are held. */
  expires_at: z.iso.datetime().nullable(),
  /** Until when they are held once the phone is proven; null: it is, or nothing is held. */
  held_if_proven: z.iso.datetime().nullable(),
  events: z.array(z.object({ state: ApplicationState, happened_at: z.iso.datetime() })),
  may_withdraw: z.boolean(),
  may_add_papers: z.boolean(),
})
export type Application = z.infer<typeof Application>

/** What stands in a form, as it is stored sealed. */
export const TypedLoanForm = z.object({
  name: z.string(),
  /** E.164. */
  phone: z.string(),
  birth_date: z.string(),
  document_number: z.string(),
  income: dong.nullable(),
  job: z.string().nullable(),
  address: z.string().nullable(),
  relatives: z.array(z.object({ name: z.string(), phone: z.string(), relation: z.string() })),
})
export type TypedLoanForm = z.infer<typeof TypedLoanForm>

const optionalLine = (max: number) => line(max).optional()
const Relative = z.object({
  name: line(100).default(''),
  phone: line(30).default(''),
  relation: line(60).default(''),
})

/** What is typed into the form. Which of it is needed is data of the company. */
const Applicant = z.object({
  // Empty texts are allowed here, so that all that is missing is told at once.
  name: line(100).default(''),
  phone: line(30).default(''),
  birth_date: line(10).default(''),
  document_number: line(20).default(''),
  income: z
    .union(
      [z.literal('').transform(() => undefined), typedDong(0, 10_000_000_000)],
      'Ghi thu nhập bằng chữ số, như 15.000.000.',
    )
    .optional(),
  job: optionalLine(120),
  address: optionalLine(300),
  relatives: z.array(Relative).max(3).default([]),
})

/** What is told where nothing was typed, by the page of the form and by the service alike. */
export const missing_texts = {
  name: 'Vui lòng nhập họ và tên như trên căn cước.',
  birth_date: 'Vui lòng nhập ngày sinh.',
  document_number: 'Số căn cước có 12 chữ số.',
  income: 'Vui lòng nhập thu nhập mỗi tháng.',
  job: 'Vui lòng nhập nghề nghiệp.',
  address: 'Vui lòng nhập nơi ở hiện tại.',
  relative: { name: 'Vui lòng nhập họ tên người thân.', relation: 'Vui lòng nhập quan hệ.' },
  agrees: 'Cần bạn đồng ý để cửa hàng chuyển hồ sơ cho công ty này.',
} as const

const which = { code: z.string().min(1).max(40), secret: z.string().max(100).optional() }

const loan_changed = {
  status: 409,
  meaning: 'The loan costs something else now, or is not offered any more.',
  data: z.object({ previous_monthly: dong, monthly: dong.nullable() }),
} as const
/** How a card splits an order, or a part of it. */
const card_plan = {
  bank_code: z.string().regex(/^[A-Z0-9]{2,12}$/),
  card_brand: z.string().regex(/^[A-Z]{2,20}$/),
  months: whole(1, 60),
  /** What the card pays; the rest is paid when the goods are handed over. Absent: everything. */
  card_amount: installment.loan.input.shape.card_amount,
  /** The monthly payment that the shopper saw. */
  monthly: whole(0, 1_000_000_000).optional(),
}

/** What the shopper saw when the order was sent: another tab may have changed it. */
const seen_checkout = {
  quote_id: order.createOrder.input.shape.quote_id,
  recipient_seen: order.createOrder.input.shape.recipient_seen,
  gifts_seen: order.createOrder.input.shape.gifts_seen,
}

const application_not_found = {
  status: 404,
  meaning: 'The caller has no such application.',
} as const
const application_closed = {
  status: 409,
  meaning: 'The state of the application does not allow this.',
  data: z.object({ state: ApplicationState }),
} as const
const company_not_found = { status: 404, meaning: 'This company lends nothing.' } as const
const paper_missing = {
  status: 409,
  meaning: 'The company demands a picture that has not come.',
  data: z.object({ kind: PaperKind }),
} as const

/** Applications for loans (contract §2, decisions 228–230). Served under /api/cart. */
export const application = {
  applicationForm: operation({
    method: 'GET',
    path: '/v1/installment/application/form',
    summary: 'What the form of a company asks for.',
    access: 'public',
    input: z.object({ company_id: z.string().max(40) }),
    output: ApplicationForm,
    refusals: { company_not_found },
  }),
  saveApplication: operation({
    method: 'POST',
    path: '/v1/installment/application',
    summary:
      'Save the form for the open checkout of type 4. It replaces a form that was not sent. Nothing is sent to the company.',
    access: 'customer',
    limits: limits.save_application,
    input: Applicant.extend({
      company_id: z.string().max(40),
      prepaid_percent: whole(0, 99),
      months: whole(1, 60),
      has_insurance: flag.default(false),
      /** The shopper agrees that the shop passes the form on to this company. */
      agrees: flag.default(false),
      ...solvedCaptcha,
    }),
    output: Application,
    refusals: {
      company_not_found,
      installment_quote_missing: {
        status: 409,
        meaning:
          'No checkout of type 4 is open, or its installment_type is not that of the company.',
      },
      loan_not_offered: installment.loan.refusals.loan_not_offered,
    },
  }),
  addPaper: operation({
    method: 'POST',
    path: '/v1/installment/application/paper',
    summary: 'Add the picture of a document that the company demands. It replaces an earlier one.',
    access: 'customer_or_secret',
    limits: limits.application_paper,
    input: z.object({
      ...which,
      kind: PaperKind,
      /** The name of the file, for messages. */
      name: line(120).default(''),
      /** JPEG, PNG, WebP or AVIF in base64. */
      image: z.base64().min(4).max(13_400_000),
    }),
    output: Application,
    refusals: {
      application_not_found,
      application_closed,
      paper_not_wanted: { status: 409, meaning: 'The company does not demand this picture.' },
      picture_wrong_kind: picture_refusals.picture_wrong_kind,
      picture_unreadable: picture_refusals.picture_unreadable,
      picture_too_large: picture_refusals.picture_too_large,
      pictures_busy: picture_refusals.pictures_busy,
      files_unavailable: picture_refusals.files_unavailable,
    },
  }),
  submitApplication: operation({
    method: 'POST',
    path: '/v1/installment/application/submit',
    summary:
      'Send the saved form: places the order and the application in one transaction. A repeated call gets the same answer.',
    access: 'customer',
    idempotent: true,
    limits: limits.create_order,
    input: z.object({
      code: which.code,
      /** The total that the shopper saw. */
      grand_total: whole(0, 99_999_999_999).optional(),
      /** The monthly payment that the shopper saw. */
      monthly: whole(0, 1_000_000_000).optional(),
      /** The form that the shopper saw: one that is saved later replaces it. */
      version: whole(1, 1_000_000).optional(),
      ...seen_checkout,
      ...solvedCaptcha,
    }),
    output: Application,
    refusals: {
      ...order.createOrder.refusals,
      application_not_found,
      application_changed: {
        status: 409,
        meaning: 'The form was saved anew since the shopper saw it: it may name another company.',
      },
      paper_missing,
      loan_changed,
      loan_limit: {
        status: 409,
        meaning:
          'The company may not lend one person more than 100,000,000đ in all (Circular 43/2016/TT-NHNN).',
        /** Not what is left: anybody could ask that about somebody else. */
        data: z.object({ max: dong }),
      },
      too_many_applications: {
        status: 409,
        meaning:
          'The phone or the account has as many open applications as it may have, or the network of phones that nobody has proven.',
        data: z.object({ max: z.int() }),
      },
    },
  }),
  orderByCard: operation({
    method: 'POST',
    path: '/v1/installment/card-order',
    summary:
      'Order the open checkout of type 4 for a credit card whose bank splits the price. POST /v1/order/payment with the payment_method of the order then leads to the page of the provider. A repeated call gets the same order.',
    access: 'customer',
    idempotent: true,
    limits: limits.create_order,
    input: z.object({
      ...card_plan,
      /** The total that the shopper saw. */
      grand_total: whole(0, 99_999_999_999).optional(),
      ...seen_checkout,
      ...solvedCaptcha,
    }),
    output: Order,
    refusals: {
      ...order.createOrder.refusals,
      lender_not_found: installment.loan.refusals.lender_not_found,
      loan_not_offered: installment.loan.refusals.loan_not_offered,
      loan_changed,
    },
  }),
  changeCardPlan: operation({
    method: 'POST',
    path: '/v1/installment/card-plan',
    summary:
      'Choose another card, other months or another amount for an order by card that waits for its payment. POST /v1/order/payment then opens the page of the provider with it.',
    access: 'customer',
    limits: limits.start_payment,
    input: z.object({ order_code: z.string().min(1).max(40), ...card_plan }),
    output: Order,
    refusals: {
      order_not_found: order.startPayment.refusals.order_not_found,
      order_closed: order.startPayment.refusals.order_closed,
      cod_refused: order.startPayment.refusals.cod_refused,
      payment_method_not_available: order.startPayment.refusals.payment_method_not_available,
      lender_not_found: installment.loan.refusals.lender_not_found,
      loan_not_offered: installment.loan.refusals.loan_not_offered,
      loan_changed,
    },
  }),
  getApplication: operation({
    method: 'GET',
    path: '/v1/installment/application',
    summary: 'Get an application of the caller by code. With code and secret no token is needed.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(which),
    output: Application,
    refusals: { application_not_found },
  }),
  listApplications: operation({
    method: 'GET',
    path: '/v1/installment/applications',
    summary: 'The applications of the caller that were sent, the newest first.',
    access: 'customer',
    input: z.object({}),
    output: z.array(Application),
  }),
  provePhone: operation({
    method: 'POST',
    path: '/v1/installment/application/phone',
    summary:
      'Prove the phone by the key of the message to it: the goods are held as long as the company examines.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object({ ...which, phone_secret: z.string().regex(/^[0-9a-f]{16}$/) }),
    output: Application,
    refusals: { application_not_found, application_closed },
  }),
  sendPapers: operation({
    method: 'POST',
    path: '/v1/installment/application/papers',
    summary: 'Say that the pictures that the company asked for are here.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(which),
    output: Application,
    refusals: { application_not_found, application_closed, paper_missing },
  }),
  withdrawApplication: operation({
    method: 'DELETE',
    path: '/v1/installment/application',
    summary: 'Withdraw an application before the contract is signed. Its order is cancelled.',
    access: 'customer_or_secret',
    limits: limits.order_secret,
    input: z.object(which),
    output: Application,
    refusals: { application_not_found, application_closed },
  }),
}
