import type { StaffServices } from '#contracts/staff/all.ts'
import type { StaffActor } from '#pure/contract.ts'

interface Walk {
  staff: StaffServices
  actor: StaffActor
}

const settings = {
  name: 'Ngày hội',
  layout: 'landing-page',
  theme: 'sky',
  is_active: true,
  recurs: 'never',
  teasing_path: '',
  dday_path: '',
  meta_title: '',
  meta_description: '',
  teasing_at: '',
  starts_at: '',
  dday_at: '',
  dday_ends_at: '',
  ends_at: '',
} as const
const blocks = JSON.stringify([{ kind: 'flash', title: 'Flash sale' }])
const rule = {
  target: '/may-cu',
  status: 302,
  is_prefix: false,
  is_external: false,
  is_active: true,
  note: '',
} as const

/** What to call the operations of landing pages and redirects with, so that they write. */
export function inputsOfCampaigns(walk: () => Walk): Record<string, () => Promise<unknown>> {
  let turn = 0
  const asked = () => {
    turn += 1
    return { ...settings, code: `ngay-hoi-${turn}`, path: `ngay-hoi-${turn}`, version: 0 }
  }
  const made = async () => {
    const { staff, actor } = walk()
    const page = asked()
    const { version } = await staff.landingPages.saveLanding(actor, page)
    return { code: page.code, version, blocks }
  }
  return {
    'landingPages.saveLanding': async () => asked(),
    'landingPages.saveBlocks': async () => ({ ...(await made()), draft_at: '' }),
    'landingPages.publishBlocks': made,
    'redirectRules.saveRedirect': async () => ({ ...rule, path: '/duong-cu', version: 0 }),
    'redirectRules.removeRedirect': async () => {
      const { staff, actor } = walk()
      const path = `/bo-di-${(turn += 1)}`
      const { version } = await staff.redirectRules.saveRedirect(actor, {
        ...rule,
        path,
        version: 0,
      })
      return { path, version }
    },
  }
}
