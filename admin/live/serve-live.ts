import type { FastifyInstance, FastifyRequest } from 'fastify'
import { live_path } from '#admin/addresses/paths.ts'
import type { StaffCookie } from '#admin/auth/staff-cookie.ts'
import { openEventStreams } from '#admin/live/event-streams.ts'
import { followWaiting, type LivePace, usual_pace } from '#admin/live/follow-waiting.ts'
import type { StaffServices } from '#contracts/staff/all.ts'
import type { staffSignIn } from '#contracts/staff/sign-in.ts'
import type { Service, StaffActor } from '#pure/contract.ts'

interface LiveDeps {
  services: Pick<StaffServices, 'today'>
  sign_in: Service<typeof staffSignIn>
  cookie: StaffCookie
  actorOf: (request: FastifyRequest) => StaffActor
  /** Aborted when the process begins to end. */
  ending: AbortSignal
  /** Tests use a quicker one. */
  pace?: LivePace
}

/** Proxies neither store nor rewrite nor collect what a stream sends. */
const stream_headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // The connection has nothing else to carry, and a process that ends does not wait for it.
  connection: 'close',
}

/**
 * Serves the event stream of the back office: only the hint that something changed that waits for the member of
 * staff. The browser then asks for its page again. Who is refused polls (decision 161).
 */
export function serveLive(scope: FastifyInstance, deps: LiveDeps): void {
  const { services, sign_in, cookie, actorOf, ending, pace = usual_pace } = deps
  const streams = openEventStreams(ending)
  const followers = followWaiting({
    waiting: (actor) => services.today.waiting(actor, {}),
    pace,
    onProblem: (err) => scope.log.warn({ err }, 'event streams of staff wait for the database'),
  })
  scope.addHook('onClose', async () => {
    followers.close()
    streams.endAll()
  })
  scope.get(live_path, { exposeHeadRoute: false }, (request, reply) => {
    const actor = actorOf(request)
    const token = cookie.read(request.headers.cookie) ?? ''
    const stream = streams.open(actor.staff_session_id)
    followers.add({ stream, actor, renew: () => sign_in.actor(null, { token }) })
    return reply.headers(stream_headers).send(stream.body)
  })
}
