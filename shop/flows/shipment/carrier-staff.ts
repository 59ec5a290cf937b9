import { type CarrierSetUp as Shown, carriers as contract } from '#contracts/staff/carriers.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import type { Service } from '#pure/contract.ts'
import type { StaffShipmentDeps } from '#shop/flows/shipment/shipment-deps.ts'
import {
  type Confirm,
  readSettings,
  secondStepProblem,
  seenOf,
  settingFields,
} from '#shop/flows/staff/typed-settings.ts'
import { type Carrier, carrierNotifyPath } from '#shop/shipment/carriers/carrier.ts'
import {
  deleteCarrierSetting,
  lockCarrierSetting,
  saveCarrierSetting,
} from '#shop/shipment/carriers/carrier-setting-store.ts'
import {
  areTestSettings,
  carrierLabel,
  type CarrierSetUp,
} from '#shop/shipment/carriers/open-carriers.ts'

interface Deps extends StaffShipmentDeps {
  box: SecretBox
  confirm: Confirm
  mode: 'demo' | 'live'
}

/** The settings of carriers for staff. Secrets can be written but are never returned (decision 140). */
export function carrierStaffService(deps: Deps): Service<typeof contract> {
  const { carriers, now, log, write, confirm } = deps
  return {
    carriers: async () => {
      const known = await carriers.setUps()
      return carriers.all.map((carrier) => shown(deps, carrier, known.get(carrier.code)))
    },
    setCarrier: async (actor, { code, is_enabled = false, is_forgotten = false, ...input }) => {
      const { refuse } = contract.setCarrier
      const carrier = carriers.find(code)
      if (carrier === null) throw refuse('carrier_not_found')
      const proof = { code: input.second_step, passkey: input.passkey }
      const problem = await secondStepProblem({ now: now(), confirm }, actor, proof)
      if (problem !== null) throw refuse(problem)
      const settings = is_forgotten ? null : await sealed(deps, carrier, input.fields)
      await write({ actor, operation: 'carriers.setCarrier' }, async (tx) => {
        if (seenOf(await lockCarrierSetting(tx, code)) !== input.seen)
          throw refuse('settings_changed')
        if (settings === null) await deleteCarrierSetting(tx, code)
        else
          await saveCarrierSetting(tx, { carrier: code, is_enabled, settings, updated_at: now() })
      })
      log.info(
        { staff: actor.name, carrier: code, is_enabled, is_forgotten },
        'staff set a carrier',
      )
      return { is_enabled }
    },
  }
}

async function sealed(
  { carriers, box, mode }: Deps,
  { code, settings }: Carrier,
  fields: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const { refuse } = contract.setCarrier
  const known = (await carriers.setUps()).get(code)?.settings
  const read = readSettings(settings, known, fields)
  if ('problems' in read) throw refuse('settings_invalid', read)
  if (mode === 'live' && areTestSettings(read.values, carriers.all)) throw refuse('only_for_tests')
  return box.seal(JSON.stringify(read.values), carrierLabel(code))
}

function shown({ public_url }: Deps, carrier: Carrier, set_up: CarrierSetUp | undefined): Shown {
  const { code, title, webhook_hint, track, settings } = carrier
  return {
    code,
    title,
    is_enabled: set_up?.is_enabled ?? false,
    state: stateOf(set_up),
    notify_url: `${public_url}${carrierNotifyPath(code)}`,
    webhook_hint,
    is_asked: track !== null,
    fields: settingFields(settings, set_up?.settings),
    seen: seenOf(set_up?.sealed),
  }
}

function stateOf(set_up: CarrierSetUp | undefined): Shown['state'] {
  if (set_up === undefined) return 'none'
  if (set_up.problem !== null) return set_up.problem
  if (set_up.is_stored) return 'stored'
  return set_up.settings === undefined ? 'none' : 'demo'
}
