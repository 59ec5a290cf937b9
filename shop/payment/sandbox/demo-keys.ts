import type { Gateway } from '#shop/payment/gateways/gateway.ts'

/** Returns the settings of a gateway in a demo shop: the keys of its sandbox provider. */
export function demoOf<S>({ code, settings }: Gateway<S>): S {
  if (settings === null) throw new ReferenceError(`${code} has no demo settings`)
  return settings.demo
}

/** Returns the same settings with other secrets: signatures made with them are invalid. */
export function forgedOf<S>(gateway: Gateway<S>): S {
  const secrets = gateway.settings?.secrets ?? []
  const forged = Object.entries(demoOf(gateway) as object).map(([key, value]) => [
    key,
    // Reversed, so that a hexadecimal secret stays hexadecimal.
    secrets.includes(key) ? [...String(value)].toReversed().join('') : value,
  ])
  return Object.fromEntries(forged) as S
}
