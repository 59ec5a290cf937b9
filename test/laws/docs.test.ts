import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** Generated files and folders. */
const generated = new Set(['.git', 'node_modules', 'dist', 'data', 'screenshots'])
const entries = readdirSync('.', { withFileTypes: true }).filter(({ name }) => !generated.has(name))
const folders = new Set(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name))
const paths = entries.flatMap((entry) =>
  entry.isDirectory() ? filesUnder(entry.name) : [entry.name],
)
const sources = paths.filter((path) => /\.(ts|tsx|mjs|css|sql)$/.test(path))

const contract_pages = paths.filter((path) => path.startsWith('docs/contract/'))
const documents = paths.filter((path) => path.startsWith('docs/') && path.endsWith('.md'))
const decisions = paths.filter((path) => /^decisions\/\d{3}-.+\.md$/.test(path))
const guides = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']
const texts = new Map(
  [...sources, ...documents, ...decisions, ...guides].map((path) => [path, readText(path)]),
)

/** One row of a table of statements. `holder` is its last cell: the tests that check it. */
interface Statement {
  page: string
  id: string
  holder: string
}
const statements = [...contract_pages, 'docs/threats.md', 'docs/invariants.md'].flatMap(rowsOf)
const ids = new Set(statements.map(({ id }) => id))

describe('statements of the contract, threats and invariants', () => {
  test('each has a unique id', () => {
    const all = statements.map(({ id }) => id)
    expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([])
    expect(all.length).toBeGreaterThan(400)
  })

  test('each is on the page of its section', () => {
    const section = (page: string) => /^(\d+)-/.exec(basename(page))?.[1]
    const wrong = statements.filter(({ page, id }) =>
      contract_pages.includes(page) ? !id.startsWith(`C${section(page)}.`) : id.startsWith('C'),
    )
    expect(wrong).toEqual([])
  })

  test('each names its test, or says that there is none yet', () => {
    const holder = /^(`[^`]+`(, `[^`]+`)*|\*\*not yet\*\*)$/
    expect(statements.filter((statement) => !holder.test(statement.holder))).toEqual([])
  })

  test('no section of the contract, no threat, fault or invariant is left out', () => {
    const references = [
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((section) => `C${section}.1`),
      ...numbered('T', 20),
      ...numbered('F', 19),
      ...numbered('I', 11),
    ]
    expect(references.filter((id) => !ids.has(id))).toEqual([])
  })
})

describe('documents', () => {
  test.each([...documents, ...guides])('%s names only files that exist', (page) => {
    expect(missingFrom(page)).toEqual([])
  })

  test('current decisions name only files that exist', () => {
    const missing = decisions.filter((page) => !isSuperseded(page)).flatMap(missingFrom)
    expect(missing).toEqual([])
  })

  test('their links lead to files that exist', () => {
    const broken = [...documents, ...guides, ...decisions].flatMap((page) =>
      [...textOf(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, target = '']) => join(dirname(page), target))
        .filter((target) => !existsSync(target))
        .map((target) => `${page}: ${target}`),
    )
    expect(broken).toEqual([])
  })
})

