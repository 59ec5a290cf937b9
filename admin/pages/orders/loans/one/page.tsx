import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { loanFilePath, loanPaperPath, loanPath, orderPath } from '#admin/addresses/paths.ts'
import { ChoiceList } from '#admin/kit/choice-list.tsx'
import { FactList } from '#admin/kit/fact-list.tsx'
import { LineField, ReasonField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import { LoanStateMark } from '#admin/pages/orders/loans/loan-state-mark.tsx'
import {
  answer_titles,
  loan_state_titles,
  paper_titles,
} from '#admin/pages/orders/loans/loan-texts.ts'
import type { LoanData } from '#admin/pages/orders/loans/one/page.server.ts'
import type { StaffLoan } from '#contracts/staff/trade/loans.ts'
import type { TypedLoanForm } from '#contracts/storefront/trade/application.ts'
import { formatDong } from '#pure/money.ts'
import { formatDateTime } from '#pure/vietnam-time.ts'

export const title = ({ loan: { code } }: LoanData) => `Hồ sơ ${code}`
export const has_own_heading = true

/** One application: what is missing, the hand-over, the answer, and the money of the company. */
export function Page({ data, answer }: { data: LoanData; answer?: { form: TypedLoanForm } }) {
  const { loan, is_demo } = data
  const { state, order_code, version, moves, play_page } = loan
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="text-xl">{title(data)}</h1>
        <LoanStateMark state={state} />
        <Link to={orderPath(order_code)} className="tool">
          Đơn {order_code}
        </Link>
        <Link to={addresses.loans.path} className="tool ml-auto">
          Danh sách
        </Link>
      </div>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 content-start gap-4">
          <section aria-label="Khoản vay" className="sheet text-sm">
            <FactList facts={factsOf(loan)} />
          </section>
          <RefusedAnswers loan={loan} />
          <TypedForm loan={loan} form={answer?.form} />
          <Papers data={data} />
          <History loan={loan} />
        </div>
        <div key={version} className="grid min-w-0 content-start gap-4">
          {is_demo && play_page !== null && (
            <p className="sheet text-sm">
              <a href={play_page} className="tool-main">
                Đóng vai công ty (bản thử)
              </a>
            </p>
          )}
          {loan.may_prove_phone && <Phone loan={loan} />}
          {moves.includes('pass_on') && <PassOn loan={loan} />}
          {moves.includes('approve') && <Answer loan={loan} answer="approved" />}
          {moves.includes('sign') && <Answer loan={loan} answer="signed" />}
          {state === 'approved' && loan.is_own_approval && (
            <p className="sheet text-sm text-muted">
              Bạn đã ghi công ty duyệt, nên người khác ghi số hợp đồng đã ký.
            </p>
          )}
          {moves.includes('ask_papers') && <Answer loan={loan} answer="needs_papers" />}
          {moves.includes('refuse') && <Answer loan={loan} answer="refused" />}
          {moves.includes('receive_money') && <Money loan={loan} />}
          {state === 'approved' && (
            <p className="sheet text-sm font-semibold">
              Chỉ giao máy sau khi đã ký: đơn {order_code} chưa xác nhận được trước lúc đó.
            </p>
          )}
          {moves.length === 0 && !loan.may_prove_phone && (
            <p className="sheet text-sm text-muted">Hiện không có việc nào cho bạn ở hồ sơ này.</p>
          )}
        </div>
      </div>
    </>
  )
}

function factsOf(row: StaffLoan): [string, string][] {
  const { loan, missing, reason, contract_number, expires_at } = row
  const optional = (name: string, value: string | null): [string, string][] =>
    value === null || value === '' ? [] : [[name, value]]
  return [
    ['Công ty', `${row.company_name} (${row.way === 'online' ? 'qua kết nối' : 'bàn giao tay'})`],
    ['Khách', `${row.customer} · ${row.phone}${row.is_phone_proven ? '' : ' (chưa xác nhận)'}`],
    ['Món', row.goods.join(', ')],
    ['Giá', formatDong(loan.price)],
    ['Trả trước', formatDong(loan.prepaid)],
    ['Vay', `${formatDong(row.lent)}${row.has_insurance ? ', gồm bảo hiểm' : ''}`],
    ['Góp', `${formatDong(loan.monthly)} × ${loan.months} kỳ`],
    ...optional('Còn thiếu', missing.map((kind) => paper_titles[kind]).join(', ')),
    ...optional('Công ty nói', reason),
    ...optional('Số hợp đồng', contract_number),
    ...optional('Giữ hàng đến', expires_at && formatDateTime(new Date(expires_at))),
    ['Công ty phải chuyển', formatDong(row.owed)],
    ...optional('Đã chuyển', row.received_amount === null ? null : formatDong(row.received_amount)),
    ...(row.pass_on_attempts > 0 && row.state === 'submitted'
      ? [['Kết nối', `gọi ${row.pass_on_attempts} lần chưa được`] as [string, string]]
      : []),
  ]
}

