import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Problem, type UploadedFile, unclear } from '#admin/runtime/page.ts'
import { max_pictures } from '#contracts/staff/pictures.ts'

/** A form as the pages get it. */
interface ReadForm {
  /** The fields, url-encoded. */
  body: string
  files: readonly UploadedFile[]
  /** The form could not be read: the page shows why. */
  form_problem: Problem | null
}

/** Inputs without a chosen file are sent too. */
const spare_inputs = 4
/** Sum of all files of a form. With scripts they are made smaller before they are sent. */
const max_form_bytes = 32_000_000
/** Forms that are read into memory at the same time. */
const max_at_once = 3

/** Lets a scope read forms with files. Returns the function that reads a form of a page. */
export async function readsForms(
  scope: FastifyInstance,
): Promise<(request: FastifyRequest, takes_files: boolean) => Promise<ReadForm>> {
  await scope.register(fastifyMultipart, {
    throwFileSizeLimit: false,
    limits: {
      ...{ fields: 50, fieldSize: 65_536, headerPairs: 100 },
      files: max_pictures.at_once + spare_inputs,
      // A file that is longer is cut here, and is too large for its reader.
      fileSize: max_pictures.bytes + 1,
    },
  })
  let reading = 0
  return async (request, takes_files) => {
    if (!request.isMultipart()) {
      return { body: typeof request.body === 'string' ? request.body : '', ...empty }
    }
    if (!takes_files) return refused(unclear)
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    if (!(length <= max_form_bytes)) return refused(too_long)
    if (reading >= max_at_once) return refused(busy)
    reading += 1
    try {
      return await Promise.race([readParts(request), hungUp(request)])
    } catch (error) {
      request.log.info({ err: error }, 'a form of staff could not be read')
      return refused(isTooMany(error) ? too_many : torn)
    } finally {
      reading -= 1
    }
  }
}

/**
 * Rejects when the sender goes away in the middle of a form, or went away while their session was looked up: the parts
 * of such a form never end.
 */
function hungUp({ raw }: FastifyRequest): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => {
      if (!raw.readableEnded) reject(new Error('the sender went away'))
    }
    if (raw.destroyed) end()
    else raw.once('close', end)
  })
}

async function readParts(request: FastifyRequest): Promise<ReadForm> {
  const fields = new URLSearchParams()
  const files: UploadedFile[] = []
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields.append(part.fieldname, String(part.value))
      continue
    }
    const bytes = await part.toBuffer()
    if (bytes.length > 0) files.push({ name: part.filename, bytes })
  }
  return { body: String(fields), files, form_problem: null }
}

const empty = { files: [], form_problem: null }
const refused = (form_problem: Problem): ReadForm => ({ body: '', files: [], form_problem })
const too_long = {
  status: 413,
  problem: 'Các ảnh cùng lúc tối đa 32 MB. Gửi ít ảnh hơn mỗi lần.',
}
const too_many = { status: 422, problem: `Mỗi lần tối đa ${max_pictures.at_once} ảnh.` }
const busy = { status: 503, problem: 'Đang có nhiều ảnh được gửi. Đợi một chút rồi gửi lại.' }
const torn = { status: 400, problem: 'Chưa nhận đủ ảnh. Gửi lại.' }

function isTooMany(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT'
}
