import type { FastifyInstance } from 'fastify'
import { actorOf } from '#admin/staff-only.ts'
import type { StaffActor } from '#pure/contract.ts'
import { isSameOrigin } from '#pure/same-origin.ts'

/** One plain page for staff: what it shows, and what a form of it does. */
export interface StaffPage {
  path: string
  /** HTML; `problem` is what the last form heard. */
  show: (actor: StaffActor, problem: string) => Promise<string>
  /** Null when it is done; else the status and words of what went wrong. */
  submit: (
    actor: StaffActor,
    fields: Readonly<Record<string, string>>,
  ) => Promise<{ status: number; problem: string } | null>
}

interface Options {
  staff_token: string
  public_url: string
}

/** Serves pages to who knows the staff's token; forms are taken from pages of ours only. */
export async function serveStaffPages(
  fastify: FastifyInstance,
  pages: readonly StaffPage[],
  { staff_token, public_url }: Options,
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (actorOf(request, reply, staff_token) === null) return reply
      const { origin, 'sec-fetch-site': site } = request.headers
      const is_ours = isSameOrigin({ site: site?.toString(), origin }, public_url)
      if (request.method !== 'GET' && !is_ours) return reply.code(403).send('')
    })
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    for (const { path, show, submit } of pages) {
      scope.get(path, async (request, reply) => {
        const actor = actorOf(request, reply, staff_token)
        if (actor === null) return reply
        return reply
          .header('cache-control', 'no-store')
          .type('text/html')
          .send(await show(actor, ''))
      })
      scope.post<{ Body: Record<string, string> | null }>(path, async (request, reply) => {
        const actor = actorOf(request, reply, staff_token)
        if (actor === null) return reply
        const refused = await submit(actor, request.body ?? {})
        reply.header('cache-control', 'no-store').type('text/html')
        if (refused === null) return reply.redirect(path, 303)
        return reply.code(refused.status).send(await show(actor, refused.problem))
      })
    }
  })
}

const places = {
  '/noi-bo/doi-soat': 'Đối soát',
  '/noi-bo/hoan-tien': 'Hoàn tiền',
  '/noi-bo/cong-thanh-toan': 'Cổng thanh toán',
  '/noi-bo/hop-thu': 'Hộp thư',
} as const

/** The way from one page of staff to the others. */
export function staffNav(own_path: keyof typeof places): string {
  const links = Object.entries(places).map(([path, name]) =>
    path === own_path ? `<strong>${name}</strong>` : `<a href="${path}">${name}</a>`,
  )
  return `<nav aria-label="Trang nội bộ"><p>${links.join(' · ')}</p></nav>`
}
