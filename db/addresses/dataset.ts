import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fold } from '#pure/vietnamese/vietnamese-text.ts'

/** The date of the law that the files follow, and the number of our corrections. Stored with addresses. */
export const dataset_version = '2026-09-20.1'

const names = ['provinces', 'wards', 'legacy-provinces', 'legacy-districts', 'legacy-wards']

/** The contents of the vendored files, with a fingerprint of their version and contents. */
export interface DatasetFiles {
  fingerprint: string
  texts: string[]
}

/** Rows for the tables of db/migrations/002-addresses.sql. */
export interface Dataset {
  official_province: { province_code: string; kind: string; name: string }[]
  official_ward: {
    ward_id: number
    province_code: string
    legacy_code: string
    name: string
    search_text: string
  }[]
  legacy_province: { legacy_code: string; name: string }[]
  legacy_district: { district_id: number; legacy_code: string; name: string }[]
  legacy_ward: {
    legacy_ward_id: number
    district_id: number
    is_former: boolean
    ward_ids: number[]
    name: string
    search_text: string
  }[]
}

/** Reads db/addresses/*.tsv: about 500 kB, in a few milliseconds. */
export async function readDatasetFiles(): Promise<DatasetFiles> {
  const texts = await Promise.all(
    names.map((name) => readFile(join(import.meta.dirname, `${name}.tsv`), 'utf8')),
  )
  const hash = createHash('sha256').update(texts.join('\f')).digest('hex').slice(0, 16)
  return { fingerprint: `${dataset_version} ${hash}`, texts }
}

/** Returns 34 provinces, 3,321 wards and the tree before 2025-07-01 as rows. */
export function datasetOf({ texts }: DatasetFiles): Dataset {
  const [provinces = [], wards = [], old_provinces = [], districts = [], old_wards = []] =
    texts.map(rowsOf)
  return {
    official_province: provinces.map(([province_code = '', kind = '', name = '']) => ({
      province_code,
      kind,
      name,
    })),
    official_ward: wards.map(([code, province_code = '', legacy_code = '', name = '']) => ({
      ward_id: Number(code),
      province_code,
      legacy_code,
      name,
      search_text: searchText(name),
    })),
    legacy_province: old_provinces.map(([legacy_code = '', name = '']) => ({ legacy_code, name })),
    legacy_district: districts.map(([id, legacy_code = '', name = '']) => ({
      district_id: Number(id),
      legacy_code,
      name,
    })),
    legacy_ward: old_wards.map(([id, district_id, former, codes = '', name = '']) => ({
      legacy_ward_id: Number(id),
      district_id: Number(district_id),
      is_former: former === 'former',
      ward_ids: codes.split(' ').map(Number),
      name,
      search_text: searchText(name),
    })),
  }
}

/** Returns the folded words with one blank between them: "Phường B'Lao" → phuong b lao. */
function searchText(name: string): string {
  return fold(name).replace(/[^a-z0-9]+/g, ' ')
}

function rowsOf(text: string): string[][] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
}
