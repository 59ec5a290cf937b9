import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addresses, dataPath } from '#admin/addresses/addresses.ts'
import { admitStaff, type StaffLogin } from '#admin/auth/admit-staff.ts'
import { serveOrdersFile } from '#admin/pages/orders/serve-orders-file.ts'
import { serveMails } from '#admin/pages/outbox/serve-mails.ts'
import { builtStaffAssets } from '#admin/runtime/assets.ts'
import { createStaffPages } from '#admin/runtime/server.tsx'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'

interface AdminDeps extends StaffLogin {
  services: StaffServices
  is_demo: boolean
  /** True: the files for the browser come from Vite's development server. */
  is_dev: boolean
}

/** Serves the staff pages. They need the staff token, and forms are accepted only from pages of this shop. */
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
            const context = { services, actor: actorOf(request), is_demo }
            return send(await answer(webRequest(request, public_url), context), reply)
          },
        })
      }
    }
    serveMails(scope, services.outbox, actorOf)
    serveOrdersFile(scope, services.orders, actorOf)
  })
}

function actorOf({ staff, url }: FastifyRequest): StaffActor {
  if (staff === null) throw new RangeError(`${url} was reached without a login`)
  return staff
}

/** Makes a web Request. Its host comes from the configuration, never from the request. */
function webRequest({ method, url, body }: FastifyRequest, public_url: string): Request {
  if (method !== 'POST') return new Request(public_url + url)
  return new Request(public_url + url, { method, body: typeof body === 'string' ? body : '' })
}

async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  return reply.send(await response.text())
}
