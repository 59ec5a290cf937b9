import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** A file that was sent with a form. Its name is whatever the sender says. */
export interface UploadedFile {
  /** The field of the form. */
  field: string
  name: string
  bytes: Uint8Array
}

/** Why a form was not read. `no_files`: its page takes no files. `torn`: not all of it arrived. */
export type FormProblem = 'no_files' | 'too_long' | 'too_many' | 'busy' | 'torn'

/** A form as the pages get it. */
interface ReadForm {
  /** The fields, url-encoded. */
  body: string
  files: readonly UploadedFile[]
  form_problem: FormProblem | null
}

interface FormLimits {
  /** How many files a form may bring. */
  max_files: number
  max_file_bytes: number
  /** Sum of all files of a form. */
  max_form_bytes: number
  /** Forms that are read into memory at the same time: all, and those of one sender. */
  max_at_once: number
  max_of_sender?: number
  /** Who sends a request; null: not known, so that only the limit of all applies. */
  senderOf?: (request: FastifyRequest) => string | null
}

/** Inputs without a chosen file are sent too. */
const spare_inputs = 4

/** Lets a scope read forms with files. Returns the function that reads a form of a page. */
export async function readsForms(
  scope: FastifyInstance,
  limits: FormLimits,
): Promise<(request: FastifyRequest, takes_files: boolean) => Promise<ReadForm>> {
  const { max_files, max_file_bytes, max_form_bytes } = limits
  await scope.register(fastifyMultipart, {
    throwFileSizeLimit: false,
    limits: {
      ...{ fields: 50, fieldSize: 65_536, headerPairs: 100 },
      files: max_files + spare_inputs,
      // A file that is longer is cut here, and is too large for its reader.
      fileSize: max_file_bytes + 1,
    },
  })
  const turns = formTurns(limits)
  return async (request, takes_files) => {
    if (!request.isMultipart()) {
      const { body } = request
      return { body: typeof body === 'string' ? body : '', files: [], form_problem: null }
    }
    if (!takes_files) return refused('no_files')
    const length = Number(request.headers['content-length'] ?? Number.NaN)
    if (!(length <= max_form_bytes)) return refused('too_long')
    const end = turns(request)
    if (end === null) return refused('busy')
    try {
      return await Promise.race([readParts(request), hungUp(request)])
    } catch (error) {
      request.log.info({ err: error }, 'a form with files could not be read')
      return refused(isTooMany(error) ? 'too_many' : 'torn')
    } finally {
      end()
    }
  }
}

/** Counts the forms that are read. Begins a turn and returns what ends it; null: there are too many. */
function formTurns({ max_at_once, max_of_sender = max_at_once, senderOf }: FormLimits) {
  const senders: (string | null)[] = []
  return (request: FastifyRequest): (() => void) | null => {
    const sender = senderOf?.(request) ?? null
    const own = sender === null ? 0 : senders.filter((one) => one === sender).length
    if (senders.length >= max_at_once || own >= max_of_sender) return null
    senders.push(sender)
    return () => void senders.splice(senders.indexOf(sender), 1)
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
    if (bytes.length > 0) files.push({ field: part.fieldname, name: part.filename, bytes })
  }
  return { body: String(fields), files, form_problem: null }
}

function refused(form_problem: FormProblem): ReadForm {
  return { body: '', files: [], form_problem }
}

function isTooMany(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'FST_FILES_LIMIT'
}
