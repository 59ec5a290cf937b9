import type { Fields, StaffContext } from '#admin/runtime/page.ts'

/** The typed answer, or the saved one that was chosen instead. */
export async function answerText(
  { services, actor }: StaffContext,
  { text = '', saved = '' }: Fields,
): Promise<string> {
  if (text.trim() !== '' || saved === '') return text
  const answers = await services.talk.savedAnswers(actor, {})
  return answers.find(({ saved_answer_id }) => String(saved_answer_id) === saved)?.text ?? ''
}

/** A number that no row has if the address names none. */
export function keyOf(code = ''): number {
  return /^[1-9]\d{0,14}$/.test(code) ? Number(code) : Number.MAX_SAFE_INTEGER
}
