import { z } from 'zod'
import type { Permission } from '#contracts/staff/permissions.ts'
import { operation, staff_scopes } from '#pure/contract.ts'

/** Lists about customers, by the folder of their page. */
export const CustomerFile = z.enum(['orders', 'parcels', 'pickups', 'customers', 'orders/repairs'])

/** All other lists that become files. */
export const OfficeFile = z.enum([
  'stock',
  'units',
  'receipts',
  'transfers',
  'counts',
  'refunds',
  'cod-money',
  'people',
  'changes',
  'trade/report',
  'orders/sources',
  'units/used-report',
])

export type ListFile = z.infer<typeof CustomerFile> | z.infer<typeof OfficeFile>

export const FileFormat = z.enum(['csv', 'xlsx'])
export type FileFormat = z.infer<typeof FileFormat>

/** The query of the list's address, as it is shown. */
const query = z.string().max(2_000).default('')

/** The rows of the list (those of its own operation) in parts. They are read while the file is sent. */
const Export = z.object({
  rows: z.custom<AsyncIterable<readonly object[]>>(),
  /** How many rows a file has at most. */
  max_rows: z.int(),
  /** Whether there are more rows than the file has; known when `rows` has ended. */
  isCut: z.custom<() => boolean>(),
})

const refusals = {
  list_not_found: {
    status: 404,
    meaning: 'There is no such list for the caller: they may not see it at all.',
  },
} as const

const about = { method: 'POST', access: 'staff', scopes: staff_scopes, output: Export } as const

/**
 * Lists as files, with the filters and the reach of whoever asks (decision 152). Each one is written down. Phones are
 * masked without `customers.export`.
 */
export const files = {
  customerFile: operation({
    ...about,
    path: '/files/customers',
    permission: 'orders.export',
    summary: 'Take out a list about customers.',
    input: z.object({ list: CustomerFile, format: FileFormat, query }),
    refusals,
  }),
  officeFile: operation({
    ...about,
    path: '/files/office',
    permission: 'lists.export',
    summary: 'Take out a list of goods, money or staff.',
    input: z.object({ list: OfficeFile, format: FileFormat, query }),
    refusals,
  }),
}

/** Needed beside the permission of a file for phones in full. */
export const see_phones_in_files: { permission: Permission; scopes: ['all'] } = {
  permission: 'customers.export',
  scopes: ['all'],
}
