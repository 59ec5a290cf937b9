import type { Generated } from 'kysely'

interface RepairPart {
  part_code: string
  name: string
  signs: Generated<string[]>
  needs_part: Generated<boolean>
  thumbnail: string
  position: Generated<number>
}

interface RepairService {
  service_id: Generated<number>
  sku: string
  name: string
  model_name: string
  brand_name: string
  device_kind: 'dien-thoai' | 'apple-watch' | 'may-tinh-bang' | 'laptop'
  part_code: string
  minutes: number
  skill: 'man-hinh' | 'pin' | 'phan-cung' | 'laptop' | 'dong-ho'
  description: Generated<string>
  is_active: Generated<boolean>
  position: Generated<number>
  meta_title: Generated<string>
  meta_description: Generated<string>
  meta_keyword: Generated<string>
  canonical_tag: Generated<string>
  meta_thumbnail: string | null
  meta_index: Generated<boolean>
  meta_follow: Generated<boolean>
  changed_at: Generated<Date>
}

interface RepairOption {
  option_id: Generated<number>
  service_id: number
  label: string
  list_price: number | null
  price: number
  warranty_months: number
  is_active: Generated<boolean>
  position: Generated<number>
}

interface RepairPartStock {
  option_id: number
  shop_id: number
  quantity: number
}

/** The tables of repair services. */
export interface RepairTables {
  repair_part: RepairPart
  repair_service: RepairService
  repair_option: RepairOption
  repair_part_stock: RepairPartStock
}
