import { Link } from 'react-router'
import { addresses } from '#admin/addresses/addresses.ts'
import { LineField } from '#admin/kit/fields/line-field.tsx'
import { StaffForm } from '#admin/kit/staff-form.tsx'
import type { AnswersData } from '#admin/pages/customers/talk/answers/page.server.ts'
import type { SavedAnswer } from '#contracts/staff/members/talk.ts'

export const title = 'Mẫu câu trả lời'
export const has_own_heading = true

const path = addresses.talk_answers.path

/** Saved answers: each with its form, and one for a new one. */
export function Page({ data: { answers } }: { data: AnswersData }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-xl">{title}</h1>
        <Link to={addresses.talk_comments.path} className="tool ml-auto">
          Hỏi đáp
        </Link>
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <AnswerPart answer={null} />
        {answers.map((answer) => (
          <AnswerPart key={`${answer.saved_answer_id} ${answer.title}`} answer={answer} />
        ))}
      </div>
    </>
  )
}

function AnswerPart({ answer }: { answer: SavedAnswer | null }) {
  const name = answer?.title ?? 'Mẫu câu mới'
  const saved_answer_id = answer?.saved_answer_id ?? ''
  return (
    <section aria-label={name} className="sheet grid content-start gap-3 text-sm">
      <h2 className="part-title">{name}</h2>
      <StaffForm
        action={path}
        hidden={{ intent: 'save', saved_answer_id }}
        resets={answer === null}
        className="grid gap-3"
      >
        <LineField
          label="Tên"
          name="title"
          maxLength={80}
          required
          {...(answer === null ? {} : { defaultValue: answer.title })}
        />
        <label className="grid gap-1">
          <span className="text-muted">Nội dung</span>
          <textarea
            name="text"
            rows={3}
            maxLength={3_000}
            required
            defaultValue={answer?.text}
            className="field h-auto w-full py-2"
          />
        </label>
        <button type="submit" className="tool-main justify-self-start">
          Lưu
        </button>
      </StaffForm>
      {answer !== null && (
        <StaffForm action={path} hidden={{ intent: 'remove', saved_answer_id }}>
          <button type="submit" className="tool">
            Xóa mẫu câu
          </button>
        </StaffForm>
      )}
    </section>
  )
}
