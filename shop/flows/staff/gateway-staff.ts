import { type GatewaySetUp, gateways as contract } from '#contracts/staff/gateways.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { Service } from '#pure/contract.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import {
  type Confirm,
  readSettings,
  secondStepProblem,
  seenOf,
  settingFields,
} from '#shop/flows/staff/typed-settings.ts'
import { type Gateway, notifyPath } from '#shop/payment/gateways/gateway.ts'
import {
  deleteSetting,
  lockSetting,
  saveSetting,
} from '#shop/payment/gateways/gateway-setting-store.ts'
import { areDemoSettings, settingsLabel, type SetUp } from '#shop/payment/gateways/open-gateways.ts'

interface Deps {
  providers: StaffFlowDeps
  box: SecretBox
  confirm: Confirm
  mode: 'demo' | 'live'
}

/** The settings of gateways for staff. Secrets can be written but are never returned (decision 079). */
export function gatewayStaffService(deps: Deps): Service<typeof contract> {
  const { gateways } = deps.providers
  return {
    gateways: async () => {
      await gateways.refresh()
      return gateways.all.map((gateway) => shown(deps, gateway))
    },
    setGateway: async (actor, { code, is_enabled = false, is_forgotten = false, ...input }) => {
      const { fields, seen, second_step: typed, passkey } = input
      const gateway = gateways.find(code)
      if (gateway === null) throw contract.setGateway.refuse('gateway_not_found')
      const { now, log, write } = deps.providers
      const step = { now: now(), confirm: deps.confirm }
      const problem = await secondStepProblem(step, actor, { code: typed, passkey })
      if (problem !== null) throw contract.setGateway.refuse(problem)
      // Secrets that are left empty are those of now, also if another process has saved them.
      await gateways.refresh()
      const settings = is_forgotten ? null : sealed(deps, gateway, fields)
      await write({ actor, operation: 'gateways.setGateway' }, async (tx) => {
        if (seenOf(await lockSetting(tx, code)) !== seen) {
          throw contract.setGateway.refuse('settings_changed')
        }
        if (settings === null) await deleteSetting(tx, code)
        else await saveSetting(tx, { gateway: code, is_enabled, settings, updated_at: now() })
      })
      await gateways.refresh()
      log.info(
        { staff: actor.name, gateway: code, is_enabled, is_forgotten },
        'staff set a gateway up',
      )
      return { is_enabled }
    },
  }
}

function sealed(
  { providers, box, mode }: Deps,
  gateway: Gateway,
  fields: Readonly<Record<string, string>>,
): Buffer {
  const { refuse } = contract.setGateway
  const { code, settings: own } = gateway
  if (own === null) return box.seal('{}', settingsLabel(code))
  const read = readSettings(own, providers.gateways.setUp(code).settings, fields)
  if ('problems' in read) throw refuse('settings_invalid', read)
  if (mode === 'live' && areDemoSettings(gateway, read.values, providers.gateways.all)) {
    throw refuse('only_for_tests')
  }
  return box.seal(JSON.stringify(read.values), settingsLabel(code))
}

function shown({ providers }: Deps, gateway: Gateway): GatewaySetUp {
  const { code, title, settings: own, notices, refund } = gateway
  const set_up = providers.gateways.setUp(code)
  return {
    code,
    title,
    is_enabled: set_up.is_enabled,
    state: stateOf(gateway, set_up),
    notify_url: notices === null ? null : `${providers.public_url}${notifyPath(code)}`,
    can_refund: refund !== null,
    fields: own === null ? [] : settingFields(own, set_up.settings),
    seen: seenOf(set_up.sealed),
  }
}

function stateOf({ settings }: Gateway, set_up: SetUp): GatewaySetUp['state'] {
  if (settings === null) return 'needless'
  if (set_up.problem !== null) return set_up.problem
  if (set_up.is_stored) return 'stored'
  return set_up.settings === undefined ? 'none' : 'demo'
}
