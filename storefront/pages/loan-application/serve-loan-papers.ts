import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '#contracts/all.ts'
import { max_pictures } from '#contracts/staff/pictures.ts'
import { application as contract } from '#contracts/storefront/trade/application.ts'
import { withQuery } from '#storefront/addresses/with-query.ts'
import { applicationUrl, loan_papers_path, loanPaymentUrl } from '#storefront/addresses/loan.ts'
import { isFromShop, problemOf } from '#storefront/commerce/pictures/sent-pictures.ts'
import { readsForms, type UploadedFile } from '#web/runtime/uploaded-form.ts'

interface PaperDeps {
  /** The services for the requests of one IP address. */
  servicesFor: (ip: string) => Services
  public_url: string
  senderOf: (request: { ip: string }) => string | null
}

/** Four kinds in one form. Forms of strangers are held in memory, so few at a time. */
const limits = {
  ...{ max_files: 4, max_file_bytes: max_pictures.bytes },
  ...{ max_form_bytes: 3 * max_pictures.bytes + 100_000, max_at_once: 4, max_of_sender: 1 },
}

/**
 * Takes in the pictures of documents for an application, by its code and key. Nothing serves them to shoppers: they
 * have the documents. The form goes back to its page.
 */
export async function serveLoanPapers(
  fastify: FastifyInstance,
  { servicesFor, public_url, senderOf }: PaperDeps,
): Promise<void> {
  await fastify.register(async (scope) => {
    const readForm = await readsForms(scope, { ...limits, senderOf })
    scope.post(loan_papers_path, async (request, reply) => {
      if (!isFromShop(request, public_url)) return reply.code(403).send()
      const { application } = servicesFor(request.ip)
      const which = contract.getApplication.input.safeParse({
        code: queryText(request.query, 'code'),
        secret: queryText(request.query, 'key'),
      })
      if (!which.success) return reply.code(404).send()
      const { code, secret = '' } = which.data
      // Asked before the form is read, so that nobody without an application takes a turn of the others.
      const refused = await problemOf(() => application.getApplication(null, { code, secret }))
      if (refused !== null) return reply.code(refused.status).send()
      const { files, body, form_problem } = await readForm(request, true)
      const to = new URLSearchParams(body).get('ve') === 'payment' ? 'payment' : 'application'
      const target = to === 'payment' ? loanPaymentUrl(code) : applicationUrl(code, secret)
      if (form_problem !== null) return answer(reply, target, form_problem)
      if (files.length === 0) return answer(reply, target, 'none')
      return answer(reply, target, await addPapers(application, { code, secret }, files))
    })
  })
}

/** Adds each file by itself. Returns the code of the first problem, or null. */
async function addPapers(
  application: Services['application'],
  which: { code: string; secret: string },
  files: readonly UploadedFile[],
): Promise<string | null> {
  let first: string | null = null
  for (const { field, name, bytes } of files) {
    const picture = { name: name.slice(-120), image: Buffer.from(bytes).toString('base64') }
    const input = contract.addPaper.input.safeParse({ ...which, kind: field, ...picture })
    if (!input.success) return 'picture_wrong_kind'
    const refused = await problemOf(() => application.addPaper(null, input.data))
    first ??= refused?.problem ?? null
  }
  return first
}

function queryText(query: unknown, name: string): string {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : ''
}

function answer(reply: FastifyReply, target: string, problem: string | null): FastifyReply {
  const location =
    problem === null ? target : `${target}&${withQuery('', { loi: problem }).slice(1)}`
  return reply.code(303).header('cache-control', 'no-store').header('location', location).send()
}