describe('references in sources', () => {
  test('name sections and statements of the contract that exist', () => {
    const references = allIn(sources, /\bcontract ((?:(?:, | and )?§\d+(?:\.\d+[a-z]?)?)+)/g)
    const missing = references.filter(({ reference }) =>
      [...reference.matchAll(/§(\d+(?:\.\d+[a-z]?)?)/g)].some(
        ([, number = '']) => !ids.has(number.includes('.') ? `C${number}` : `C${number}.1`),
      ),
    )
    expect(missing).toEqual([])
  })

  test('name threats and faults that exist', () => {
    const references = allIn(
      sources,
      /(?:^|[^\S\n])(?:\/\/|\/?\*|--)[^\n]*?\b([TF]\d{1,2}[a-z]?)\b/gm,
    )
    expect(references.length).toBeGreaterThan(10)
    expect(references.filter(({ reference }) => !ids.has(reference))).toEqual([])
  })

  test('name invariants, edge rules and laws that exist', () => {
    const kinds = [
      ['I', /\binvariants? (\d+[a-z]?)\b/g],
      ['E', /\bedge rules? (\d+[a-z]?)\b/g],
      ['L', /\blaws? (\d+[a-z]?)\b/g],
    ] as const
    const wrong = kinds.flatMap(([letter, pattern]) =>
      allIn(sources, pattern).filter(({ reference }) => !ids.has(letter + reference)),
    )
    expect(wrong).toEqual([])
  })

  test('name decisions that exist', () => {
    const known = new Set(decisions.map(numberOf))
    const named = allIn([...sources, ...decisions], /\bdecisions?[ /](\d{3})\b/g)
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter(({ reference }) => !known.has(reference))).toEqual([])
  })

  test('name no document that is not in the repository', () => {
    const outside =
      /\b(?:spec|house|product-language|choices|vietnam(?:-2)?)(?:\.md)? §|threats-and-faults/gi
    // These two files contain such names in order to forbid them.
    const about_offences = ['test/laws/docs.test.ts', 'docs/style.md']
    const all = [...sources, ...documents, ...guides, ...decisions]
    // Applied migrations are never edited, because their checksums are stored.
    const checked = all.filter(
      (path) => !about_offences.includes(path) && !path.startsWith('db/migrations/'),
    )
    expect(allIn(checked, outside)).toEqual([])
  })
})

describe('decisions', () => {
  test.each(decisions)('%s has context, choice and consequences in forty short lines', (page) => {
    const lines = textOf(page).trimEnd().split('\n')
    expect(lines[0]).toMatch(new RegExp(`^# ${numberOf(page)} · \\S`))
    expect(lines.filter((line) => /^\*\*(Context|Choice|Consequences)\.\*\*/.test(line))).toEqual([
      expect.stringContaining('Context'),
      expect.stringContaining('Choice'),
      expect.stringContaining('Consequences'),
    ])
    expect(lines.length).toBeLessThanOrEqual(40)
    expect(lines.filter((line) => line.length > 120)).toEqual([])
  })

  test('numbers are unique', () => {
    const numbers = decisions.map(numberOf)
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  })

  test('the successor of a superseded decision exists', () => {
    const known = new Set(decisions.map(numberOf))
    const named = allIn(decisions, /^\*Superseded by (\d{3})/gm)
    expect(named.filter(({ reference }) => !known.has(reference))).toEqual([])
  })
})

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

function readText(path: string): string {
  return readFileSync(path, 'utf8')
}

function textOf(path: string): string {
  return texts.get(path) ?? ''
}

/** Rows of a page's tables whose first cell is an id. The last cell is the holder. */
function rowsOf(page: string): Statement[] {
  return textOf(page)
    .split('\n')
    .filter(
      (line) => line.startsWith('| ') && !line.startsWith('| Id |') && !line.startsWith('| §'),
    )
    .map((line) => {
      const cells = line.split('|').map((cell) => cell.trim())
      return { page, id: cells[1] ?? '', holder: cells.at(-2) ?? '' }
    })
}

function numbered(letter: string, max: number): string[] {
  return Array.from({ length: max }, (_, index) => `${letter}${index + 1}`)
}

function numberOf(page: string): string {
  return basename(page).slice(0, 3)
}

function isSuperseded(page: string): boolean {
  return /^\*Superseded by \d{3}/m.test(textOf(page))
}

/** Full paths of files in backticks, such as `shop/cart/cart.ts`, that do not exist. */
function missingFrom(page: string): string[] {
  return [...textOf(page).matchAll(/`([\w.@-]+(?:\/[\w.@-]+)+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => folders.has(path.split('/')[0] ?? '') && extname(path) !== '')
    .filter((path) => !path.includes('NNN') && !existsSync(path))
    .map((path) => `${page}: ${path}`)
}

/** Matches of a pattern's first group (or of the whole pattern) with their paths. */
function allIn(
  sources_read: readonly string[],
  pattern: RegExp,
): { path: string; reference: string }[] {
  return sources_read.flatMap((path) =>
    [...textOf(path).matchAll(pattern)].map(([all, group]) => ({ path, reference: group ?? all })),
  )
}
