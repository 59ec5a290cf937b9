import type { Carrier } from '#shop/shipment/carriers/carrier.ts'
import { ghn } from '#shop/shipment/carriers/ghn.ts'
import { ghtk } from '#shop/shipment/carriers/ghtk.ts'
import { playCarrier } from '#shop/shipment/carriers/play-carrier.ts'
import { viettelPost } from '#shop/shipment/carriers/viettel-post.ts'

/** All carriers with an interface, in the sequence that staff see. A new one is a file and an entry here. */
export const known_carriers: readonly Carrier[] = [playCarrier, ghn, ghtk, viettelPost]
