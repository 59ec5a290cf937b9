import type { FastifyReply, FastifyRequest } from 'fastify'
import { confirmUrl, ownNext, paths, withNext } from '#member-site/addresses/paths.ts'
import { AddedPage } from '#member-site/pages/added-page.tsx'
import { memberPage } from '#member-site/pages/document.tsx'
import {
  fieldsOf,
  memberOf,
  queryOf,
  type Routes,
  sendHtml,
  settled,
  type Site,
} from '#member-site/runtime/site.ts'
import { Refusal } from '#pure/contract.ts'

/** What a code alone has added to the account: its owner keeps or removes it (decision 234). */
export const addedRoutes: Routes = (fastify, site) => {
  fastify.get(paths.added, (request, reply) => show(site, request, reply))
  fastify.post(paths.added, (request, reply) => decide(site, request, reply))
}

async function show(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const next = ownNext(queryOf(request, 'next'), site.member_url)
  const member = await memberOf(site, request)
  if (member === null) return reply.redirect(withNext(paths.sign_in, paths.added), 303)
  const { added, may_keep } = await site.security.addedByCode(null, { token: member.token })
  if (added.length === 0) return reply.redirect(next, 303)
  const html = memberPage(site, {
    ...{ title: 'Mới thêm vào tài khoản', is_wide: true },
    children: <AddedPage {...{ added, may_keep, next }} />,
  })
  return sendHtml(reply, html)
}

async function decide(site: Site, request: FastifyRequest, reply: FastifyReply) {
  const { intent, next: asked_next } = fieldsOf(request)
  const next = ownNext(asked_next, site.member_url)
  const token = site.session.read(request.headers.cookie)
  if (token === null) return reply.redirect(withNext(paths.sign_in, paths.added), 303)
  const { keepAdded, removeAdded } = site.security
  const done = await settled((intent === 'keep' ? keepAdded : removeAdded)(null, { token }))
  if (!(done instanceof Refusal)) {
    const account = `${paths.account}?xong=removed`
    return reply.redirect(intent === 'keep' ? next : account, 303)
  }
  const is_over = done.code === 'signed_out'
  return reply.redirect(
    is_over ? withNext(paths.sign_in, paths.added) : confirmUrl(paths.added),
    303,
  )
}
