import { expect, it } from 'vitest'
import { findAssetUrls, toFolderUrl } from './asset-urls.ts'

const PAGE = 'https://site.example/deep/page.html'

it('finds the files of a hand and of a body beside its own module', () => {
  const hand = findAssetUrls('hand')
  expect(Object.values(hand).map(({ href }) => href.split('/camera/').at(-1))).toEqual([
    'assets/vision-worker.js',
    'assets/vision.wasm',
    'assets/hand_landmarker.task',
  ])
  expect(findAssetUrls('body')).toEqual({ ...hand, model: new URL('./assets/pose_landmarker.task', import.meta.url) })
})

it('finds them under the same names in a folder of the page', () => {
  const urls = findAssetUrls('body', new URL('https://site.example/camera/'))
  expect(Object.values(urls).map(({ href }) => href)).toEqual([
    'https://site.example/camera/vision-worker.js',
    'https://site.example/camera/vision.wasm',
    'https://site.example/camera/pose_landmarker.task',
  ])
})

it.each([
  ['/camera', 'https://site.example/camera/'],
  ['/camera/', 'https://site.example/camera/'],
  ['camera', 'https://site.example/deep/camera/'],
  ['/camera?v=2', 'https://site.example/camera/?v=2'],
  [new URL('https://other.example'), 'https://other.example/'],
])('reads %s as a folder', (address, expected) => {
  expect(toFolderUrl(address, PAGE).href).toBe(expected)
})
