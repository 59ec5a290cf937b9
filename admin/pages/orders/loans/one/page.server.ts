import { loanPath } from '#admin/addresses/paths.ts'
import { loan_state_titles } from '#admin/pages/orders/loans/loan-texts.ts'
import { chosenOf } from '#admin/kit/choice-list.tsx'
import { actsByIntent, type Problem, staffPage, unclear } from '#admin/runtime/page.ts'
import { loans as contract, type StaffLoan } from '#contracts/staff/trade/loans.ts'
import { isRefusal } from '#pure/contract.ts'
import { formatDong } from '#pure/money.ts'

export interface LoanData {
  loan: StaffLoan
  /** Whoever looks at the pictures asks for them: it is written into the ledger. */
  shows_papers: boolean
  is_demo: boolean
}

/** /noi-bo/tra-gop/:code: one application, its hand-over and the answer. */
export const page = staffPage<LoanData>({
  needs: 'loans.loan',
  loader: async ({ services, actor, params, is_demo, url: { searchParams } }) => ({
    loan: await services.loans.loan(actor, { code: params['code'] ?? '-' }),
    shows_papers: searchParams.get('anh') === 'hien',
    is_demo,
  }),
  action: actsByIntent(
    {
      show: async ({ services, actor }, { code }) => {
        const input = contract.showForm.input.safeParse({ code })
        if (!input.success) return unclear
        return { answer: { form: await services.loans.showForm(actor, input.data) } }
      },
      'pass-on': async ({ services, actor }, fields) => {
        const input = contract.passOn.input.safeParse(fields)
        if (!input.success) return unclear
        await services.loans.passOn(actor, input.data)
        return { location: loanPath(input.data.code) }
      },
      phone: async ({ services, actor }, fields) => {
        const input = contract.provePhone.input.safeParse(fields)
        if (!input.success) return unclear
        await services.loans.provePhone(actor, input.data)
        return { location: loanPath(input.data.code) }
      },
      answer: async ({ services, actor }, fields) => {
        const papers = chosenOf(fields, 'paper')
        const input = contract.answer.input.safeParse({ ...fields, papers })
        if (!input.success) return unclear
        await services.loans.answer(actor, input.data)
        return { location: loanPath(input.data.code) }
      },
      money: async ({ services, actor }, fields) => {
        const amount = (fields['amount'] ?? '').replace(/[.đ\s]/g, '')
        const input = contract.receiveMoney.input.safeParse({ ...fields, amount })
        if (!input.success) return { status: 422, problem: 'Nhập số tiền công ty đã chuyển.' }
        await services.loans.receiveMoney(actor, input.data)
        return { location: loanPath(input.data.code) }
      },
    },
    problemOf,
  ),
})

function problemOf(error: unknown): Problem | null {
  if (isRefusal(error, contract.answer, 'application_closed')) {
    const { state } = error.data
    const titles: Readonly<Record<string, string>> = loan_state_titles
    return {
      status: 409,
      problem: `Hồ sơ vừa đổi, bây giờ “${(titles[state] ?? state).toLowerCase()}”. Hãy xem lại.`,
    }
  }
  if (isRefusal(error, contract.answer, 'answer_incomplete')) {
    return {
      status: 422,
      problem: 'Từ chối cần lý do, bổ sung cần chọn giấy tờ, đã ký cần số hợp đồng.',
    }
  }
  if (isRefusal(error, contract.answer, 'own_approval')) {
    return { status: 409, problem: 'Bạn đã ghi công ty duyệt. Người khác ghi số hợp đồng.' }
  }
  if (isRefusal(error, contract.answer, 'company_answers_itself')) {
    return { status: 409, problem: 'Công ty này trả lời qua kết nối, không ghi tay được.' }
  }
  if (isRefusal(error, contract.receiveMoney, 'amount_differs')) {
    return {
      status: 422,
      problem: `Công ty phải chuyển ${formatDong(error.data.owed)}. Nếu tiền khác, hỏi công ty trước khi ghi.`,
    }
  }
  if (isRefusal(error, contract.showForm, 'form_erased')) {
    return { status: 404, problem: 'Tờ khai đã được xóa.' }
  }
  return null
}
