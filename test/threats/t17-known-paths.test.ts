import { globSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#test/support/database.ts'
import { type Door, openDoor } from '#test/support/door.ts'

// T17d: tools try lists of known paths.

let own: TestDatabase
let door: Door

beforeAll(async () => {
  own = await testDatabase()
  door = await openDoor(own)
})
afterAll(async () => {
  await door.close()
  await own.close()
})

const known_paths = `
  .env .env.local .env.production .env.bak api/.env config/.env .git/config .git/HEAD .git/index .gitignore .svn/entries
  .hg/hgrc .DS_Store .npmrc .ssh/id_rsa .aws/credentials .vscode/settings.json .idea/workspace.xml .htaccess .htpasswd
  .bash_history .dockerenv Dockerfile docker-compose.yml Makefile package.json package-lock.json node_modules/pg/package.json
  tsconfig.json vite.config.ts main.ts app.ts prepare.mjs config/config.ts db/schema.ts db/migrations/001-first-order.sql
  src/main.tsx dist/server/entry.js dist/client/.vite/manifest.json assets/.vite/manifest.json .vite/manifest.json
  manifest.json asset-manifest.json main.js.map assets/main.js.map assets/entry.js.map data/secret-key data/postgres.log
  data/database/PG_VERSION backup.zip backup.tar.gz backup.sql backup.sql.gz db.sql dump.sql database.sql database.sqlite
  site.tar.gz www.zip tiem.zip old/ backup/ backups/ tmp/ logs/ log/error.log error.log npm-debug.log debug.log
  wp-login.php wp-admin/ wp-content/ xmlrpc.php phpmyadmin/ pma/ adminer.php admin administrator/ login.php index.php
  info.php phpinfo.php test.php cgi-bin/test shell.php server-status server-info nginx_status status health/db debug debug/vars
  debug/pprof/ actuator actuator/env actuator/heapdump console _profiler telescope/requests horizon jenkins/ solr/ manager/html
  swagger.json swagger-ui.html openapi.json v2/api-docs api/swagger.json graphiql altair playground
  @fs/etc/passwd @vite/client __vite_ping @id/x @react-refresh __inspect __open-in-editor?file=app.ts
  .well-known/openid-configuration/../../.env .well-known/security.txt.bak config.json config.php settings.py web.config
  id_rsa server.key private.pem cert.pem credentials.json service-account.json terraform.tfstate kubeconfig
`
  .trim()
  .split(/\s+/)

test('none of the known paths is found', async () => {
  const found: string[] = []
  for (const path of known_paths) {
    const first = await door.call('GET', `/${path}`)
    // A slash at the end is taken away first, as for every page.
    const moved = first.headers.get('location')
    const { status, text } = moved === null ? first : await door.call('GET', moved)
    if (status !== 404 || /^[^<{]/.test(text)) found.push(path)
  }
  expect(known_paths.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})

test('no source map is built, and no file names one', () => {
  expect(globSync('dist/*/**/*.map')).toEqual([])
})
