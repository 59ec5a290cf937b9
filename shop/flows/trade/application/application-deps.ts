import type { CardFiles } from '#shop/card/card-pictures.ts'
import type { PersonKeys } from '#shop/change-log/person-keys.ts'
import type { NetworkHash } from '#shop/order/order-network.ts'
import type { ProviderDeps } from '#shop/payment/gateways/open-gateways.ts'
import type { OpenLenders } from '#shop/trade/lender/open-lenders.ts'

/** What applications for loans work with. */
export interface ApplicationDeps extends ProviderDeps {
  person_keys: PersonKeys
  lenders: OpenLenders
  /** The store of pictures, and the box of the keys of those of documents. */
  paper_files: CardFiles
  /** Absent: orders are not counted by network. */
  networkHash?: NetworkHash | undefined
}
