import type { FastifyReply, FastifyRequest } from 'fastify'
import { max_pictures } from '#contracts/staff/pictures.ts'
import { Refusal } from '#pure/contract.ts'
import { isSameOrigin } from '#pure/same-origin.ts'
import { wantsData } from '#web/runtime/wants-data.ts'

/** Why pictures were not taken: a code of picture-problems.ts, with the data of a refusal. */
export interface PictureProblem {
  status: number
  problem: string
  data: unknown
}

/** Forms of strangers are held in memory: fewer bytes than those of staff, and few at a time. */
export const picture_form_limits = {
  ...{ max_files: max_pictures.at_once, max_file_bytes: max_pictures.bytes },
  ...{ max_form_bytes: 12_000_000, max_at_once: 6, max_of_sender: 2 },
}

/** Runs `work`. Returns its refusal as a problem, or null. */
export async function problemOf(work: () => Promise<unknown>): Promise<PictureProblem | null> {
  try {
    await work()
    return null
  } catch (error) {
    return problemIn(error)
  }
}

/** A refusal as a problem. Any other error is thrown on. */
export function problemIn(error: unknown): PictureProblem {
  if (!(error instanceof Refusal)) throw error
  return { status: error.status, problem: error.code, data: error.data }
}

/** Whether a form comes from a page of this shop. */
export function isFromShop({ headers }: FastifyRequest, public_url: string): boolean {
  const site = headers['sec-fetch-site']
  const sent = { site: typeof site === 'string' ? site : null, origin: headers.origin ?? null }
  return isSameOrigin(sent, public_url)
}

/**
 * Answers a form with pictures: scripts with the problem as data, a form of the browser with its page, which `pageOf`
 * names by the code of the problem.
 */
export function answerPictures(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: PictureProblem | null,
  pageOf: (code: string | null) => string,
): FastifyReply {
  const { status, ...said } = problem ?? { status: 200, problem: null, data: null }
  void reply.header('cache-control', 'no-store')
  if (wantsData(request.headers.accept)) return reply.code(status).send(said)
  return reply.code(303).header('location', pageOf(said.problem)).send()
}
