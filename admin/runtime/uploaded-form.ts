import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Problem, unclear } from '#admin/runtime/page.ts'
import { max_pictures } from '#contracts/staff/pictures.ts'
import { type FormProblem, readsForms, type UploadedFile } from '#web/runtime/uploaded-form.ts'

/** A form as the pages get it. */
interface StaffForm {
  /** The fields, url-encoded. */
  body: string
  files: readonly UploadedFile[]
  /** The form could not be read: the page shows why. */
  form_problem: Problem | null
}

/** Lets a scope read forms of staff. With scripts, pictures are made smaller before they are sent. */
export async function readsStaffForms(
  scope: FastifyInstance,
): Promise<(request: FastifyRequest, takes_files: boolean) => Promise<StaffForm>> {
  const readForm = await readsForms(scope, {
    ...{ max_files: max_pictures.at_once, max_file_bytes: max_pictures.bytes },
    ...{ max_form_bytes: 32_000_000, max_at_once: 3 },
  })
  return async (request, takes_files) => {
    const form = await readForm(request, takes_files)
    return { ...form, form_problem: form.form_problem && problems[form.form_problem] }
  }
}

const problems: Record<FormProblem, Problem> = {
  no_files: unclear,
  too_long: { status: 413, problem: 'Các ảnh cùng lúc tối đa 32 MB. Gửi ít ảnh hơn mỗi lần.' },
  too_many: { status: 422, problem: `Mỗi lần tối đa ${max_pictures.at_once} ảnh.` },
  busy: { status: 503, problem: 'Đang có nhiều ảnh được gửi. Đợi một chút rồi gửi lại.' },
  torn: { status: 400, problem: 'Chưa nhận đủ ảnh. Gửi lại.' },
}
