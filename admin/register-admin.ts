import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addresses, dataPath } from '#admin/addresses/addresses.ts'
import { staffActor } from '#admin/auth/staff-token.ts'
import { serveMails } from '#admin/pages/outbox/serve-mails.ts'
import { builtStaffAssets } from '#admin/runtime/assets.ts'
import { createStaffPages } from '#admin/runtime/server.tsx'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'
import { isSameOrigin } from '#pure/same-origin.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who acts, on addresses of staff. */
    staff: StaffActor | null
  }
}

interface AdminDeps {
  services: StaffServices
  staff_token: string
  public_url: string
  is_demo: boolean
  /** The browser's files come from Vite's own server. */
  is_dev: boolean
}

/** The pages of staff: for who knows the staff token; forms are taken from pages of ours only. */
export async function registerAdmin(fastify: FastifyInstance, deps: AdminDeps): Promise<void> {
  const { services, public_url, is_demo, is_dev } = deps
  const answer = await createStaffPages(is_dev ? { kind: 'dev' } : builtStaffAssets())
  await fastify.register(async (scope) => {
    admitStaff(scope, deps)
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    for (const { path } of Object.values(addresses)) {
      for (const url of [path, dataPath(path)]) {
        scope.route({
          method: ['GET', 'POST'],
          url,
          handler: async (request, reply) => {
            const who = { services, actor: actorOf(request), is_demo }
            return send(await answer(webRequest(request, public_url), who), reply)
          },
        })
      }
    }
    serveMails(scope, services.outbox, actorOf)
  })
}

/** Who may not come in is answered before anything else is looked at. */
function admitStaff(
  scope: FastifyInstance,
  { staff_token, public_url }: Pick<AdminDeps, 'staff_token' | 'public_url'>,
): void {
  scope.decorateRequest('staff', null)
  scope.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    request.staff = staffActor(request.headers.authorization, staff_token)
    if (request.staff === null) {
      return reply
        .code(401)
        .header('www-authenticate', 'Basic realm="Noi bo", charset="UTF-8"')
        .type('text/plain; charset=utf-8')
        .send('Chỉ dành cho nhân viên.')
    }
    const { origin, 'sec-fetch-site': site } = request.headers
    const is_ours = isSameOrigin({ site: site?.toString(), origin }, public_url)
    if (request.method !== 'GET' && !is_ours) return reply.code(403).send('')
  })
}

function actorOf({ staff, url }: FastifyRequest): StaffActor {
  if (staff === null) throw new RangeError(`${url} was reached without a login`)
  return staff
}

/** The host is ours by configuration, never what the request claims. */
function webRequest({ method, url, body }: FastifyRequest, public_url: string): Request {
  if (method !== 'POST') return new Request(public_url + url)
  return new Request(public_url + url, { method, body: typeof body === 'string' ? body : '' })
}

async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  return reply.send(await response.text())
}
