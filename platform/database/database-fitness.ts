import type { Client } from 'pg'

type Facts = { version: number; encoding: string; extensions: string[] }

const needed_extensions = ['unaccent', 'pg_trgm']

/** Returns why a server cannot store a Vietnamese shop, one sentence for each reason. Empty if it can. */
export async function fitnessProblems(client: Client): Promise<string[]> {
  const { version, encoding, extensions } = await readFacts(client)
  const problems: string[] = []
  if (version < 150_000) {
    problems.push(
      `PostgreSQL 15 or newer is needed; this server is ${Math.floor(version / 10_000)}.`,
    )
  }
  if (encoding !== 'UTF8') {
    problems.push(
      `Its encoding is ${encoding}; Vietnamese needs UTF8. Create it with: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 tiem`,
    )
  } else if (!(await lowersVietnamese(client))) {
    problems.push(
      `Its locale does not know Vietnamese letters: lower('Đ') is not 'đ'. Create it with: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8 tiem`,
    )
  }
  const absent = needed_extensions.filter((name) => !extensions.includes(name))
  if (absent.length > 0) {
    problems.push(`It lacks ${absent.join(' and ')}: install the server's contrib package.`)
  }
  return problems
}

async function readFacts(client: Client): Promise<Facts> {
  const { rows } = await client.query<Facts>(
    `select current_setting('server_version_num')::int as version,
            pg_encoding_to_char(encoding) as encoding,
            array(select name::text from pg_available_extensions where name = any($1)) as extensions
       from pg_database where datname = current_database()`,
    [needed_extensions],
  )
  const facts = rows[0]
  if (facts === undefined) throw new TypeError('the server did not describe its own database')
  return facts
}

async function lowersVietnamese(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ lowered: string }>(`select lower('Đ') as lowered`)
  return rows[0]?.lowered === 'đ'
}
