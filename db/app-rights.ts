import type { AppRights } from '#platform/database/app-role.ts'

/**
 * What the serving processes may do, by table. A table that is not named here may be read and written; none may be
 * truncated or altered. Migrations, imports and restores run as the owner, who may do everything (decision 130).
 */
export const app_rights: AppRights = {
  read_only: ['schema_migration'],
  append_only: [
    'change_log',
    'change_personal',
    'stock_movement',
    'sales_order_event',
    'sales_order_staff_event',
    'order_tag',
    'call_attempt',
    'customer_event',
    'customer_erasure',
    'parcel_event',
    'carrier_event',
    'unit_event',
    'return_event',
  ],
  never_deleted: [
    'sales_order',
    'payment',
    'payment_message',
    'payment_review',
    'bank_message',
    'customer_profile',
    'list_export',
    'bulk_job',
    'bulk_job_row',
    'person_key',
    'refund',
    'refund_request',
    'return_request',
    'transfer_code',
    'parcel',
    'pickup',
    'carrier_request',
    'parcel_claim',
    'parcel_cod',
    'cod_statement',
    'cod_statement_line',
    'unit',
    'goods_receipt',
    'stock_transfer',
    'stock_count',
    'staff',
    'staff_role',
    'stock',
  ],
}
