import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#contracts/all.ts'
import { max_pictures } from '#contracts/staff/pictures.ts'
import { card as contract } from '#contracts/storefront/cards.ts'
import { type Caller, Refusal } from '#pure/contract.ts'
import { readCookies, tokenOf } from '#pure/cookies.ts'
import { card_pictures_path, memberCardsUrl } from '#storefront/addresses/member-links.ts'
import {
  answerPictures,
  isFromShop,
  type PictureProblem,
  problemIn,
  problemOf,
} from '#storefront/commerce/pictures/sent-pictures.ts'
import { readsForms, type UploadedFile } from '#web/runtime/uploaded-form.ts'
import { wantsData } from '#web/runtime/wants-data.ts'

interface PictureDeps {
  /** The services for the requests of one IP address. */
  servicesFor: (ip: string) => Services
  public_url: string
  senderOf: (request: { ip: string }) => string | null
}

/** Two sides in one form. Forms of strangers are held in memory, so few at a time. */
const limits = {
  ...{ max_files: 2, max_file_bytes: max_pictures.bytes },
  ...{ max_form_bytes: 2 * max_pictures.bytes + 100_000, max_at_once: 4, max_of_sender: 1 },
}

/**
 * Takes in the pictures of a member's card. Nothing serves them to members: they have the card. A form of the browser
 * also sends the request when all sides are here; with scripts a button does.
 */
export async function serveCardPictures(
  fastify: FastifyInstance,
  { servicesFor, public_url, senderOf }: PictureDeps,
): Promise<void> {
  await fastify.register(async (scope) => {
    const readForm = await readsForms(scope, { ...limits, senderOf })
    scope.post(card_pictures_path, async (request, reply) => {
      if (!isFromShop(request, public_url)) return reply.code(403).send()
      const services = servicesFor(request.ip)
      const card_id = Number((request.query as Record<string, unknown>)['phieu'])
      // Asked before the form is read, so that nobody without a request takes a turn of the others.
      let caller: Caller
      try {
        caller = await callerWith(services, request, card_id)
      } catch (error) {
        return answer(request, reply, problemIn(error))
      }
      const { files, form_problem } = await readForm(request, true)
      if (form_problem !== null) return answer(request, reply, saying(form_problem))
      if (files.length === 0) return answer(request, reply, saying('none'))
      const first = await addPictures(services, caller, card_id, files)
      if (first === null && !wantsData(request.headers.accept))
        await sendIfWhole(services, caller, card_id)
      return answer(request, reply, first)
    })
  })
}

/** The member who asks. Throws a refusal unless the request is theirs and not sent. */
async function callerWith(
  { session, card }: Services,
  { headers }: FastifyRequest,
  card_id: number,
): Promise<Caller> {
  const token = tokenOf(readCookies(headers.cookie)) ?? ''
  const caller = await session.identify(null, { token: token.slice(0, 200) })
  const { newest } = await card.cards(caller, {})
  if (newest?.card_id !== card_id || newest.state !== 'collecting') {
    throw contract.addCardPicture.refuse('card_not_found')
  }
  return caller
}

/** Adds each file by itself. Returns the first problem, or null. */
async function addPictures(
  { card }: Services,
  caller: Caller,
  card_id: number,
  files: readonly UploadedFile[],
): Promise<PictureProblem | null> {
  let first: PictureProblem | null = null
  for (const { field, name, bytes } of files) {
    const picture = { name: name.slice(-120), image: Buffer.from(bytes).toString('base64') }
    const input = contract.addCardPicture.input.safeParse({ card_id, side: field, ...picture })
    if (!input.success) return { ...saying('picture_wrong_kind'), data: { name } }
    const problem = await problemOf(() => card.addCardPicture(caller, input.data))
    first ??= problem
  }
  return first
}

async function sendIfWhole({ card }: Services, caller: Caller, card_id: number): Promise<void> {
  try {
    await card.sendCard(caller, { card_id })
  } catch (error) {
    // A side is missing: the page asks for it.
    if (!(error instanceof Refusal)) throw error
  }
}

function saying(problem: string): PictureProblem {
  return { status: 422, problem, data: null }
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  problem: PictureProblem | null,
): FastifyReply {
  return answerPictures(request, reply, problem, (loi) =>
    memberCardsUrl(loi === null ? {} : { loi }),
  )
}
