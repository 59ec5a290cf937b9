import type { FastifyReply } from 'fastify'
import { Refusal } from '#pure/contract.ts'
import { plainPage } from '#pure/plain-page.ts'

/** Where staff go back to, and what the page says if there is nothing to show. */
interface Away {
  title: string
  path: string
  name: string
}

/**
 * Answers with what staff may look at and what is written into the ledger, so nothing may store it on the way. A
 * refusal is a page with its status.
 */
export async function showFile(
  reply: FastifyReply,
  away: Away,
  send: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  void reply.header('cache-control', 'private, no-store')
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return nothingToShow(reply, away, error.status)
  }
}

/** The page for a file that does not exist. */
export function nothingToShow(reply: FastifyReply, away: Away, status = 404): FastifyReply {
  const page = plainPage(away.title, `<p><a href="${away.path}">${away.name}</a></p>`)
  return reply.code(status).type('text/html; charset=utf-8').send(page)
}
