import type { Gateway } from '#shop/payment/gateways/gateway.ts'

/** What a demo's gateway is set up with: the keys that its test provider gave out. */
export function demoOf<S>({ code, settings }: Gateway<S>): S {
  if (settings === null) throw new ReferenceError(`${code} has no demo settings`)
  return settings.demo
}

/** The same with other secrets: what is signed with these is forged. */
export function forgedOf<S>(gateway: Gateway<S>): S {
  const secrets = gateway.settings?.secrets ?? []
  const forged = Object.entries(demoOf(gateway) as object).map(([key, value]) => [
    key,
    // Turned round: still in hex where it has to be.
    secrets.includes(key) ? [...String(value)].toReversed().join('') : value,
  ])
  return Object.fromEntries(forged) as S
}
