import { StaffForm } from '#admin/kit/staff-form.tsx'
import { reason_titles } from '#admin/pages/customers/talk/talk-texts.ts'
import type { SavedAnswer } from '#contracts/staff/members/talk.ts'
import type { TalkState } from '#contracts/storefront/talk/talk-fields.ts'

/** What was typed when an answer was refused. */
export type Typed = Readonly<Record<string, string>>

interface AnswerFormProps {
  /** The path of the page of the text. */
  path: string
  /** Of what staff have read. */
  version: string
  answers: readonly SavedAnswer[]
  /** What the shop has answered; empty: nothing yet. */
  given?: string
}

/** The answer of the shop. With the field left empty, the chosen saved answer is sent. */
export function AnswerForm({ path, version, answers, given = '' }: AnswerFormProps) {
  return (
    <section aria-labelledby="answer" className="sheet grid gap-3 text-sm">
      <h2 id="answer" className="part-title">
        Trả lời
      </h2>
      <StaffForm action={path} hidden={{ intent: 'answer', version }} resets className="grid gap-3">
        <label className="grid gap-1">
          <span className="text-muted">Nội dung, mọi người đọc được</span>
          <textarea
            name="text"
            rows={4}
            maxLength={3_000}
            defaultValue={given}
            className="field h-auto w-full py-2"
          />
        </label>
        <label className="grid gap-1">
          <span className="text-muted">Hoặc mẫu câu (khi ô trên để trống)</span>
          <select name="saved" className="field w-full">
            <option value="">Không dùng mẫu</option>
            {answers.map(({ saved_answer_id, title }) => (
              <option key={saved_answer_id} value={saved_answer_id}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className="tool-main justify-self-start">
          Gửi trả lời
        </button>
      </StaffForm>
    </section>
  )
}

interface JudgeFormsProps {
  path: string
  version: string
  state: TalkState
  /** Nobody has anything to do about it. */
  is_settled: boolean
  may_hide: boolean
}

/** Published, hidden for a listed reason, or shown again. A bad opinion is no reason. */
export function JudgeForms({ path, version, state, is_settled, may_hide }: JudgeFormsProps) {
  if (!may_hide && is_settled) return null
  return (
    <section aria-labelledby="judge" className="sheet grid gap-4 text-sm">
      <h2 id="judge" className="part-title">
        Duyệt
      </h2>
      {state !== 'hidden' && !is_settled && (
        <StaffForm action={path} hidden={{ intent: 'pass', version }}>
          <button type="submit" className="tool-main">
            {state === 'held' ? 'Cho đăng' : 'Không vi phạm, đã xem'}
          </button>
        </StaffForm>
      )}
      {!may_hide ? null : state === 'hidden' ? (
        <StaffForm action={path} hidden={{ intent: 'show', version }}>
          <button type="submit" className="tool">
            Hiện lại
          </button>
        </StaffForm>
      ) : (
        <StaffForm action={path} hidden={{ intent: 'hide', version }} className="grid gap-3">
          <label className="grid gap-1">
            <span className="text-muted">
              Lý do ẩn. Chê sản phẩm hay cửa hàng không phải lý do.
            </span>
            <select name="reason" required defaultValue="" className="field w-full">
              <option value="" disabled>
                Chọn lý do
              </option>
              {Object.entries(reason_titles).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" className="tool justify-self-start border-sale text-sale">
            Ẩn
          </button>
        </StaffForm>
      )}
    </section>
  )
}