/** What the company said that the shop could not follow. */
function RefusedAnswers({ loan: { refused_answers, company_name } }: { loan: StaffLoan }) {
  if (refused_answers.length === 0) return null
  return (
    <section
      aria-labelledby="refused-answers"
      className="sheet grid gap-2 border border-sale text-sm"
    >
      <h2 id="refused-answers" className="part-title">
        Công ty trả lời khác
      </h2>
      <ul className="grid gap-1">
        {refused_answers.map(({ answer, received_at }) => (
          <li key={received_at}>
            <span className="text-muted tabular-nums">{formatDateTime(new Date(received_at))}</span>{' '}
            {answer_titles[answer]}
          </li>
        ))}
      </ul>
      <p className="text-muted">
        Hồ sơ đã sang bước khác nên chưa áp dụng. Hãy gọi {company_name} để thống nhất.
      </p>
    </section>
  )
}

/** What was typed is shown when asked for, because each look is written into the ledger. */
function TypedForm({
  loan: { code, has_form },
  form,
}: {
  loan: StaffLoan
  form: TypedLoanForm | undefined
}) {
  return (
    <section aria-labelledby="form" className="sheet grid gap-3 text-sm">
      <h2 id="form" className="part-title">
        Tờ khai
      </h2>
      {!has_form && <p className="text-muted">Tờ khai đã được xóa.</p>}
      {has_form && form === undefined && (
        <>
          <p className="text-muted">Lưu mã hóa. Nhật ký ghi lại ai xem, lúc nào.</p>
          <StaffForm action={loanPath(code)} hidden={{ intent: 'show' }}>
            <button type="submit" className="tool-main">
              Hiện tờ khai
            </button>
          </StaffForm>
        </>
      )}
      {form !== undefined && <FactList facts={formFacts(form)} />}
    </section>
  )
}

function formFacts(form: TypedLoanForm): [string, string][] {
  const { name, phone, birth_date, document_number, income, job, address, relatives } = form
  return [
    ['Họ tên', name],
    ['Điện thoại', phone],
    ['Ngày sinh', birth_date.split('-').toReversed().join('/')],
    ['Số căn cước', document_number],
    ...(income === null ? [] : [['Thu nhập', formatDong(income)] as [string, string]]),
    ...(job === null ? [] : [['Nghề nghiệp', job] as [string, string]]),
    ...(address === null ? [] : [['Nơi ở', address] as [string, string]]),
    ...relatives.map((one, n): [string, string] => [
      `Người thân ${n + 1}`,
      `${one.name} · ${one.relation} · ${one.phone}`,
    ]),
  ]
}

