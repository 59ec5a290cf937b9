import type { Database } from '#db/schema.ts'
import type { Now } from '#platform/clock.ts'
import type { SecretBox } from '#platform/files/secret-box.ts'
import { type OutsideCall, OutsideTrouble } from '#platform/http/outside-call.ts'
import type { Log } from '#platform/observe/log.ts'
import {
  isSandboxSettings,
  sandbox_provider_hosts,
} from '#shop/payment/gateways/provider-settings.ts'
import type { Carrier, CarrierTools } from '#shop/shipment/carriers/carrier.ts'
import { findCarrierSettings } from '#shop/shipment/carriers/carrier-setting-store.ts'

interface CarrierDeps {
  db: Database
  now: Now
  log: Log
  mode: 'demo' | 'live'
  /** Opens the stored settings. */
  box: SecretBox
  carriers: readonly Carrier[]
  /** Calls carriers. */
  send: OutsideCall
  /** Calls the play carrier of a demo, in this process. */
  play?: OutsideCall
}

/** The current setup of a carrier. */
export interface CarrierSetUp {
  /** Undefined: not set up, or not usable. */
  settings: unknown
  /** As it is stored. */
  sealed?: Buffer
  is_stored: boolean
  is_enabled: boolean
  problem: 'unreadable' | 'invalid' | 'only_for_tests' | null
}

/**
 * The carriers with an interface, as staff have set them up. Settings are read at each use: only staff and jobs ask.
 */
export interface OpenCarriers {
  /** In the sequence that staff see. */
  all: readonly Carrier[]
  find: (code: string) => Carrier | null
  setUps: () => Promise<ReadonlyMap<string, CarrierSetUp>>
  /** Returns the tools of a carrier; null if it is not set up. A switched off carrier still has its tools. */
  toolsOf: (carrier: Carrier) => Promise<CarrierTools<unknown> | null>
  /** The carriers that staff may choose for a parcel. */
  enabled: () => Promise<Carrier[]>
}

/** Returns the label under which the settings of a carrier are encrypted. */
export function carrierLabel(code: string): string {
  return `carrier ${code}`
}

/** Whether a live shop refuses these settings: nothing is really delivered at a sandbox. */
export function areTestSettings(values: unknown, all: readonly Carrier[]): boolean {
  return isSandboxSettings(values, all)
}

export function openCarriers(deps: CarrierDeps): OpenCarriers {
  const { mode, now } = deps
  const all = deps.carriers.filter(({ is_play }) => mode === 'demo' || is_play !== true)
  const setUps = () => readAll(deps, all)
  const send = sendTo(deps)
  return {
    all,
    find: (code) => all.find((carrier) => carrier.code === code) ?? null,
    setUps,
    toolsOf: async ({ code }) => {
      const settings = (await setUps()).get(code)?.settings
      return settings === undefined ? null : { settings, send, now: now() }
    },
    enabled: async () => {
      const known = await setUps()
      return all.filter(({ code }) => {
        const setup = known.get(code)
        return setup !== undefined && setup.is_enabled && setup.settings !== undefined
      })
    },
  }
}

async function readAll(
  deps: CarrierDeps,
  all: readonly Carrier[],
): Promise<ReadonlyMap<string, CarrierSetUp>> {
  const stored = await findCarrierSettings(deps.db)
  return new Map(
    all.map((carrier) => {
      const row = stored.find(({ carrier: code }) => code === carrier.code)
      if (row === undefined) return [carrier.code, unstored(deps, carrier)]
      return [carrier.code, { ...read(deps, carrier, row), sealed: row.settings }]
    }),
  )
}

function unstored({ mode }: CarrierDeps, { settings: { demo } }: Carrier): CarrierSetUp {
  const is_enabled = mode === 'demo' && demo !== null
  const settings = is_enabled ? demo : undefined
  return { settings, is_stored: false, is_enabled, problem: null }
}

function read(
  { box, mode, log, carriers }: CarrierDeps,
  { code, settings: { schema } }: Carrier,
  { is_enabled, settings }: { is_enabled: boolean; settings: Buffer },
): CarrierSetUp {
  const unusable = (problem: NonNullable<CarrierSetUp['problem']>): CarrierSetUp => {
    log.error({ carrier: code, problem }, 'a carrier cannot be used')
    return { settings: undefined, is_stored: true, is_enabled, problem }
  }
  const text = box.open(settings, carrierLabel(code))
  if (text === null) return unusable('unreadable')
  const parsed = schema.safeParse(JSON.parse(text))
  if (!parsed.success) return unusable('invalid')
  if (mode === 'live' && areTestSettings(parsed.data, carriers)) return unusable('only_for_tests')
  return { settings: parsed.data, is_stored: true, is_enabled, problem: null }
}

/** In a demo, the host of the play carrier is called in this process. */
function sendTo({ send, play }: CarrierDeps): OutsideCall {
  return async (request) => {
    if (!new URL(request.url).hostname.endsWith(sandbox_provider_hosts)) return send(request)
    if (play === undefined) throw new OutsideTrouble('there is no play carrier here')
    return play(request)
  }
}
