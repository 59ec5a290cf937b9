import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addresses, dataPath } from '#admin/addresses/addresses.ts'
import { admitStaff, guardStaffPaths } from '#admin/auth/admit-staff.ts'
import type { LoginLimits } from '#admin/auth/auth-answers.ts'
import { registerAuth } from '#admin/auth/register-auth.tsx'
import { sealKey, type StaffCookie, staffCookie } from '#admin/auth/staff-cookie.ts'
import { readTheme } from '#admin/auth/theme.ts'
import { serveListFiles } from '#admin/files/serve-list-files.ts'
import { servePurchases } from '#admin/pages/trade/purchases/serve-purchases.ts'
import { serveBulkReceipt } from '#admin/pages/orders/bulk-job/serve-bulk-receipt.ts'
import { serveCardPictures } from '#admin/pages/cards/one/serve-card-pictures.ts'
import { serveLoanFiles } from '#admin/pages/orders/loans/one/serve-loan-files.ts'
import { servePictures } from '#admin/kit/pictures/serve-pictures.ts'
import type { LivePace } from '#admin/live/follow-waiting.ts'
import { serveLive } from '#admin/live/serve-live.ts'
import { serveMails } from '#admin/pages/outbox/serve-mails.ts'
import { builtStaffAssets, type StaffAssets } from '#admin/runtime/assets.ts'
import { pageServer } from '#admin/runtime/page-servers.ts'
import { createStaffPages } from '#admin/runtime/server.tsx'
import { readsStaffForms } from '#admin/runtime/uploaded-form.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { staffSignIn } from '#contracts/staff/sign-in.ts'
import type { Service, StaffActor } from '#pure/contract.ts'

interface AdminDeps {
  services: StaffServices
  sign_in: Service<typeof staffSignIn>
  /** Opens the first account, and nothing else. */
  staff_token: string
  limits: LoginLimits
  public_url: string
  is_demo: boolean
  /** True: the files for the browser come from Vite's development server. */
  is_dev: boolean
  /** Aborted when the process begins to end: event streams do not outlive it. */
  ending: AbortSignal
  live_pace?: LivePace | undefined
}

/** Serves the staff pages. They need a session, and forms are accepted only from pages of this shop. */
export async function registerAdmin(fastify: FastifyInstance, deps: AdminDeps): Promise<void> {
  const { public_url, is_dev, sign_in } = deps
  const assets: StaffAssets = is_dev ? { kind: 'dev' } : builtStaffAssets()
  const cookie = staffCookie(public_url)
  await fastify.register(async (scope) => {
    guardStaffPaths(scope, public_url)
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    )
    const attempt_cookie = staffCookie(public_url, 'staff-passkey')
    registerAuth(scope, { ...deps, cookie, attempt_cookie, assets })
    await scope.register(async (admitted) => {
      admitStaff(admitted, { sign_in, cookie })
      await servePages(admitted, deps, { assets, cookie })
      const { services, ending, live_pace: pace } = deps
      serveLive(admitted, { services, sign_in, cookie, actorOf, ending, ...(pace && { pace }) })
    })
  })
}

async function servePages(
  scope: FastifyInstance,
  deps: AdminDeps,
  { assets, cookie }: { assets: StaffAssets; cookie: StaffCookie },
) {
  const { services, public_url, is_demo } = deps
  const answer = await createStaffPages(assets)
  const readForm = await readsStaffForms(scope)
  for (const address of Object.values(addresses)) {
    const takes_files = pageServer(address).takes_files ?? false
    for (const url of [address.path, dataPath(address.path)]) {
      scope.route({
        method: ['GET', 'POST'],
        url,
        handler: async (request, reply) => {
          const theme = readTheme(request.headers.cookie)
          const { body, ...form } = await readForm(request, takes_files)
          const seal_key = sealKey(cookie.read(request.headers.cookie) ?? '')
          const actor = actorOf(request)
          const context = { services, actor, is_demo, theme, seal_key, ...form }
          return send(await answer(webRequest(request, public_url, body), context), reply)
        },
      })
    }
  }
  serveMails(scope, services.outbox, actorOf)
  serveBulkReceipt(scope, services.bulk, actorOf)
  servePurchases(scope, services.tradeIns, actorOf)
  serveListFiles(scope, services.files, actorOf)
  servePictures(scope, services, actorOf)
  serveCardPictures(scope, services, actorOf)
  serveLoanFiles(scope, services, actorOf)
}

function actorOf({ staff, url }: FastifyRequest): StaffActor {
  if (staff === null) throw new RangeError(`${url} was reached without a login`)
  return staff
}

/** Makes a web Request. Its host comes from the configuration, never from the request. */
function webRequest({ method, url }: FastifyRequest, public_url: string, body: string): Request {
  if (method !== 'POST') return new Request(public_url + url)
  return new Request(public_url + url, { method, body })
}

async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.code(response.status).headers(Object.fromEntries(response.headers))
  return reply.send(await response.text())
}
