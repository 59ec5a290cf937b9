import { z } from 'zod'
import { type GatewaySetUp, gateways as contract } from '#contracts/staff/gateways.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import { hasFreshSecondStep } from '#pure/access.ts'
import type { Service, StaffActor } from '#pure/contract.ts'
import type { StaffFlowDeps } from '#shop/flows/staff/staff-flow-deps.ts'
import { type Gateway, notifyPath } from '#shop/payment/gateways/gateway.ts'
import type { SecondStepProof } from '#shop/identity/staff-second-step.ts'
import { deleteSetting, saveSetting } from '#shop/payment/gateways/gateway-setting-store.ts'
import { areDemoSettings, settingsLabel, type SetUp } from '#shop/payment/gateways/open-gateways.ts'

interface Deps {
  providers: StaffFlowDeps
  box: SecretBox
  /** Checks a code of the actor's authenticator app, or a passkey. */
  confirm: (actor: StaffActor, proof: SecondStepProof) => Promise<boolean>
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
      const { fields, second_step: typed, passkey } = input
      const gateway = gateways.find(code)
      if (gateway === null) throw contract.setGateway.refuse('gateway_not_found')
      const { now, log, write } = deps.providers
      await requireSecondStep(deps, actor, { code: typed, passkey })
      const settings = is_forgotten ? null : sealed(deps, gateway, fields)
      await write({ actor, operation: 'gateways.setGateway' }, async (tx) => {
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

/** Whoever changes a gateway decides where money goes. An unwatched screen must not be enough. */
async function requireSecondStep(
  { providers, confirm }: Deps,
  actor: StaffActor,
  proof: SecondStepProof,
): Promise<void> {
  const { refuse } = contract.setGateway
  if (hasFreshSecondStep(actor, providers.now())) return
  if (!proof.code && !proof.passkey) throw refuse('second_step_needed')
  if (!(await confirm(actor, proof))) throw refuse('wrong_code')
}

function sealed(
  { providers, box, mode }: Deps,
  gateway: Gateway,
  fields: Readonly<Record<string, string>>,
): Buffer {
  const { refuse } = contract.setGateway
  const { code, settings: own } = gateway
  if (own === null) return box.seal('{}', settingsLabel(code))
  const known = new Map(Object.entries(providers.gateways.setUp(code).settings ?? {}))
  const values = Object.entries(fields).flatMap(([name, text]) => {
    const value = text.trim()
    if (value !== '') return [[name, value]]
    return own.secrets.includes(name) && known.has(name) ? [[name, known.get(name)]] : []
  })
  const parsed = own.schema.safeParse(Object.fromEntries(values))
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => [String(path[0]), message])
    throw refuse('settings_invalid', { problems: Object.fromEntries(problems) })
  }
  if (mode === 'live' && areDemoSettings(gateway, parsed.data, providers.gateways.all)) {
    throw refuse('only_for_tests')
  }
  return box.seal(JSON.stringify(parsed.data), settingsLabel(code))
}

function shown({ providers }: Deps, gateway: Gateway): GatewaySetUp {
  const { code, title, settings: own, notices, refund } = gateway
  const set_up = providers.gateways.setUp(code)
  const values = new Map(Object.entries(set_up.settings ?? {}))
  const secrets = own?.secrets ?? []
  const { schema } = own ?? {}
  const shape: Record<string, z.ZodType> = schema instanceof z.ZodObject ? schema.shape : {}
  return {
    code,
    title,
    is_enabled: set_up.is_enabled,
    state: stateOf(gateway, set_up),
    notify_url: notices === null ? null : `${providers.public_url}${notifyPath(code)}`,
    can_refund: refund !== null,
    fields: Object.entries(shape).map(([name, field]) => {
      const is_secret = secrets.includes(name)
      const value = String(values.get(name) ?? '')
      return {
        name,
        label: field.description ?? name,
        is_secret,
        value: is_secret ? masked(value) : value,
      }
    }),
  }
}

function stateOf({ settings }: Gateway, set_up: SetUp): GatewaySetUp['state'] {
  if (settings === null) return 'needless'
  if (set_up.problem !== null) return set_up.problem
  if (set_up.is_stored) return 'stored'
  return set_up.settings === undefined ? 'none' : 'demo'
}

/** Shows the last four characters, which suffice to recognize a key; of a short key none are shown. */
function masked(secret: string): string {
  if (secret === '') return ''
  return secret.length < 12 ? '••••' : `••••${secret.slice(-4)}`
}
