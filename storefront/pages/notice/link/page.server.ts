import { type LinkedNotice, notices } from '#contracts/storefront/notices.ts'
import { Refusal } from '#pure/contract.ts'
import { notFound, personalPage } from '#storefront/runtime/page.ts'
import { readForm } from '#web/runtime/read-form.ts'

export interface NoticeLinkData {
  notice: LinkedNotice
  secret: string
}

/**
 * /bao-tin/{secret}: confirms or stops a notice. Opening it changes nothing: mail programs open links by themselves.
 */
export const page = personalPage<NoticeLinkData>({
  loader: async ({ services, params }) => {
    const secret = params['secret'] ?? ''
    if (!/^[0-9a-f]{32}(\.[\w-]+)?$/.test(secret)) return notFound
    try {
      return { notice: await services.notices.linkedNotice(null, { secret }), secret }
    } catch (error) {
      if (error instanceof Refusal && error.code === 'notice_not_found') return notFound
      throw error
    }
  },
  actions: {
    confirm: async ({ services, url }, form) => {
      await services.notices.confirmNotice(null, readForm(notices.confirmNotice.input, form))
      return { redirect: url.pathname }
    },
    stop: async ({ services, url }, form) => {
      await services.notices.stopNotice(null, readForm(notices.stopNotice.input, form))
      return { redirect: url.pathname }
    },
  },
})
