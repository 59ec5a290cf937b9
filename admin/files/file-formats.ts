import { csvFile } from '#admin/files/csv-file.ts'
import { xlsxFile } from '#admin/files/xlsx-file.ts'

/** How a table becomes a file of each format. */
export const file_formats = {
  csv: { make: csvFile, type: 'text/csv; charset=utf-8' },
  xlsx: {
    make: xlsxFile,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
} as const
