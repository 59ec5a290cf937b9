import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { auth_paths, codePath } from '#admin/addresses/auth-paths.ts'
import {
  again_path,
  type AuthDeps,
  begin,
  type Fields,
  fieldsOf,
  limited,
  originOf,
  ownNext,
  problemOf,
  send,
  settled,
  type Shown,
} from '#admin/auth/auth-answers.ts'
import { passkey_titles, PasskeyForm, type PasskeyStep } from '#admin/auth/passkey-form.tsx'
import { type SignInOrigin, staffSignIn as contract } from '#contracts/staff/sign-in.ts'
import { Refusal } from '#pure/contract.ts'
import { z } from 'zod'

/** Where the page of passkeys gets its script. */
const script = 'admin/auth/browser/entry-passkey.ts'

/** How long the browser keeps the token of a sign-in by passkey. */
const attempt_life_s = 300

/** Serves the page of passkeys, which has a script and no password, and the challenges that passkeys sign. */
export function servePasskeys(scope: FastifyInstance, deps: AuthDeps): void {
  const page = async (
    { request, reply }: Exchange,
    step: PasskeyStep,
    shown: Shown & { next: string },
  ) => {
    const pending = step === 'sign_in' ? null : await pendingStep(deps, request)
    const { offers_code = false } = pending ?? {}
    const children = <PasskeyForm {...{ step, offers_code }} next={ownNext(shown.next)} />
    return send(reply, deps, { title: passkey_titles[step], script, ...shown, children })
  }
  scope.get(auth_paths.passkey, async (request, reply) => {
    const { next = '', buoc } = request.query as Fields
    if (buoc === undefined) return page({ request, reply }, 'sign_in', { next })
    const pending = await pendingStep(deps, request)
    if (pending === null) return reply.redirect(again_path, 303)
    const { step } = pending
    if (step === 'code') return reply.redirect(codePath(ownNext(next)), 303)
    return page({ request, reply }, step, { next })
  })
  scope.post(auth_paths.passkey, async (request, reply) => {
    const fields = fieldsOf(request)
    const { next = '', passkey = '' } = fields
    const step = Step.catch('sign_in').parse(fields['step'])
    const login = { ip: request.ip, account: `passkey ${shortHash(passkey)}` }
    const begun = await limited(deps, login, () =>
      settled(finish(deps, step, { request, fields, from: originOf(request) })),
    )
    if (begun instanceof Refusal) {
      if (begun.code === 'sign_in_expired') return reply.redirect(again_path, 303)
      return page({ request, reply }, step, { ...problemOf(begun), next })
    }
    await deps.limits.count(login, true)
    return begin(reply, deps, { ...begun, to: ownNext(next) })
  })
  serveChallenges(scope, deps)
}

const Step = z.enum(['sign_in', 'second_step', 'enrol'])

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** The step that a pending session may take with a passkey. Null: there is no such session. */
async function pendingStep(
  { sign_in, cookie }: AuthDeps,
  { headers }: FastifyRequest,
): Promise<{ step: PasskeyStep | 'code'; offers_code: boolean } | null> {
  const token = cookie.read(headers.cookie) ?? ''
  const steps = await settled(sign_in.secondSteps(null, { token }))
  if (steps instanceof Refusal) return null
  const { has_totp, has_passkey } = steps
  const step = has_passkey ? 'second_step' : has_totp ? 'code' : 'enrol'
  return { step, offers_code: has_totp || !has_passkey }
}

interface Finish {
  request: FastifyRequest
  fields: Fields
  from: SignInOrigin
}

async function finish(
  { sign_in, cookie, attempt_cookie }: AuthDeps,
  step: PasskeyStep,
  { request, fields, from }: Finish,
) {
  const { headers } = request
  const { name = '', passkey = '' } = fields
  const token = cookie.read(headers.cookie) ?? ''
  const attempt = attempt_cookie.read(headers.cookie) ?? ''
  const { signInByPasskey, enrolPasskey, verifyPasskey } = contract
  if (step === 'sign_in') {
    const input = signInByPasskey.input.safeParse({ attempt, passkey, from })
    if (!input.success) throw signInByPasskey.refuse('wrong_passkey')
    return sign_in.signInByPasskey(null, input.data)
  }
  if (step === 'enrol') {
    const input = enrolPasskey.input.safeParse({ token, name: name || 'Passkey', passkey, from })
    if (!input.success) throw enrolPasskey.refuse('wrong_passkey')
    return sign_in.enrolPasskey(null, input.data)
  }
  const input = verifyPasskey.input.safeParse({ token, passkey, from })
  if (!input.success) throw verifyPasskey.refuse('wrong_passkey')
  return sign_in.verifyPasskey(null, input.data)
}

/** Answers the scripts that ask for a challenge: with the options of the browser, or with a text. */
function serveChallenges(scope: FastifyInstance, deps: AuthDeps): void {
  const { sign_in, cookie, attempt_cookie } = deps
  scope.post(auth_paths.passkey_challenge, async (request, reply) => {
    const token = cookie.read(request.headers.cookie) ?? ''
    const { purpose } = fieldsOf(request)
    const input = contract.passkeyChallenge.input.safeParse({
      ...{ purpose, token },
      from: originOf(request),
    })
    if (!input.success) return reply.code(422).send({ problem: 'Chưa rõ yêu cầu.' })
    const asked = await settled(sign_in.passkeyChallenge(null, input.data))
    if (asked instanceof Refusal) {
      const { status, problem } = problemOf(asked)
      return reply.code(status).send({ problem })
    }
    const { options, attempt } = asked
    if (attempt !== null)
      void reply.header('set-cookie', attempt_cookie.line(attempt, attempt_life_s))
    return reply.send({ options })
  })
}

// Limits count by passkey. Its id stays out of the store of the limits.
function shortHash(passkey: string): string {
  const [, id = ''] = /"id":"([\w-]{1,2000})"/.exec(passkey) ?? []
  return createHash('sha256').update(id).digest('base64url').slice(0, 22)
}
