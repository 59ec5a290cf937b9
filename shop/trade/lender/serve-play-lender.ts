import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { LenderAnswer } from '#contracts/staff/trade/loans.ts'
import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import { queryOf } from '#platform/http/request-query.ts'
import { escapeHtml, plainPage } from '#pure/plain-page.ts'
import { isSameOrigin } from '#pure/same-origin.ts'
import { lenderNotifyPath } from '#shop/trade/lender/lender.ts'
import { demoSecret } from '#shop/trade/lender/open-lenders.ts'
import { findPlayApplication, type PlayApplication } from '#shop/trade/lender/play-lender-store.ts'
import { playLenderPage, play_lender_path } from '#shop/trade/lender/play-lender-paths.ts'
import { signature_header, signatureOf } from '#shop/trade/lender/signed-lender.ts'

interface Deps {
  db: Database
  now: Now
  demo_key: string
  public_url: string
}

const buttons = {
  approved: 'Duyệt',
  needs_papers: 'Cần bổ sung giấy tờ',
  refused: 'Từ chối',
  signed: 'Khách đã ký hợp đồng',
  expired: 'Hết hạn',
} as const satisfies Record<LenderAnswer, string>

const Form = z.object({
  t: z.string().regex(/^[0-9a-f]{24}$/),
  answer: LenderAnswer,
})

/**
 * The page of the officer of the built-in company, for demo shops: each button sends the company's signed answer to the
 * shop's own callback. A live shop never serves it.
 */
export async function servePlayLender(fastify: FastifyInstance, deps: Deps): Promise<void> {
  await fastify.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.get(play_lender_path, async (request, reply) => {
      const query = queryOf(request.url)
      const found = await findPlayApplication(deps.db, query.get('t') ?? '')
      if (found === null) return missing(reply)
      return reply
        .header('cache-control', 'no-store')
        .type('text/html')
        .send(officerPage(found, query.get('xong')))
    })
    scope.post(play_lender_path, async (request, reply) => {
      const { origin, 'sec-fetch-site': site } = request.headers
      if (!isSameOrigin({ site: site?.toString(), origin }, deps.public_url)) {
        return reply.code(403).send('')
      }
      const form = Form.safeParse(request.body)
      const found = form.success ? await findPlayApplication(deps.db, form.data.t) : null
      if (found === null || !form.success) return missing(reply)
      const outcome = await answer(fastify, deps, found, form.data.answer)
      return reply.redirect(`${playLenderPage(found.reference)}&xong=${outcome}`, 303)
    })
  })
}

/** Sends the answer as a company would; returns what the shop did with it. */
async function answer(
  fastify: FastifyInstance,
  { demo_key, now }: Deps,
  { application_code, company_id }: PlayApplication,
  kind: LenderAnswer,
): Promise<string> {
  const event_id = randomBytes(10).toString('hex')
  const more = {
    approved: {},
    needs_papers: { papers: ['id_front', 'id_back'], reason: 'Cần ảnh căn cước rõ nét' },
    refused: { reason: 'Chưa đủ điều kiện vay' },
    signed: { contract_number: `HD-${event_id.slice(0, 8).toUpperCase()}` },
    expired: {},
  }[kind]
  const answered_at = now().toISOString()
  const about = { event_id, code: application_code, answer: kind, answered_at }
  const payload = JSON.stringify({ ...about, ...more })
  const answered = await fastify.inject({
    method: 'POST',
    url: lenderNotifyPath(company_id),
    headers: {
      'content-type': 'application/json',
      [signature_header]: signatureOf(payload, demoSecret(demo_key, company_id)),
    },
    payload,
  })
  const Outcome = z.object({ outcome: z.enum(['taken', 'known', 'late', 'ignored']) })
  return answered.statusCode === 200
    ? (Outcome.safeParse(answered.json()).data?.outcome ?? 'ignored')
    : 'ignored'
}

const outcomes: Readonly<Record<string, string>> = {
  taken: 'Cửa hàng đã nhận trả lời.',
  late: 'Cửa hàng đã có trả lời mới hơn.',
  ignored: 'Cửa hàng không nhận: hồ sơ không còn ở bước này.',
}

function officerPage(found: PlayApplication, outcome: string | null): string {
  const facts = Object.entries({ 'Mã hồ sơ': found.application_code, ...found.summary })
  const list = facts.map(
    ([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`,
  )
  const all = Object.entries(buttons).map(
    ([kind, text]) =>
      `<button name="answer" value="${kind}"${kind === 'approved' ? ' class="main"' : ''}>${text}</button>`,
  )
  const told = outcomes[outcome ?? '']
  return plainPage(
    'Công ty tài chính (bản thử)',
    `<p class="note">Trang này đóng vai nhân viên công ty tài chính, để thử trong cửa hàng minh họa.</p>
<form class="sheet narrow" method="post" action="${play_lender_path}">
${told === undefined ? '' : `<p role="status"><strong>${told}</strong></p>`}<dl>${list.join('')}</dl>
<input type="hidden" name="t" value="${found.reference}">
<h2>Công ty trả lời thế nào?</h2><div class="buttons">${all.join('')}</div></form>`,
  )
}

async function missing(reply: FastifyReply) {
  const page = plainPage(
    'Công ty tài chính (bản thử)',
    '<p class="sheet narrow bad" role="alert">Không có hồ sơ này.</p>',
  )
  return reply.code(404).type('text/html').send(page)
}