function Papers({ data: { loan, shows_papers } }: { data: LoanData }) {
  const { code, papers } = loan
  if (papers.length === 0) return null
  return (
    <section aria-labelledby="papers" className="sheet grid gap-3 text-sm">
      <h2 id="papers" className="part-title">
        Ảnh giấy tờ
      </h2>
      {!shows_papers && (
        <>
          <p className="text-muted">{papers.map((kind) => paper_titles[kind]).join(', ')}</p>
          <Link
            to={`${loanPath(code)}?anh=hien`}
            preventScrollReset
            className="tool-main justify-self-start"
          >
            Hiện ảnh
          </Link>
        </>
      )}
      {shows_papers && (
        <ul className="grid gap-3">
          {papers.map((kind) => (
            <li key={kind}>
              <img
                src={loanPaperPath(code, kind)}
                alt={paper_titles[kind]}
                width={1280}
                height={800}
                className="aspect-8/5 h-auto w-full rounded-lg border border-line bg-mist object-contain"
              />
              <p className="mt-0.5 text-xs text-muted">{paper_titles[kind]}</p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const actors = { shopper: 'Khách', company: 'Công ty', clock: 'Hệ thống', staff: 'Nhân viên' }

function History({ loan: { events } }: { loan: StaffLoan }) {
  const titles: Readonly<Record<string, string>> = loan_state_titles
  return (
    <section aria-labelledby="history" className="sheet grid gap-2 text-sm">
      <h2 id="history" className="part-title">
        Lịch sử
      </h2>
      <ol className="grid gap-1">
        {events.map(({ state, actor, staff_name, happened_at }, index) => (
          <li key={index}>
            <span className="text-muted tabular-nums">{formatDateTime(new Date(happened_at))}</span>{' '}
            {titles[state] ?? state} · {staff_name ?? actors[actor]}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Goods are held for two hours until somebody has proven the phone. */
function Phone({ loan: { code, version, expires_at } }: { loan: StaffLoan }) {
  return (
    <section aria-labelledby="phone" className="sheet grid gap-3 text-sm">
      <h2 id="phone" className="part-title">
        Gọi khách
      </h2>
      <p className="text-muted">
        Khách chưa xác nhận số điện thoại
        {expires_at !== null && `, hàng chỉ giữ đến ${formatDateTime(new Date(expires_at))}`}.
      </p>
      <StaffForm action={loanPath(code)} hidden={{ intent: 'phone', version }}>
        <button type="submit" className="tool-main">
          Đã gọi, đúng khách
        </button>
      </StaffForm>
    </section>
  )
}

function PassOn({ loan: { code, version, way } }: { loan: StaffLoan }) {
  return (
    <section aria-labelledby="hand-over" className="sheet grid gap-3 text-sm">
      <h2 id="hand-over" className="part-title">
        Bàn giao cho công ty
      </h2>
      {way === 'by_hand' ? (
        <>
          <p className="text-muted">
            Tải tệp, gửi cho công ty rồi ghi đã bàn giao. Công ty có email được gửi email kèm hồ sơ.
            Nhật ký ghi lại ai tải.
          </p>
          <a href={loanFilePath(code)} download className="tool justify-self-start">
            Tải tệp Excel
          </a>
        </>
      ) : (
        <p className="text-muted">
          Hệ thống tự gửi qua kết nối. Chỉ ghi tay khi công ty báo đã nhận được hồ sơ.
        </p>
      )}
      <StaffForm action={loanPath(code)} hidden={{ intent: 'pass-on', version }}>
        <button type="submit" className="tool-main">
          Đã bàn giao
        </button>
      </StaffForm>
    </section>
  )
}

const answers = {
  approved: { heading: 'Công ty duyệt', button: 'Ghi đã duyệt, nhắn khách' },
  signed: { heading: 'Khách đã ký hợp đồng', button: 'Ghi đã ký' },
  needs_papers: { heading: 'Công ty cần bổ sung', button: 'Ghi cần bổ sung, nhắn khách' },
  refused: { heading: 'Công ty từ chối', button: 'Ghi từ chối, hủy đơn' },
} as const

interface AnswerProps {
  loan: StaffLoan
  answer: keyof typeof answers
}

function Answer({ loan: { code, version }, answer }: AnswerProps) {
  const { heading, button } = answers[answer]
  return (
    <section aria-labelledby={answer} className="sheet grid gap-3 text-sm">
      <h2 id={answer} className="part-title">
        {heading}
      </h2>
      <StaffForm
        action={loanPath(code)}
        hidden={{ intent: 'answer', version, answer }}
        className="grid gap-3"
      >
        {answer === 'signed' && (
          <LineField label="Số hợp đồng" name="contract_number" required maxLength={60} />
        )}
        {answer === 'needs_papers' && (
          <ChoiceList
            legend="Giấy tờ cần thêm"
            prefix="paper"
            choices={Object.entries(paper_titles).map(([value, label]) => ({ value, label }))}
            chosen={[]}
          />
        )}
        {(answer === 'refused' || answer === 'needs_papers') && (
          <ReasonField label="Lý do, khách đọc được" required={answer === 'refused'} />
        )}
        <button
          type="submit"
          className={
            answer === 'refused'
              ? 'tool justify-self-start border-sale text-sale'
              : 'tool-main justify-self-start'
          }
        >
          {button}
        </button>
      </StaffForm>
    </section>
  )
}

function Money({ loan: { code, version, owed } }: { loan: StaffLoan }) {
  return (
    <section aria-labelledby="money" className="sheet grid gap-3 text-sm">
      <h2 id="money" className="part-title">
        Tiền công ty chuyển
      </h2>
      <StaffForm
        action={loanPath(code)}
        hidden={{ intent: 'money', version }}
        className="grid gap-3"
      >
        <LineField
          label={`Số tiền đã về tài khoản (phải là ${formatDong(owed)})`}
          name="amount"
          required
          maxLength={20}
        />
        <button type="submit" className="tool-main justify-self-start">
          Ghi đã nhận tiền
        </button>
      </StaffForm>
    </section>
  )
}
